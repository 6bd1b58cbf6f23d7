"""Hidden Mats: a Plan that was dropped, or went with its War, comes back; an imposed one never comes to lie there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.protocol.bodies import Mailed, Opening, replace
from tests.differential.stranger import Stranger
from tests.says import says

from .table import ANN, BOB, Crook, Post, any_line, audit, mailed, order, veiled, verify
from .test_lose_her_sealed_cards import lying, plan, sealing

EYES = (None, ANN, BOB)
Cards = list[str]


def found(crook: Crook) -> list[str]:
    """What the public, both players and a stranger's program say of it."""
    reader = Stranger()
    *before, last = [reader.entry(entry) for entry in crook.entries]
    assert not any(before)
    return [*(verify(crook, who) for who in EYES), last or ""]


def dropped() -> tuple[Post, Mailed, dict[str, Any]]:
    """York had sealed a Plan when a correction dropped it; an entry that turns up a card of her new one."""
    post, _ = sealing()
    secrets = post.look("gm").ledger.position.secrets
    old = {slot: known for slot, known in secrets.items() if slot.startswith("plan:york")}
    assert old
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.york.coin 3"])
    post.save = game.dumps()
    post.ready()
    for _ in range(40):
        side = post.asked()[0]
        mail = order(post, side, any_line(post.look(side), post.random))
        honest = Crook(post).writes(Mailed(order=mail))
        if any(row.slot.startswith("plan:york") for row in honest.last.openings):
            assert not any(found(honest))
            assert audit(honest) == ""
            return post, Mailed(order=mail), old
        assert mailed(post, mail).error is None
    raise AssertionError("no card of York's is turned up")


@pytest.mark.slow
def test_a_card_of_a_dropped_plan_is_not_turned_up() -> None:
    post, step, old = dropped()
    honest = Crook(post).writes(step)
    slot = min(old, key=lambda slot: int(slot.rpartition(":")[2]))
    more = Opening(slot, old[slot].salt, old[slot].card)
    crook = Crook(post)
    crook.signs(step, replace(honest.last, openings=(*honest.last.openings, more)))
    for said in found(crook):
        assert (
            says(said, "ledger.locks._check_there", word="never")
            or "was dropped with its stack" in said
        )


@pytest.mark.slow
@pytest.mark.parametrize("lie", [lambda new, old: new + old, lambda new, old: old + new])
def test_a_dropped_plan_does_not_lie_there_again(lie: Callable[[Cards, Cards], Cards]) -> None:
    post, step, old = dropped()

    def change(state: Any) -> None:
        state.plan["york"] = lie(state.plan["york"], sorted(old))

    for said in found(lying(post, step, change)):
        assert says(said, "ledger.checks.hidden.check_stacks") or "was dropped" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (lambda cards: [], "not turned up"),
        (lambda cards: ["pass"] * len(cards), "not turned up"),
        (lambda cards: cards[::-1], "above it|another order"),
    ],
)
def test_an_imposed_plan_lies_there_as_it_was_sealed(
    lie: Callable[[Cards], Cards], why: str
) -> None:
    post = veiled()
    while [row.stack is not None for row in post.look().requests] != [True, True]:
        post.turn()
    game = post.look("gm")
    line = any_line(post.look("york"), post.random)
    game.rule("impose", "She is silent.", side="york", lines=[line])
    post.save = game.dumps()
    post.ready()
    step = Mailed(order=plan(post, "lancaster"))
    assert not any(found(Crook(post).writes(step)))

    def change(state: Any) -> None:
        state.plan["york"] = lie(state.plan["york"])

    for said in found(lying(post, step, change)):
        assert any(words in said for words in why.split("|")), said
