"""3.4 Muster: who may act, when, and how often."""

from __future__ import annotations

import copy
import re

import pytest

from pbem.engine.notation import match
from pbem.engine.request import Menu, Request
from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_4_muster as rule
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_4_1_parley import Parley
from pbem.games.plantagenet.s3_4_3_levy_vassal import LevyVassal
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.says import worded
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def lines(request: Request, lord: str = "") -> list[str]:
    return [o.line for o in request.options if o.line.startswith(f"{lord}:" if lord else "")]


def test_3_4_rebel_lords_before_kings_lords(state: State) -> None:
    game = Scripted(state, ["done", "done"])
    game.run(rule.muster)
    assert [request.side for request in game.asked] == ["york", "lancaster"]


def test_3_4_actions_up_to_the_lordship_rating(state: State) -> None:
    game = Scripted(state, ["march: carts", "march: carts", "done", "done"])
    game.run(rule.muster)
    assert state.lords["march"].carts == 5
    assert lines(game.asked[2], "march") == []
    assert "york: carts" in lines(game.asked[2])


def test_3_4_each_lord_finishes_before_the_next_starts(state: State) -> None:
    game = Scripted(state, ["york: carts", "march: carts", "done", "done"])
    game.run(rule.muster)
    assert lines(game.asked[1], "york") != []
    assert lines(game.asked[2], "york") == []
    assert "march: carts" in lines(game.asked[2])


def test_3_4_a_lord_may_finish_early(state: State) -> None:
    game = Scripted(state, ["york: carts", "york: done", "march: done", "done"])
    game.run(rule.muster)
    assert lines(game.asked[2], "york") == []
    assert game.asked[3].side == "lancaster"


def test_3_4_at_a_neutral_stronghold_only_parley_there(state: State) -> None:
    state.lords["york"].at = "bedford"
    game = Scripted(state, ["done", "done"])
    game.run(rule.muster)
    assert lines(game.asked[0], "york") == ["york: parley bedford", "york: done"]
    for line in ("york: troops", "york: lord salisbury", "york: vassal dudley", "york: cap y3"):
        with pytest.raises(
            IllegalOrder, match=worded("games.plantagenet.s3_4_muster.bar_but_parley")
        ):
            match(game.asked[0], line)


def test_c25_after_parley_has_won_the_place_he_goes_on_normally(state: State) -> None:
    state.lords["york"].at = "bedford"
    game = Scripted(state, ["york: parley bedford", "york: troops", "done", "done"], dice=[4])
    game.run(rule.muster)
    assert state.favour["bedford"] == "york"
    assert state.lords["york"].troops.militia == 4


def test_c25_an_enemy_stronghold_takes_two_parleys(state: State) -> None:
    state.lords["york"].at, state.favour["bedford"] = "bedford", "lancaster"
    answers = ["york: parley bedford", "york: parley bedford", "york: carts", "done", "done"]
    game = Scripted(state, answers, dice=[1, 1])
    game.run(rule.muster)
    assert "york: carts" not in lines(game.asked[1])
    assert state.lords["york"].carts == 4


def test_3_4_exile_boxes_allow_all_but_levy_troops(state: State) -> None:
    state.lords["york"].at = "ireland"
    game = Scripted(state, ["york: ship", "york: capability y18", "done", "done"])
    game.run(rule.muster)
    assert "york: troops" not in lines(game.asked[0])
    assert state.lords["york"].ships == 1
    with pytest.raises(IllegalOrder, match="Exile box"):
        match(game.asked[0], "york: troops")


def test_c25_lords_levied_in_this_segment_do_not_act(state: State) -> None:
    state.lords["salisbury"].box = 1
    game = Scripted(state, ["york: lord salisbury", "done", "done"], dice=[2])
    game.run(rule.muster)
    assert state.lords["salisbury"].at == "york"
    assert lines(game.asked[-2], "salisbury") == []


def test_c25_exiles_mustered_before_do_act(state: State) -> None:
    state.lords["rutland"].at = "ireland"
    game = Scripted(state, ["rutland: carts", "done", "done"])
    game.run(rule.muster)
    assert state.lords["rutland"].carts == 2


def test_3_4_6_this_levy_events_go_after_muster(state: State) -> None:
    state.in_force = ["Y4", "L8"]
    Scripted(state, ["done", "done"]).run(rule.muster)
    assert state.in_force == ["L8"]


def test_c85_what_is_held_changes_nothing_in_the_menu(state: State) -> None:
    menus = []
    for card in ("Y1", "Y19"):
        state.held["york"] = ["deck:york_1:0"]
        game = Scripted(state, ["done", "done"], secrets={"deck:york_1:0": card})
        game.run(rule.muster)
        menus.append([(o.line, o.note, o.unheld) for o in game.asked[0].options])
    assert menus[0] == menus[1]


def test_3_4_no_lord_on_the_map_no_question(state: State) -> None:
    for lord in state.lords.values():
        lord.at = "calendar"
    game = Scripted(state)
    game.run(rule.muster)
    assert game.asked == []


@pytest.mark.parametrize("lord", ["york", "march", "henry_vi", "somerset_1"])
def test_1_4_2_what_the_menu_says_a_check_costs_is_what_it_costs(state: State, lord: str) -> None:
    seats = [vassal.seat for vassal in facts().vassals.values()]
    state.favour = {place: lords.side_of(lord) for place in [*seats, state.lords[lord].at]}
    menu = Menu()
    rule.fill_lord(menu, state, lord)
    costs = {o.decision: re.match(r"costs (\d+)", o.note) for o in menu.options}
    checks = {decision: int(cost[1]) for decision, cost in costs.items() if cost}
    assert {type(decision) for decision in checks} >= {Parley, LevyVassal}
    for decision, cost in checks.items():
        after = copy.deepcopy(state)
        Scripted(after, dice=[6]).run(rule.levy, decision)
        assert abs(after.influence - state.influence) == cost, decision
