"""Lancaster's accept and `ready`, with his first link, lie in the inbox; the GM (in league with York) takes a new key,
whose chain he chose so that York's first dice are good."""

from __future__ import annotations

from pbem.errors import Stale
from pbem.gm.game import Game
from pbem.protocol.bodies import Joined
from tests.moderator.people import accept, invited
from tests.says import says

from .table import GM, Crook, Post, mailed, verify


def waiting() -> tuple[Post, Post]:
    """Lancaster's letter was written for the first, the GM has changed in the second."""
    post = Post(invited().dumps())
    assert mailed(post, accept(post.save, "york").envelope).error is None
    later = post.copy()
    game = later.look("gm")
    game.seat(Game.loads(later.save, GM).claim("gm").envelope, [], "My disk died.")
    later.save, later.kept = game.dumps(), {}
    return post, later


def test_an_accept_of_before_is_stale_after_a_change_of_gm() -> None:
    post, later = waiting()
    letter = accept(post.save, "lancaster")
    (receipt,) = later.take({"late": letter.to_text()})
    assert isinstance(receipt.error, Stale)
    (again,) = later.take({"new": accept(later.save, "lancaster").to_text()})
    assert again.error is None
    assert verify(later) == ""


def test_a_gm_who_takes_it_all_the_same_is_seen_by_verify() -> None:
    post, later = waiting()
    letter = accept(post.save, "lancaster")
    record = Crook(post).writes(Joined(order=letter.envelopes[0])).last
    crook = Crook(later)
    crook.signs(Joined(order=letter.envelopes[0]), record)
    assert says(verify(crook), "errors.Stale")
