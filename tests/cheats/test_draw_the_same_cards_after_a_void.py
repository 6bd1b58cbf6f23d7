"""A draw is voided; the cards of the second draw are those of the first, so York decides knowing them."""

from __future__ import annotations

from tests.drawn import kept
from tests.says import says

from .table import Crook, Post, last, order, seated, verify


@kept
def drawn() -> Post:
    """The decks were shuffled and cards drawn with York's `ready`; she has answered since."""
    post = seated()
    post.turn()
    post.turn()
    return post


def test_voiding_a_draw_shuffles_anew_with_another_link() -> None:
    post = drawn().copy()
    first = post.look().save.entries
    shuffled = next(e for e in first if e.body.record.shuffles)
    game = post.look("gm")
    game.rule("void", "A slip.", shuffled.n)
    post.save = game.dumps()
    post.ready()
    again = post.look().save.entries[-1]
    assert again.n > last(drawn())
    assert again.body.record.shuffles
    numbers = (
        [s.k for s in shuffled.body.record.shuffles],
        [s.k for s in again.body.record.shuffles],
    )
    assert not set(numbers[0]) & set(numbers[1]), "a deck link is used once"
    cards = [e.body.record.shuffles[0].cards for e in (shuffled, again)]
    assert cards[0] != cards[1]
    assert verify(post) == ""


def test_a_gm_who_leaves_the_deck_as_it_was_is_seen_by_verify() -> None:
    post = drawn().copy()
    shuffled = next(e for e in post.look().save.entries if e.body.record.shuffles)
    game = post.look("gm")
    game.rule("void", "A slip.", shuffled.n)
    post.save = game.dumps()
    sides = post.look().ledger.owes_ready()
    for side in sides[:-1]:
        crook = Crook(post).takes(order(post, side, "ready"))
        assert verify(crook) == ""
    post2 = post.copy()
    for side in sides[:-1]:
        post2.take({side: post2.sent(side, "ready")})
    mail = order(post2, sides[-1], "ready")
    old = shuffled.body.record
    cheat = Crook(post2).takes(mail, shuffles=old.shuffles, openings=old.openings)
    assert says(verify(cheat), "ledger.chances.LogChance.shuffled", word="missing")
