"""Cards about March (4.3)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import asked, give
from tests.plantagenet.cards.turns import end_campaign, leave
from tests.plantagenet.field import card, empty, lines, menu, put
from tests.says import says


@pytest.fixture
def state() -> State:
    """York and March at Ludlow; Henry VI and Somerset at Coventry, from where all Ways are Roads."""
    state = empty()
    for lord in ("york", "march"):
        put(state, lord, "ludlow", provender=0)
    for lord in ("henry_vi", "somerset_1"):
        put(state, lord, "coventry", provender=0)
    state.step = "command"
    return state


def test_y25_event_owain_glyndwr_keeps_lancastrians_out_of_wales(state: State) -> None:
    state.in_force.append("Y25")
    leave(state, "york")
    leave(state, "march")
    state.lords["henry_vi"].at = "worcester"
    state.lords["somerset_1"].at = "cardiff"
    assert "Owain Glyndwr" in menu(state, "henry_vi").barred["henry_vi: march ludlow"]
    assert "somerset_1: march hereford" not in lines(menu(state, "somerset_1"))
    state.lords["somerset_1"].at, state.lords["somerset_1"].ships = "bristol", 2
    assert "somerset_1: sail pembroke" not in lines(menu(state, "somerset_1"))
    assert "somerset_1: sail irish_sea" in lines(menu(state, "somerset_1"))
    put(state, "york", "worcester")
    assert "york: march ludlow" in lines(menu(state, "york"))
    end_campaign(state)
    leave(state, "york")
    assert "henry_vi: march ludlow" in lines(menu(state, "henry_vi"))


def check_roads(state: State, lord: str, first: str, friend: str) -> None:
    """Alone two Roads in one action; in a group one."""
    game = card(state, lord, [f"{lord}: march {first}", f"{lord}: stop", f"{lord}: pass"])
    second = next(request for request in game.asked if request.kind == "march_on")
    assert [option.line for option in second.options if option.line.startswith(f"{lord}: march on")]
    assert all(not option.group for option in second.options)
    state.lords[lord].at = state.lords[friend].at
    game = card(state, lord, [f"{lord}: march {first} with {friend}", f"{lord}: pass"])
    assert asked(game, "march_on") == []


def test_l8_event_forced_marches_roads_are_highways_alone(state: State) -> None:
    state.in_force.append("L8")
    check_roads(state, "henry_vi", "lichfield", "somerset_1")
    leave(state, "somerset_1")
    game = card(state, "york", ["york: march shrewsbury", "york: pass"])
    assert asked(game, "march_on") == []
    leave(state, "york")
    end_campaign(state)
    state.lords["henry_vi"].at = "coventry"
    game = card(state, "henry_vi", ["henry_vi: march lichfield", "henry_vi: pass"])
    assert asked(game, "march_on") == []


def test_y11_capability_yorkists_never_wait_roads_are_highways_alone(state: State) -> None:
    give(state, "york", "Y11")
    check_roads(state, "york", "shrewsbury", "march")
    leave(state, "york")
    put(state, "york", "ludlow", provender=0)
    game = card(state, "york", ["york: march shrewsbury", "york: pass"])
    assert asked(game, "march_on") == []


def test_y11_capability_yorkists_never_wait_two_roads_for_one_action(state: State) -> None:
    give(state, "york", "Y11")
    answers = ["york: march shrewsbury", "york: march on chester", "york: pass"]
    game = card(state, "york", answers)
    assert state.lords["york"].at == "chester"
    assert len(asked(game, "command")) == 2


def test_c52_who_led_a_group_by_highway_may_go_on_alone_by_road(state: State) -> None:
    give(state, "york", "Y11")
    for lord in ("york", "march"):
        state.lords[lord].at = "gloucester"
    answers = ["york: march worcester with march", "york: march on ludlow", "york: pass"]
    game = card(state, "york", answers)
    (second,) = [request for request in game.asked if request.kind == "march_on"]
    groups = {option.line: option.group for option in second.options}
    assert groups["york: march on ludlow"] == (), "a Road is a Highway to him alone"
    assert groups["york: march on gloucester"] == ("march",)
    assert (state.lords["york"].at, state.lords["march"].at) == ("ludlow", "worcester")
    assert len(asked(game, "command")) == 2, "one action for both steps"


def test_c52_after_a_road_alone_a_highway_may_follow_with_a_group(state: State) -> None:
    state.in_force.append("L8")
    for lord in ("york", "march"):
        leave(state, lord)
    state.lords["somerset_1"].at = "ludlow"
    put(state, "exeter_1", "worcester", provender=0)
    answers = [
        "somerset_1: march worcester",
        "somerset_1: march on gloucester with exeter_1",
        "somerset_1: pass",
    ]
    card(state, "somerset_1", answers)
    assert state.lords["somerset_1"].at == state.lords["exeter_1"].at == "gloucester"


def test_c52_without_the_card_no_road_follows(state: State) -> None:
    for lord in ("york", "march"):
        state.lords[lord].at = "gloucester"
    answers = ["york: march worcester", "york: march on gloucester", "york: pass"]
    game = card(state, "york", answers)
    (second,) = [request for request in game.asked if request.kind == "march_on"]
    assert [option.line for option in second.options] == [
        *("york: march on gloucester", "york: stop"),
    ]
    assert says(
        second.menu.barred["york: march on ludlow"],
        "games.plantagenet.s4_3_march.fill_march_on",
        word="there",
    )
