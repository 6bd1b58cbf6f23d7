"""York takes a new key, hoping that her link numbers begin again at 1, where she knows the GM's links."""

from __future__ import annotations

import pytest

from pbem.errors import BadLink, BadStatement
from pbem.gm.game import Game
from pbem.protocol.offices import MOVE, chain_of

from .table import ANN, EVE, changed, mustering, order, refusal, verify


def test_a_claim_goes_on_from_the_number_that_stood() -> None:
    post = mustering()
    number = post.look().ledger.chains.links["york"]
    claim = Game.loads(post.save, EVE).claim("york").envelope
    assert claim.body.numbers == {"move": number}  # type: ignore[union-attr]
    assert number > 1
    for other in (0, 1, number - 1, number + 1):
        with pytest.raises(BadStatement):
            post.look("gm").seat(changed(claim, EVE, numbers={"move": other}), [], "Ill.")


def test_whoever_comes_back_to_a_seat_has_a_new_chain() -> None:
    """Anne leaves, Eve sits, Anne returns: her key hangs on the head that her claim names."""
    post = mustering()
    chains = [post.look("york").key]
    for who in (EVE, ANN):
        claim = Game.loads(post.save, who).claim("york").envelope
        game = post.look("gm")
        game.seat(claim, [], "A change.")
        post.save, post.kept = game.dumps(), {}
        chains.append(Game.loads(post.save, who).key)
    links = set()
    for key in chains:
        assert key is not None
        links |= {key.chain(chain_of("york", MOVE), 0).link(k) for k in (1, 5, 9)}
    assert len(links) == 9
    assert verify(post) == ""


def test_a_link_of_the_old_chain_is_none_of_the_new_one() -> None:
    post = mustering()
    old = post.look("york").key
    assert old is not None
    claim = Game.loads(post.save, ANN).claim("york").envelope
    game = post.look("gm")
    game.seat(claim, [], "A new key.")
    post.save, post.kept = game.dumps(), {}
    for side in post.look().ledger.owes_ready():
        post.take({side: post.sent(side, "ready")})
    mail = order(post, "york", "norfolk: done")
    number = post.look().ledger.askings["york"].link
    link = old.chain(chain_of("york", MOVE), 0).link(number)
    assert refusal(post, changed(mail, ANN, link=link)) is BadLink


def test_a_key_is_not_changed_while_an_order_of_the_other_side_waits() -> None:
    """It would be a redraw at will: only who is asked may change his key."""
    post = mustering()
    claim = Game.loads(post.save, EVE).claim("lancaster").envelope
    with pytest.raises(BadStatement):
        post.look("gm").seat(claim, [], "A new key.")
