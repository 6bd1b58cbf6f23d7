"""PROTOCOL 14: the verifier that a stranger wrote follows versions of the rules, and who agreed to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drawn import kept
from tests.moderator import skirmish
from tests.moderator.people import ANN, BOB
from tests.moderator.skirmish import ONE, TWO
from tests.moderator.test_rulings import rule
from tests.moderator.test_seats import look

from .test_independent_verify import Change, Tabled, agreed, found, registered, twice

__all__ = ["registered"]


@kept
def newer_rules(scenario: str) -> bytes:
    """A game that goes on under a newer version of its rules, goes back, and on again."""
    skirmish.INSTALLED = ONE
    table = Tabled(scenario)
    table.answer(times=3)
    skirmish.INSTALLED = TWO
    try:
        for _ in range(2):
            agreed = [look(table.post, who).consent_to_upgrade().envelope for who in (ANN, BOB)]
            table.gm(lambda game, agreed=agreed: game.upgrade(agreed))
            n = table.n
            table.answer(times=3)
            if scenario == "open" and table.post.look().ledger.cases.rewinds == {}:
                rule(table.post, "void", entry=n)
                table.answer(times=2)
            else:
                break
        return table.post.save
    finally:
        skirmish.INSTALLED = ONE


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["open", "fog"])
def test_a_newer_version_of_the_rules(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = newer_rules(scenario)
    monkeypatch.setattr(skirmish, "INSTALLED", TWO)
    agreed(tmp_path, data)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("why", "change"),
    [
        ("not all agree to version", lambda b: b["step"].pop("agreed")),
        ("not all agree to version", lambda b: b["step"]["agreed"].pop()),
        ("two consents of york", lambda b: twice(b["step"]["agreed"])),
        ("something else", lambda b: b["step"].update(data_hash=64 * "9")),
        ("something else", lambda b: b["step"].update(version=3)),
        ("is in force", lambda b: b["step"].update(version=1)),
        ("not from 1", lambda b: b["step"].update(version="2")),
    ],
)
def test_versions_to_which_not_all_agreed(why: str, change: Change, tmp_path: Path) -> None:
    assert why in found(
        tmp_path, newer_rules("open"), lambda b: b["step"]["type"] == "rules", change
    )
