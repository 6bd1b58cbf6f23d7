"""11.1 Noble reinforcements."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.s11_1_reinforcements import reinforcements
from pbem.games.warriors.state import NobleState, State
from tests.says import worded
from tests.scripted import Scripted
from tests.shown import read
from tests.warriors.field import empty, kinds, lines, where


def cup(*ids: str) -> State:
    """Only these are in the cup; York has the Initiative."""
    state = empty("reinforcements")
    for id in state.nobles:
        if id not in ids:
            state.nobles[id] = NobleState("out")
    return state


def run(state: State, *answers: str) -> Scripted:
    game = Scripted(state, answers)
    game.run(reinforcements)
    return game


def test_c28_the_non_initiative_player_first_alternately() -> None:
    state = cup("audley", "clifford", "ferrers", "oxford")
    game = run(state, "oxford: take")
    assert [request.side for request in game.asked] == ["lancaster", "york"] * 2
    assert where(state, "clifford") == ("covert", "lancaster")
    assert where(state, "ferrers") == ("covert", "york")


def test_c28_own_colour_then_neutral_then_enemy_is_binding() -> None:
    state = cup("audley", "clifford", "ferrers", "percy")
    game = run(state, "percy: take")
    first = game.asked[0]
    assert lines(first) == ["percy: take", "clifford: take"]
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s11_1_reinforcements.bar_others", word="first")
    ):
        match(first, "audley: take")
    assert where(state, "audley") == ("covert", "york")


def test_c28_an_enemy_goes_into_his_box_or_back_into_the_cup() -> None:
    state = cup("clifford", "percy")
    state.initiative = "lancaster"
    game = run(state, "percy: give")
    assert lines(game.asked[0]) == [
        "percy: return",
        "percy: give",
        "clifford: return",
        "clifford: give",
    ]
    assert where(state, "percy") == ("covert", "lancaster")
    state = cup("clifford", "percy")
    state.initiative = "lancaster"
    run(state, "percy: return")
    assert where(state, "percy") == ("cup", "")


def test_c28_with_an_odd_number_the_first_has_one_more() -> None:
    state = cup("audley", "oxford", "powis")
    run(state, "audley: take", "oxford: take")
    assert [len(nobles.covert(state, side)) for side in ("york", "lancaster")] == [1, 2]


def test_11_1_four_nobles_are_drawn() -> None:
    state = cup("audley", "clifford", "ferrers", "oxford", "percy", "powis")
    run(state, "audley: take")
    assert len(nobles.cup(state)) == 2


def test_c27_an_empty_cup_skips_the_step() -> None:
    game = run(cup())
    assert kinds(game) == []
    assert game.story == []


def test_c27_nobles_put_back_cannot_be_drawn_again_this_turn() -> None:
    state = cup("clifford", "percy", "dacre")
    state.initiative = "lancaster"
    game = run(state, "clifford: return", "percy: take", "dacre: return")
    assert nobles.cup(state) == ["clifford", "dacre"]
    assert not nobles.face_up_nobles(state)
    assert len(game.asked) == 3


def test_c29_covert_boxes_are_open_and_the_cup_may_be_listed() -> None:
    state = cup("clifford", "audley")
    state.nobles["ferrers"] = NobleState("covert", "york")
    shown = [WARRIORS.report(state, side, {}) for side in ("york", "lancaster", "public")]
    assert shown[0] == shown[1] == shown[2]
    boxes = read(shown[0], "Boxes")
    assert boxes[0] == "York's Covert Box: Ferrers 1* b2 l3 WM"
    assert "In the cup: 2 nobles" in boxes
    assert not WARRIORS.secrets.veiled(state)
    assert WARRIORS.secrets.hand(state, "york") == ()


def test_c45_striped_nobles_drawn_stay_striped() -> None:
    state = cup("audley")
    state.nobles["audley"].back = True
    run(state)
    assert state.nobles["audley"] == NobleState("covert", "lancaster", True)
