"""The GM keeps Lancaster's `ready` in his hand, to have two sets of dice to choose from."""

from __future__ import annotations

from pbem.errors import OldQuestion, OutOfSequence, WaitsForReady
from pbem.protocol.bodies import Ready

from .table import PARLEY, mailed, order, refusal
from .test_stay_silent_when_the_dice_are_known import ruled


def test_without_it_nothing_goes_on_and_a_second_one_is_not_asked_for() -> None:
    post = ruled()
    kept = order(post, "lancaster", "ready")
    assert refusal(post, order(post, "york", PARLEY)) is WaitsForReady
    assert mailed(post, kept).error is None
    assert post.asked() == ("york",)
    assert mailed(post, kept).again


def test_a_ready_that_another_ruling_made_old_is_refused() -> None:
    """Each ruling asks for a fresh one; the kept one is burnt."""
    post = ruled()
    kept = order(post, "lancaster", "ready")
    game = post.look("gm")
    game.rule("patch", "Another slip.", lines=["set lords.norfolk.coin 4"])
    post.save = game.dumps()
    assert refusal(post, kept) in (OldQuestion, OutOfSequence)
    fresh = order(post, "lancaster", "ready")
    assert fresh.body.link != kept.body.link  # type: ignore[union-attr]
    assert mailed(post, fresh).error is None


def test_a_ready_brings_no_standing_orders_and_no_lines() -> None:
    assert {"statements", "sealed", "plan"}.isdisjoint(Ready.__struct_fields__)
