"""York offers a draw; Lancaster's yes is kept in the drawer until the next die is known."""

from __future__ import annotations

from pbem.errors import BadStatement, Stale
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Mailed
from tests.says import says

from .table import ANN, BOB, PARLEY, Crook, Post, last, mailed, mustering, refusal, sent, verify
from .test_countersign_for_the_enemy import word


def offered() -> Post:
    post = mustering()
    offer = envelope.sign(ANN, word(post, bodies.Draw, "york"))
    assert mailed(post, offer).error is None
    return post


def test_an_offer_is_gone_when_the_game_goes_on() -> None:
    post = offered()
    kept = envelope.sign(BOB, word(post, bodies.Draw, "lancaster", entry=last(post)))
    early = post.copy()
    assert mailed(early, kept).error is None
    assert early.look().result is not None
    sent(post, "york", PARLEY)
    assert refusal(post, kept) is Stale
    assert post.look().result is None
    crook = Crook(post)
    crook.signs(Mailed(order=kept), crook.quiet)
    assert says(verify(crook), "errors.Stale")


def test_an_offer_is_gone_with_a_ruling_or_a_rewind_too() -> None:
    for kind in ("patch", "void"):
        post = offered()
        n = last(post)
        yes = envelope.sign(BOB, word(post, bodies.Draw, "lancaster", entry=n))
        game = post.look("gm")
        if kind == "patch":
            game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
        else:
            game.rule("void", "A slip.", n)
        post.save = game.dumps()
        assert refusal(post, yes) in (Stale, BadStatement)
