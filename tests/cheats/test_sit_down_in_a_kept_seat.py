"""The invitation names Anne's key; Eve accepts first."""

from __future__ import annotations

import pytest

from pbem.errors import SeatKept, SideTaken
from pbem.gm.game import Game
from pbem.protocol.bodies import Joined, Record
from tests.moderator.people import accept, invited

from .table import EVE, GM, Crook, Post, changed, mailed, refusal, verify


def test_a_seat_with_a_fingerprint_is_for_that_key_alone() -> None:
    post = Post(invited().dumps())
    with pytest.raises(SeatKept):
        Game.loads(post.save, EVE).join("york")
    free = Game.new(GM, "plantagenet", "Ib", {})
    other = Game.loads(free.dumps(), EVE).join("york").envelope
    genesis = post.look().head
    keys = EVE.public_in(EVE.game_key("york", genesis, genesis))
    forged = changed(other, EVE, game=genesis, head=genesis, keys=keys)
    assert refusal(post, forged) is SeatKept
    crook = Crook(post)
    crook.signs(Joined(order=forged), Record(state_hash=crook.last.state_hash))
    assert verify(crook).startswith("SeatKept")


def test_a_seat_that_is_taken_stays_taken() -> None:
    post = Post(Game.new(GM, "plantagenet", "Ib", {}).dumps())
    late = Game.loads(post.save, EVE).join("york").envelope
    assert mailed(post, accept(post.save, "york").envelope).error is None
    assert refusal(post, late) is SideTaken
