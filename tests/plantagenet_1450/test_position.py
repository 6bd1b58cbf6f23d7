"""The position as a document and as a picture."""

from __future__ import annotations

from pbem.games.plantagenet_1450.drawn_map import drawn
from pbem.games.plantagenet_1450.position import position
from pbem.games.plantagenet_1450.s16_4_6_7_deployment import deploy_forces
from pbem.games.plantagenet_1450.s20_scenarios import setup
from pbem.games.plantagenet_1450.state import Garrison, State, Unit
from pbem.reports.formats.text import text
from tests.plantagenet_1450.field import LEEDS, PONTEFRACT, TOWTON, empty, fight, put, run


def told(state: State) -> str:
    return " ".join(text(position(state).parts).split())


def test_aims_are_told_in_words() -> None:
    said = told(setup("towton_1461"))
    assert (
        "York: a Yorkist leader stands in York (1612), and no Lancastrian leader stands in York (1612), "
        "and Lancaster has at most 8 units in England" in said
    )
    assert (
        "Lancaster: Edward, Earl of March (Edward IV) is dead or captive; or a Lancastrian" in said
    )
    assert "Both, or neither: a draw" in said


def test_it_says_that_values_are_reconstructed() -> None:
    assert "are a reconstruction" in told(setup("towton_1461"))


def test_leaders_are_told_with_what_has_become_of_them() -> None:
    state = setup("towton_1461")
    state.leaders["henry_vi"].rides = "somerset"
    state.leaders["norfolk"].status = "captive"
    state.leaders["norfolk"].captor = "clifford"
    state.leaders["clifford"].inside = True
    state.leaders["warwick"].fatigue = 3
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")] * 2)
    said = told(state)
    assert "rides with Duke of Somerset" in said
    assert "captive, held by Lord Clifford" in said
    assert "inside Pontefract Castle" in said
    assert "Fatigue: +1" in said
    assert "Garrisons: Pontefract Castle 2MA" in said


def test_16_4_6_7_the_battle_board_is_shown() -> None:
    state = setup("towton_1461")
    there = empty()
    put(there, "warwick", LEEDS, "1 knights", side="york")
    put(there, "clifford", TOWTON, "2 billmen")
    fight(there)
    run(deploy_forces, there)
    state.battle = there.battle
    said = told(state)
    assert "The battle at Towton (1513)" in said
    assert "York: 1KN" in said
    assert "Lancaster: 1BI" in said


def test_the_picture_has_every_hex_with_its_owner_and_who_stands_there() -> None:
    state = setup("towton_1461")
    picture = drawn(state)
    places = {place.id: place for place in picture.places}
    assert len(places) == 450
    assert places["1514"].owner == "lancaster"
    assert [piece.id for piece in places["1514"].pieces] == ["clifford"]
    assert places["1514"].marks[0][0] == "3"


def test_who_is_abroad_is_drawn_there() -> None:
    state = setup("towton_1461")
    state.leaders["warwick"].at = "foreign:burgundy"
    sea = next(sea for sea in drawn(state).seas if sea.id == "burgundy")
    assert [piece.id for piece in sea.pieces] == ["warwick"]
