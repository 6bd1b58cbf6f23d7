"""One person takes both seats, or a seat beside the GM's chair."""

from __future__ import annotations

import pytest

from pbem.errors import AlreadySeated, BadStatement, PbemError
from pbem.gm.game import Game
from tests.moderator.people import accept

from .table import ANN, BOB, GM, Post, changed, mailed, mustering


def open_game() -> Post:
    return Post(Game.new(GM, "plantagenet", "Ib", {}).dumps())


def test_who_has_a_seat_gets_no_second_one() -> None:
    post = open_game()
    assert mailed(post, accept(post.save, "york").envelope).error is None
    with pytest.raises(AlreadySeated):
        post.look("york").join("lancaster")
    other = changed(accept(open_game().save, "lancaster").envelope, BOB)
    game, keys = post.look(), post.look("york").ledger.seats["york"].keys
    both = changed(other, ANN, game=game.ledger.game, head=game.head, keys=keys)
    assert isinstance(mailed(post, both).error, PbemError)


def test_the_gm_is_no_player() -> None:
    with pytest.raises(AlreadySeated):
        Game.loads(open_game().save, GM).join("york")


def test_a_player_claims_no_other_seat_and_no_chair() -> None:
    post = mustering()
    for side in ("york", "gm"):
        with pytest.raises((AlreadySeated, BadStatement)):
            Game.loads(post.save, BOB).claim(side)
