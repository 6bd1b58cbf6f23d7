"""Hidden mats: the GM, who knows all cards, takes another one of a stack or deck than the one on top."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest

from pbem.errors import BadPatch, FalseEntry
from pbem.gm.game import Game
from pbem.ledger import locks
from pbem.protocol.bodies import Mailed, Record, replace
from pbem.protocol.save import Save
from tests.differential.stranger import Stranger
from tests.moderator.people import joined
from tests.says import worded

from .table import (
    ANN,
    BOB,
    GM,
    NONCE,
    Crook,
    Post,
    any_line,
    order,
    veiled,
    veiled_with_plans,
    verify,
)

Fits = Callable[[Record], bool]


def everybody(cheat: Crook) -> list[str]:
    return [verify(cheat, who) for who in (None, ANN, BOB)]


@contextlib.contextmanager
def from_below(crook: Crook) -> Iterator[None]:
    """His own program turns a stack or deck so that its last card is on top; the others lie as they lay."""
    state = crook.ledger.play.state
    for piles in (state.plan, state.deck):
        for side in piles:
            turned(piles, side)
    with mock.patch.object(locks, "check_next"):
        yield


def turned(piles: Any, side: str) -> None:
    piles[side] = [*piles[side][-1:], *piles[side][:-1]]


def cheat(post: Post, fits: Fits) -> Crook:
    """The first entry that `fits`, from below; as it should be it is in order."""
    for _ in range(80):
        side = post.asked()[0]
        line = any_line(post.look(side), post.random)
        step = Mailed(order=order(post, side, line, escrow=post.escrow))
        if fits(Crook(post).writes(step).last):
            assert everybody(Crook(post).writes(step)) == ["", "", ""]
            crook = Crook(post)
            with from_below(crook):
                return crook.writes(step)
        post.turn()
    pytest.fail("no such entry came")


def stranger(cheat: Crook) -> str:
    """What the independent verifier says of its last entry."""
    reader = Stranger()
    *before, _ = said = [reader.entry(entry) for entry in cheat.entries]
    assert not any(before), before
    return said[-1]


def test_a_plan_is_turned_up_from_the_top() -> None:
    post = veiled_with_plans()
    lie = cheat(post, lambda made: any(one.slot.startswith("plan:") for one in made.openings))
    assert all("before card" in said for said in everybody(lie)), everybody(lie)
    assert "one above it is not" in stranger(lie)


@pytest.mark.slow
def test_nobody_is_asked_to_open_a_card_from_below() -> None:
    """A Plan that its owner keeps: what she is asked to open is told to all as soon as she does."""
    post = veiled()
    kept = Post(post.save, post.seed, False, post.mails, post.saves, post.kept)
    lie = cheat(kept, lambda made: any(row.kind == "open" for row in made.questions))
    (row,) = (row for row in lie.last.questions if row.kind == "open")
    assert all("before card" in said for said in everybody(lie)), everybody(lie)
    assert "a card that is not the next" in stranger(lie)
    owner = {"york": ANN, "lancaster": BOB}[row.side]
    asked = tuple(replace(one, text="Which card?") for one in lie.last.questions)
    step, record = lie.entries[-1].body.step, replace(lie.last, questions=asked)
    nowhere = Crook(kept)
    nowhere.signs(step, record)
    assert all("does not lie there" in said for said in everybody(nowhere)), everybody(nowhere)
    assert "names no card that can be opened" in stranger(nowhere)
    with pytest.raises(FalseEntry, match="before card"):  # her program signs nothing
        Game(Save(lie.entries, GM.public.fingerprint, beside=lie.menus), owner)


def test_a_deck_is_dealt_from_the_top() -> None:
    game = Game.new(GM, "plantagenet", "Ia", {}, {"hidden_mats": "yes"}, NONCE)
    lie = cheat(
        joined(Post(game.dumps())), lambda made: any("lancaster" in one.slot for one in made.deals)
    )
    assert all("before card" in said for said in everybody(lie)), everybody(lie)
    assert "one above it is not" in stranger(lie)


def test_a_correction_moves_no_card_that_lies_covered() -> None:
    post = veiled_with_plans()
    game = post.look("gm")
    plan = game.ledger.play.state.plan["york"]
    with pytest.raises(BadPatch, match=worded("ledger.cases.rulings.check_patched", word="stay")):
        game.rule("patch", "Another order.", lines=[f"remove plan.york {plan[0]}"])
