"""Emails get lost, come twice, late, and cross: two honest programs end with the same log, and never loop.

50 schedules of the 2,500 that `tests.soak.duels` plays.
"""

from __future__ import annotations

import pytest

from .schedules import FATES, Tally, played

ORDERS = {"ready", "order", "order with policies", "claim", "agree", "no", "resign"}
ORDERS |= {f"propose {kind}" for kind in ("takeback", "correct", "draw", "result")}
"""What a player signs in any duel; each is under way in an email, and then in an entry."""


def test_a_few_entries_by_a_bad_post() -> None:
    played("warriors", 9, entries=5)


def tally(game: str, count: int) -> Tally:
    found = Tally()
    for number in range(count):
        found.add(played(game, number, strict=number % 10 == 9))
    return found


@pytest.mark.slow
def test_every_kind_of_entry_by_a_bad_post() -> None:
    found = tally("warriors", 40)
    entries = {f"entry of {kind}" for kind in ORDERS}
    assert {*found.kinds} == ORDERS | entries | {"accept", "entry of genesis", "key"}
    for kind in ("accept", "order", "order with policies", "ready", "agree", "no", "claim", "key"):
        assert all(found.fates[kind, fate] for fate in FATES), (kind, found.fates)
    answered = {
        f"{answer} to {kind}" for answer in ("agree", "no") for kind in ("draw", "takeback")
    }
    assert {*found.entries} >= answered | {"  with a policy revealed", "  with lines that lapse"}
    assert {*found.events} >= {"killed", "lose", "restore"}


@pytest.mark.slow
def test_sealed_plans_by_a_bad_post() -> None:
    found = tally("towton", 10)
    for kind in ("a Plan", "entry of a Plan"):
        assert all(found.fates[kind, fate] for fate in FATES), (kind, found.fates)
    assert "  with a card revealed by the witness" in found.entries
