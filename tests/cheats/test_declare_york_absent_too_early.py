"""The GM, in league with Lancaster, declares York absent to go on without her link."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling
from pbem.protocol.bodies import Absent, replace
from tests.says import says

from .table import PARLEY, Crook, Post, mustering, order, sent, verify
from .test_stay_silent_when_the_dice_are_known import ruled

DAY = 24 * 3600


def test_not_before_the_days_of_the_genesis_are_over() -> None:
    post = ruled()
    game = post.look("gm")
    with pytest.raises(BadRuling):
        game.absent("lancaster", 400 * DAY, "Not a word.")  # the clock was never read
    game.tick(100 * DAY)
    with pytest.raises(BadRuling):
        game.absent("lancaster", 129 * DAY, "Not a word.")
    game.absent("lancaster", 130 * DAY, "Not a word.")


def test_a_gm_who_does_it_all_the_same_is_seen_by_verify() -> None:
    post = ruled()
    game = post.look("gm")
    game.tick(100 * DAY)
    post.save = game.dumps()
    crook = Crook(post)
    crook.signs(Absent(side="lancaster", at=101 * DAY, reason="Not a word."), crook.quiet)
    assert says(verify(crook), "ledger.cases.absence.too_early", word="silent")


def test_any_signed_word_of_hers_starts_her_days_anew() -> None:
    post = ruled()
    game = post.look("gm")
    game.tick(100 * DAY)
    post.save = game.dumps()
    receipt = post.take({"w": post.look("lancaster").say("say", 0, "Here I am.").to_text()})[0]
    assert receipt.error is None
    game = post.look("gm")
    game.tick(129 * DAY)
    with pytest.raises(BadRuling):
        game.absent("lancaster", 131 * DAY, "Not a word.")


def absent_game() -> Post:
    post = ruled()
    game = post.look("gm")
    game.tick(100 * DAY)
    game.absent("lancaster", 131 * DAY, "Not a word.")
    post.save = game.dumps()
    return post


def test_dice_that_fall_while_he_is_absent_are_marked_and_counted_in_the_verdict() -> None:
    post = absent_game()
    sent(post, "york", PARLEY)
    (die,) = post.look().save.entries[-1].body.record.rolls
    assert die.absent == ("lancaster",)
    verdict = post.look().verify()
    assert [one.sides for one in verdict.unwatched] == [("lancaster",)]


def test_a_mark_left_out_is_seen_by_verify() -> None:
    post = absent_game()
    mail = order(post, "york", PARLEY)
    (die,) = Crook(post).takes(mail).last.rolls
    assert "dice" in verify(Crook(post).takes(mail, rolls=(replace(die, absent=()),)))


def test_dice_that_waited_for_his_ready_alone_fall_then_and_are_marked() -> None:
    post = mustering()
    game = post.look("gm")
    game.rule("impose", "She is late.", side="york", lines=[PARLEY])
    game.tick(100 * DAY)
    post.save = game.dumps()
    sent(post, "york", "ready")
    assert post.look().ledger.owes_ready() == ("lancaster",)
    game = post.look("gm")
    game.absent("lancaster", 131 * DAY, "Not a word.")
    post.save = game.dumps()
    (die,) = post.look().save.entries[-1].body.record.rolls
    assert die.absent == ("lancaster",)
    assert post.look().ledger.askings.keys() == {"york"}
    assert verify(post) == ""
