"""The GM has York's order, knows its dice, dislikes them, and rules so that she is asked again."""

from __future__ import annotations

import pytest

from pbem.errors import OldQuestion, OutOfSequence, PbemError
from pbem.player import compose
from pbem.protocol.bodies import Mailed, Ruling
from tests.says import says

from .table import PARLEY, Crook, Post, last, mailed, mustering, order, verify

RULINGS = ("impose", "void", "patch")


def ruling_of(kind: str, post: Post) -> Ruling:
    rulings = {
        "impose": Ruling(kind="impose", side="york", lines=("norfolk: done",), reason="Late."),
        "void": Ruling(kind="void", entry=last(post), reason="A slip."),
        "patch": Ruling(kind="patch", lines=("set lords.norfolk.coin 3",), reason="A slip."),
    }
    return rulings[kind]


@pytest.mark.parametrize("kind", RULINGS)
def test_the_order_in_hand_is_of_no_use_after_the_ruling(kind: str) -> None:
    """Its link stays burnt, its asking is gone, and everybody sees the ruling in the log."""
    post = mustering()
    hand = order(post, "york", PARLEY)
    game = post.look("gm")
    ruling = ruling_of(kind, post)
    game.rule(kind, ruling.reason, ruling.entry, ruling.side, ruling.lines)
    post.save = game.dumps()
    receipt = mailed(post, hand)
    assert isinstance(receipt.error, OldQuestion | OutOfSequence), receipt.error
    asking = post.look().ledger.askings
    assert all(one.number > hand.body.question for s, one in asking.items() if s == "york")  # type: ignore[union-attr]
    assert asking.keys() == {"york", "lancaster"}, "everybody sends a fresh link after a ruling"
    assert verify(post) == ""
    assert any(ruled.kind == kind for ruled in post.look().ledger.cases.rulings)


@pytest.mark.parametrize("kind", RULINGS)
def test_a_gm_who_logs_the_order_in_hand_after_the_ruling_is_seen_by_verify(kind: str) -> None:
    post = mustering()
    hand = order(post, "york", PARLEY)
    record = Crook(post).takes(hand).last
    crook = Crook(post).writes(ruling_of(kind, post))
    crook.signs(Mailed(order=hand), record)
    assert says(verify(crook), "errors.OldQuestion")


def test_her_next_link_is_another() -> None:
    post = mustering()
    hand = order(post, "york", PARLEY)
    game = post.look("gm")
    game.rule("void", "A slip.", last(post))
    post.save = game.dumps()
    post.ready()
    while (
        "york" not in post.look().ledger.askings
        or post.look().ledger.askings["york"].request == "ready"
    ):
        post.turn()
    author = post.look("york")._author()
    number = post.look().ledger.askings["york"].number
    assert compose.link(author, number) != hand.body.link  # type: ignore[union-attr]


def test_a_ruling_that_rolls_a_die_by_itself_is_impossible() -> None:
    """What it decides is carried out after everybody was ready again."""
    post = mustering()
    game = post.look("gm")
    game.rule("impose", "Late.", 0, "york", [PARLEY])
    assert game.save.entries[-1].body.record.rolls == ()
    post.save = game.dumps()
    assert set(post.look().ledger.owes_ready()) == {"york", "lancaster"}
    with pytest.raises(PbemError):
        order(post, "york", PARLEY)
    post.ready()
    assert any(
        r.label.startswith("norfolk parley") for r in post.look().save.entries[-1].body.record.rolls
    )
    assert verify(post) == ""
