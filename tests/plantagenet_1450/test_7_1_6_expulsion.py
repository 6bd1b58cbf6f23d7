"""7.1.6 Foreign expulsion."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s7_1_6_expulsion import expulsion, has_nowhere_to_go
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import lines, put
from tests.plantagenet_1450.realm import orders, play, realm
from tests.says import sentence

PORTS = [area.id for area in facts().areas.values() if area.sea_zones]


def abroad(id: str = "richard_york", side: str = "york", **control: str) -> State:
    state = realm(**control)
    put(state, id, "foreign:ireland", side=side)
    return state


def closed(**friendly: str) -> dict[str, str]:
    """Every port is Lancaster's but those that are named."""
    groups = {facts().areas[area].group: "lancaster" for area in PORTS}
    return {**groups, **friendly}


def test_7_1_6_on_a_2_or_less_he_stays() -> None:
    for die in (1, 2):
        state = abroad()
        play(expulsion, state, dice=(die,))
        assert state.leaders["richard_york"].at == "foreign:ireland"
        assert state.legitimacy["york"] == 10


@pytest.mark.parametrize("die", [3, 5, 6])
def test_7_1_6_else_he_goes_to_a_port_and_legitimacy_falls_by_what_was_missed(die: int) -> None:
    state = abroad()
    play(expulsion, state, answers=("richard_york: land kent",), dice=(die,))
    assert state.leaders["richard_york"].at == anchor("kent")
    assert state.legitimacy["york"] == 10 - (die - 2)


def test_7_1_6_c22_his_sides_relations_lower_the_die_and_the_enemys_do_not_count() -> None:
    state = abroad()
    state.relations["ireland"] = Relations("york", 2)
    play(expulsion, state, dice=(4,))
    assert state.leaders["richard_york"].at == "foreign:ireland"
    state.relations["ireland"] = Relations("lancaster", 2)
    play(expulsion, state, answers=("richard_york: land kent",), dice=(3,))
    assert state.legitimacy["york"] == 9


def test_7_1_6_treasury_lowers_the_die_and_c142_nobody_counters_it() -> None:
    state = abroad()
    state.treasury = {"york": 2, "lancaster": 9}
    _, game = play(expulsion, state, answers=("bid 2",), dice=(4,), moments=orders(on_bid="match"))
    assert state.leaders["richard_york"].at == "foreign:ireland"
    assert state.treasury == {"york": 0, "lancaster": 9}
    assert not game.passed


def test_c194_any_open_port_that_is_friendly_or_neutral() -> None:
    state = abroad(**closed(norfolk="york"))
    del state.control["bamburgh"]
    state.flags["berwick_scottish"] = ""
    _, game = play(expulsion, state, answers=("richard_york: land norfolk",), dice=(3,))
    shown = lines(game.asked[-1])
    assert "richard_york: land norfolk" in shown
    assert "richard_york: land bamburgh" not in shown
    assert "richard_york: land kent" not in shown


def test_c13_c22_or_another_friendly_territory() -> None:
    state = abroad(**closed())
    state.relations = {"burgundy": Relations("york", 2), "france": Relations("york", 1)}
    _, game = play(expulsion, state, dice=(3,))
    assert lines(game.asked[-1]) == ["richard_york: land burgundy"]
    assert state.leaders["richard_york"].at == "foreign:burgundy"


def test_7_1_6_c19_every_leader_abroad_rolls_lancaster_first_and_carried_ones_too() -> None:
    state = abroad()
    put(state, "fauconberg", "foreign:ireland", side="york", carrier="richard_york")
    put(state, "exeter", "foreign:france")
    put(state, "oxford", "foreign:france", side="lancaster", status="captive", captor="exeter")
    answers = ("richard_york: land kent",)
    _, game = play(expulsion, state, answers=answers, dice=(1, 3, 1))
    assert [label for label, _ in game.rolled] == [
        sentence("games.plantagenet_1450.s7_1_6_expulsion.stays", "exeter", word="expulsion"),
        sentence("games.plantagenet_1450.s7_1_6_expulsion.stays", "richard_york", word="expulsion"),
        sentence("games.plantagenet_1450.s7_1_6_expulsion.stays", "fauconberg", word="expulsion"),
    ]
    assert state.leaders["fauconberg"].at == "foreign:ireland"
    assert state.leaders["fauconberg"].carrier == ""


def test_c108_nobody_is_expelled_in_the_first_turn_of_a_scenario() -> None:
    state = abroad()
    state.turn = 1
    assert not play(expulsion, state)[1].rolled


@pytest.mark.parametrize(("die", "status"), [(4, "free"), (5, "captive"), (6, "dead")])
def test_c22_c194_with_nowhere_to_go_a_noble_is_killed_on_6_and_captured_on_5(
    die: int, status: str
) -> None:
    state = abroad("fauconberg", **closed(kent="lancaster"))
    put(state, "exeter", anchor("kent"))
    answers = ("hold fauconberg 2430",) if status == "captive" else ()
    play(expulsion, state, answers=answers, dice=(3, die))
    one = state.leaders["fauconberg"]
    assert one.status == status
    assert one.at == {"free": "foreign:ireland", "captive": "2430", "dead": ""}[status]
    assert state.legitimacy["york"] == 9  # C194


@pytest.mark.parametrize(("die", "status"), [(5, "free"), (6, "captive")])
def test_7_1_6_a_royal_leader_subtracts_one(die: int, status: str) -> None:
    state = abroad("henry_tudor", "lancaster", **{**closed(), **dict.fromkeys(closed(), "york")})
    answers = ("hold henry_tudor 2430",) if status == "captive" else ()
    play(expulsion, state, answers=answers, dice=(3, die))
    assert state.leaders["henry_tudor"].status == status


def test_c194_a_captor_without_a_fortification_takes_him_along() -> None:
    state = abroad("fauconberg")
    put(state, "exeter", anchor("kent"))
    play(has_nowhere_to_go, state, "fauconberg", dice=(5,))
    one = state.leaders["fauconberg"]
    assert (one.status, one.captor, one.at) == ("captive", "exeter", anchor("kent"))


def test_c147_with_a_captor_who_is_killed_abroad_his_captive_is_free_there() -> None:
    state = abroad("fauconberg")
    put(state, "exeter", anchor("kent"))
    put(state, "oxford", "foreign:ireland", status="captive", captor="fauconberg")
    play(has_nowhere_to_go, state, "fauconberg", dice=(6,))
    one = state.leaders["oxford"]
    assert (one.status, one.captor, one.at) == ("free", "", "foreign:ireland")
