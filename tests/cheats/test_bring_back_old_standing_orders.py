"""York has a new key, and her standing orders lapsed; the GM logs an old one of hers again, in the same hand."""

from __future__ import annotations

from pbem.errors import OutOfSequence
from pbem.gm.game import Game
from pbem.protocol.bodies import Mailed
from tests.says import says, worded

from .table import ANN, Crook, mustering, order, refusal, sent, verify


def test_the_counter_of_standing_orders_goes_on_over_keys_and_seats() -> None:
    post = mustering()
    old = order(
        post, "york", reactions={"intercept": "no"}
    )  # never taken, or taken long ago: all one
    sent(post, "york", reactions={"approach": "stand"})
    claim = Game.loads(post.save, ANN).claim("york").envelope
    game = post.look("gm")
    game.seat(claim, [], "A new key.")
    post.save, post.kept = game.dumps(), {}
    assert post.look("york").ledger.position.standing.get("york", ()) == ()
    assert refusal(post, old) is OutOfSequence
    crook = Crook(post)
    crook.signs(Mailed(order=old), crook.quiet)
    assert says(verify(crook), "ledger.fold.fold", worded("errors.OutOfSequence", 1, "york"))
    assert ".." not in verify(crook), "the reason's full stop is the sentence's"
    sent(post, "york", reactions={"intercept": "no"})
    assert verify(post, ANN) == ""
