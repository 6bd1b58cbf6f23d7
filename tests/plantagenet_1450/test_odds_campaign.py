"""`pbem odds joining`, `attrition` and `interception`."""

from __future__ import annotations

import pytest

from pbem.engine.odds import Answer, Inquiry
from pbem.errors import BadQuestion
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import highest
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, WAKEFIELD, WEST, YORK, empty, put
from tests.plantagenet_1450.realm import realm
from tests.says import sentence, worded

CALAIS, DOVER = "2531", "2430"


def ask(name: str, state: State, games: int = 200, **given: str) -> Answer:
    return PLANTAGENET_1450.chances.odds()[name].run(Inquiry(state, "york", given, games=games))


def shares(answer: Answer, block: int = 0) -> dict[str, float]:
    return {line.label: line.share for line in answer.blocks[block].lines}


def campaign() -> State:
    state = empty()
    state.in_campaign = True
    return state


def field() -> State:
    state = campaign()
    put(state, "warwick", LEEDS, "3 billmen", side="york")
    put(state, "norfolk", WEST, "2 billmen", side="york")
    put(state, "clifford", TOWTON, "4 billmen")
    return state


def test_16_4_6_2_a_force_joins_on_the_number_that_the_rules_use() -> None:
    state = field()
    answer = ask("joining", state, leader="warwick", at="towton")
    most = highest(state, "warwick", TOWTON, WEST)
    (chance,) = shares(answer).values()
    assert chance == most / 6
    assert shares(answer, 1) == pytest.approx({"3": 1 - chance, "5": chance})
    assert answer.numbers["units"] == pytest.approx(3 + 2 * chance)


def test_16_4_6_2_all_that_the_dice_can_do_adds_up() -> None:
    state = field()
    put(state, "fauconberg", "1514", "1 billmen", side="york")
    answer = ask("joining", state, leader="warwick", at="towton")
    assert len(answer.blocks[0].lines) == 2
    assert sum(shares(answer, 1).values()) == pytest.approx(1)
    alone = ask("joining", state, leader="warwick", at="towton", joining=WEST)
    assert len(alone.blocks[0].lines) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"leader": "norfolk", "at": YORK}, "no enemy force"),
        ({"leader": "clifford", "at": LEEDS}, "no other force"),
        ({"leader": "fauconberg", "at": LEEDS}, "no leader"),
    ],
)
def test_joining_without_an_answer_says_why(given: dict[str, str], why: str) -> None:
    with pytest.raises(BadQuestion, match=why):
        ask("joining", field(), **given)


@pytest.mark.slow
def test_16_4_4_a_rested_force_comes_whole_where_it_is_near() -> None:
    state = campaign()
    put(state, "norfolk", LEEDS, "2 billmen", side="york")
    answer = ask("attrition", state, leader="norfolk", to=WAKEFIELD)
    assert shares(answer)["in campaign turn 1"] == 1
    assert answer.numbers["units"] == 2
    assert answer.numbers["fatigue"] == 1


@pytest.mark.slow
def test_16_4_4_1_a_tired_force_loses_a_sixth_of_its_units() -> None:
    state = campaign()
    put(state, "norfolk", LEEDS, "10 billmen", side="york", fatigue=2)
    answer = ask("attrition", state, 2000, leader="norfolk", to=WAKEFIELD)
    assert answer.numbers["units"] == pytest.approx(10 * 5 / 6, abs=0.15)


@pytest.mark.slow
def test_16_4_a_long_way_takes_more_than_a_campaign_turn_and_men() -> None:
    state = campaign()
    put(state, "norfolk", "0732", "4 billmen", side="york")
    state.leaders["norfolk"].at = "0733"
    hurried = ask("attrition", state, leader="norfolk", to="york")
    assert shares(hurried)["in campaign turn 1"] < 1
    assert hurried.numbers["units"] < 4
    rested = ask("attrition", state, leader="norfolk", to="york", rest="2")
    assert rested.numbers["units"] > hurried.numbers["units"]
    assert shares(rested)["in campaign turn 1"] == 0
    assert state.leaders["norfolk"].at == "0733"


@pytest.mark.slow
def test_16_4_5_3_who_is_stopped_before_the_place_does_not_arrive() -> None:
    state = campaign()
    put(state, "norfolk", LEEDS, "1 billmen", side="york")
    put(state, "clifford", TOWTON, "4 billmen")
    answer = ask("attrition", state, leader="norfolk", to=TOWTON)
    assert answer.numbers["arrives"] == 0
    assert shares(answer)[sentence("games.plantagenet_1450.odds_march.march_odds", word="not")] == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            {"leader": "norfolk", "to": CALAIS},
            worded("games.plantagenet_1450.odds_march.attrition", word="land"),
        ),
        (
            {"leader": "norfolk", "to": YORK, "rest": "5"},
            worded("games.plantagenet_1450.odds_march.attrition", word="fatigue"),
        ),
        ({"leader": "exeter", "to": YORK}, "cannot be activated"),
    ],
)
def test_attrition_without_an_answer_says_why(given: dict[str, str], why: str) -> None:
    state = field()
    put(state, "exeter", "foreign:france")
    with pytest.raises(BadQuestion, match=why):
        ask("attrition", state, **given)


def test_attrition_is_a_matter_of_campaigns() -> None:
    state = realm()
    put(state, "warwick", LEEDS, side="york")
    with pytest.raises(BadQuestion, match="in a Campaign"):
        ask("attrition", state, leader="warwick", to=YORK)


@pytest.mark.parametrize(
    ("id", "share"), [("warwick", 5 / 6), ("fauconberg", 3 / 6), ("norfolk", 2 / 6)]
)
def test_11_3_2_the_best_noble_in_a_port_area_intercepts(id: str, share: float) -> None:
    state = campaign()
    put(state, "margaret", "1133", "1 billmen")
    put(state, id, DOVER, side="york")
    answer = ask("interception", state, leader="margaret", to="france")
    assert list(shares(answer).values()) == [share]
    assert answer.numbers["chance"] == share


def test_11_3_2_treasury_helps_but_a_6_fails() -> None:
    state = realm(kent="york", dorset="lancaster")
    state.treasury = {"york": 9, "lancaster": 0}
    put(state, "margaret", "1133")
    put(state, "norfolk", DOVER, side="york")
    there = {"leader": "margaret", "to": "devon"}
    state.control["devon"] = "lancaster"
    assert list(shares(ask("interception", state, **there)).values()) == [2 / 6]
    assert list(shares(ask("interception", state, treasury="2", **there)).values()) == [4 / 6]
    assert list(shares(ask("interception", state, treasury="9", **there)).values()) == [5 / 6]


def test_c11_the_odds_know_that_scottish_berwick_is_shut() -> None:
    state = campaign()
    put(state, "margaret", "1201", "1 billmen")
    state.flags["berwick_scottish"] = ""
    with pytest.raises(BadQuestion, match="there is no"):
        ask("interception", state, leader="margaret", to="burgundy")
    state.leaders["margaret"].at = "1302"
    with pytest.raises(BadQuestion, match="closed"):
        ask("attrition", state, leader="margaret", to="1201")


def test_11_3_2_with_nobody_near_nobody_intercepts() -> None:
    state = campaign()
    put(state, "margaret", "1133", "1 billmen")
    answer = ask("interception", state, leader="margaret", to="france")
    assert shares(answer) == {"nobody can intercept": 1.0}


@pytest.mark.parametrize(
    ("at", "given", "why"),
    [
        (LEEDS, {"to": "france"}, "there is no|no port"),
        ("1006", {"to": "scotland"}, "over the border"),
        ("1133", {"to": "france", "treasury": "1"}, "no Treasury"),
    ],
)
def test_interception_without_an_answer_says_why(at: str, given: dict[str, str], why: str) -> None:
    state = campaign()
    put(state, "margaret", at, "1 billmen")
    with pytest.raises(BadQuestion, match=why):
        ask("interception", state, leader="margaret", **given)
