"""Anne left; a rewind to before that would give her old key the seat again, with a chain that others know."""

from __future__ import annotations

from pbem.errors import SeatLost
from pbem.gm.game import Game

from .table import ANN, EVE, PARLEY, changed, last, mustering, order, refusal, sent, verify


def test_who_sits_where_goes_on_over_a_rewind() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    n = last(post)
    while "york" not in post.asked():
        post.turn()
    hers = order(post, "york", post.look("york").legal()[0].line)
    claim = Game.loads(post.save, EVE).claim("york").envelope
    game = post.look("gm")
    game.seat(claim, [], "Anne left.")
    numbers = game.ledger.chains.numbers
    game.rule("void", "A slip.", n)
    post.save, post.kept = game.dumps(), {}
    ledger = post.look().ledger
    assert ledger.seats["york"].keys.ssh == EVE.public.ssh
    assert all(ledger.chains.numbers[side] > numbers[side] for side in ledger.sides)
    assert refusal(post, hers) is SeatLost
    number = ledger.askings["york"].number
    assert refusal(post, changed(hers, ANN, question=number)) is SeatLost
    assert verify(post) == ""
