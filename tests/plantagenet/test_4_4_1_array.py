"""4.4.1 Battle Array."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.engine.request import Request
from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s4_4_1_array as rule
from pbem.games.plantagenet.decisions import Done
from pbem.games.plantagenet.state import State
from tests.plantagenet.battlefield import battlefield
from tests.says import sentence, worded
from tests.scripted import Scripted

MEN = {"men_at_arms": 1}
YORKISTS = ("york", "march", "salisbury", "warwick_y", "rutland")
LANCASTRIANS = ("henry_vi", "somerset_1", "northumberland_l", "exeter_1", "buckingham")


def field(york: int, lancaster: int, attacker: str = "york") -> State:
    state = battlefield(dict.fromkeys((*YORKISTS[:york], *LANCASTRIANS[:lancaster]), MEN))
    rule.begin(Scripted(state).table, "coventry", attacker)
    return state


def array(state: State, *answers: str) -> Scripted:
    game = Scripted(state, answers)
    game.run(rule.array)
    return game


def places(state: State) -> dict[str, str]:
    return {id: lord.place for id, lord in rule.current(state).lords.items()}


def menu(game: Scripted, number: int) -> list[str]:
    return [option.line for option in game.asked[number].options]


def test_4_4_all_lords_at_the_stronghold_take_part() -> None:
    state = field(2, 1)
    state.lords["rutland"].at = "leicester"
    rule.begin(Scripted(state).table, "coventry", "lancaster")
    battle = rule.current(state)
    assert list(battle.lords) == ["york", "march", "henry_vi"]
    assert (battle.at, battle.attacker, battle.defender) == ("coventry", "lancaster", "york")


def test_4_4_the_battle_opens_with_who_attacks_whom() -> None:
    state = battlefield({"york": MEN, "march": MEN, "henry_vi": MEN})
    game = Scripted(state)
    rule.begin(game.table, "coventry", "lancaster")
    assert game.story == [
        sentence(
            "games.plantagenet.s4_4_1_array.begin", "Coventry", "Henry VI", "s", "York and March"
        )
    ]


def test_4_4_1_one_lord_each_stand_in_the_center_unasked() -> None:
    state = field(1, 1)
    array(state)
    assert places(state) == {"york": "center", "henry_vi": "center"}


def test_4_4_1_defenders_then_attackers_position_their_lords() -> None:
    state = field(2, 2)
    game = array(state, "somerset_1: center", "henry_vi: right", "york: center")
    assert [request.side for request in game.asked] == ["lancaster", "lancaster", "york", "york"]
    assert places(state) == {
        "somerset_1": "center",
        "henry_vi": "right",
        "york": "center",
        "march": "right",
    }


def test_4_4_1_front_center_is_filled_first() -> None:
    state = field(1, 3)
    game = array(state, "henry_vi: center", "somerset_1: left")
    assert menu(game, 0) == ["henry_vi: center", "somerset_1: center", "northumberland_l: center"]
    assert places(state)["northumberland_l"] == "right"


def test_4_4_1_other_defenders_start_in_reserve() -> None:
    state = field(1, 5)
    array(state, "henry_vi: center", "somerset_1: left", "exeter_1: right")
    assert [id for id, place in places(state).items() if place == "reserve"] == [
        "northumberland_l",
        "buckingham",
    ]


def test_4_4_1_the_defender_must_fill_the_front() -> None:
    state = field(1, 2)
    game = array(state, "henry_vi: center", "somerset_1: left")
    assert menu(game, 1) == ["somerset_1: left", "somerset_1: right"]


def test_4_4_1_the_attacker_must_stand_opposite_each_front_defender_first() -> None:
    state = field(3, 2)
    game = array(state, "henry_vi: center", "somerset_1: right", "york: center", "march: right",
                 "salisbury: left")  # fmt: skip
    assert menu(game, 3) == ["march: right", "salisbury: right"]
    with pytest.raises(
        IllegalOrder, match=worded("games.plantagenet.s4_4_1_array.fill_array", word="opposite")
    ):
        match(game.asked[3], "march: left")
    assert places(state)["salisbury"] == "left"


def test_4_4_1_an_attacker_with_too_few_lords_takes_the_center_and_either_wing() -> None:
    state = field(2, 3)
    game = array(state, "henry_vi: center", "somerset_1: left", "york: center", "march: left")
    assert menu(game, 4) == ["march: left", "march: right"]
    assert places(state)["march"] == "left"


def test_c60_the_attacker_may_use_other_front_places_or_the_reserve() -> None:
    state = field(3, 1)
    game = array(state, "york: center", "march: left", "done")
    assert menu(game, 2) == [
        "march: left",
        "salisbury: left",
        "march: right",
        "salisbury: right",
        "done",
    ]
    assert places(state)["march"] == "left"
    assert places(state)["salisbury"] == "reserve"


def test_c60_no_reserve_while_a_defender_is_unopposed() -> None:
    state = field(2, 2)
    game = array(state, "henry_vi: center", "somerset_1: left", "york: center")
    assert menu(game, 3) == ["march: left"]


def test_4_4_1_valour_markers_equal_the_rating() -> None:
    state = field(1, 1)
    array(state)
    battle = rule.current(state)
    assert battle.lords["york"].valour == 2
    assert battle.lords["henry_vi"].valour == 0


def test_4_4_1_the_array_is_told() -> None:
    state = field(1, 2)
    game = array(state, "henry_vi: center", "somerset_1: left")
    assert game.story == [
        "The Lancastrians array Henry VI in the center and Somerset (1) on the left.",
        "The Yorkists array York in the center.",
    ]


def test_4_4_1_the_menu_says_who_is_opposite() -> None:
    state = field(2, 1)
    asked = Request[rule.TakePosition | Done](
        "york", "array", "", "4.4.1", lambda menu: rule.fill_array(menu, state, "york")
    )
    rule.current(state).lords["henry_vi"].place = "center"
    assert asked.options[0].note == "opposite Henry VI"
