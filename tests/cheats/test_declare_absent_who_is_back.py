"""The GM answers for Lancaster, or goes on without a link of his, though he has written."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling
from pbem.protocol.bodies import Absent
from tests.moderator.test_rulings import rule
from tests.says import says

from .table import Crook, Post, mustering, verify
from .test_stay_silent_when_the_dice_are_known import ruled

DAY = 24 * 3600


def read(post: Post, days: int) -> Post:
    game = post.look("gm")
    game.tick(days * DAY)
    post.save = game.dumps()
    return post


def word(post: Post, side: str) -> Post:
    """A side says something, and the GM takes it."""
    (receipt,) = post.take({"w": post.look(side).say("say", 0, "Here I am.").to_text()})
    assert receipt.error is None
    return post


def declared(post: Post, side: str, days: int) -> str:
    """What `verify` says of an `absent` that the GM signs whatever his program says."""
    with pytest.raises(BadRuling):
        post.look("gm").absent(side, days * DAY, "Not a word.")
    crook = Crook(post)
    crook.signs(Absent(side=side, at=days * DAY, reason="Not a word."), crook.quiet)
    return verify(crook)


def test_the_days_begin_behind_his_last_word() -> None:
    post = word(read(ruled(), 100), "lancaster")
    assert says(declared(post, "lancaster", 400), "ledger.cases.absence.too_early", word="read")
    assert says(
        declared(read(post, 120), "lancaster", 149), "ledger.cases.absence.too_early", word="over"
    )


def test_the_days_begin_behind_the_question() -> None:
    """The clock stood still for a year; nobody is silent before he is asked."""
    post = read(mustering(), 1)
    rule(post, "patch", lines=["set lords.norfolk.coin 3"])
    assert "lancaster" in post.look().ledger.owes_ready()
    assert says(declared(post, "lancaster", 400), "ledger.cases.absence.too_early", word="read")
    read(post, 400)
    assert says(declared(post, "lancaster", 429), "ledger.cases.absence.too_early", word="over")
    post.look("gm").absent("lancaster", 430 * DAY, "Not a word.")


def test_who_answered_is_waited_for_no_more() -> None:
    post = read(ruled(), 100)
    (receipt,) = post.take({"r": post.sent("lancaster", "ready")})
    assert receipt.error is None
    assert declared(post, "lancaster", 400)
