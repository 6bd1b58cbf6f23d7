"""A player's page without a browser: what is clicked goes into the orders, and the position moves on."""

from __future__ import annotations

import pytest

from pbem.errors import NotOnThisPage
from pbem.moderator.game import Game
from pbem.web.desk import seated
from pbem.web.seat import Seat
from tests.moderator.people import Post
from tests.moderator.people import seated as seated_post


def mustering() -> tuple[Post, str]:
    """A game in which a side Musters."""
    post = seated_post(seed=1)
    while True:
        asked = post.look().requests
        if asked and asked[0].kind == "muster":
            return post, asked[0].side
        post.turn()


def at(post: Post, side: str) -> tuple[Game, Seat]:
    game = post.look(side)
    return game, seated(game)


def test_a_choice_is_narrowed_by_its_lord_and_taken() -> None:
    post, side = mustering()
    game, seat = at(post, side)
    assert "Muster" in seat.whole()
    lord = next(o.line.partition(":")[0] for o in game.legal() if o.line.endswith(": troops"))
    answer = seat.act("pick", {"what": f"piece:{lord}"})
    assert "map" not in answer.parts, "the position stands still"
    assert "does:troops" in answer.parts["asked"]
    answer = seat.act("pick", {"what": "does:troops"})
    assert f"{lord}: troops" in answer.parts["asked"]
    assert f"{lord}: troops" in answer.parts["near"], "few are left: shown at the click"
    assert all(
        one.option.line.startswith(lord) for one in seat.concerns if f"piece:{lord}" in one.about
    )
    answer = seat.act("take", {"line": f"{lord}: troops"})
    assert seat.draft.lines == (f"{lord}: troops",)
    assert {"map", "orders", "asked", "glow"} <= set(answer.parts)
    answer = seat.act("undo", {})
    assert seat.draft.lines == ()


def test_a_page_knows_what_it_cannot_do() -> None:
    post, side = mustering()
    _, seat = at(post, side)
    with pytest.raises(NotOnThisPage):
        seat.act("conquer", {})
    with pytest.raises(NotOnThisPage):
        seat.act("pick", {"what": "place:atlantis"})
    with pytest.raises(NotOnThisPage):
        seat.act("delete", {"at": "0"})
