"""Cards that give a Lord a Command of their own."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.state import LordState, State
from tests.plantagenet.cards.hand import asked, give
from tests.plantagenet.cards.turns import end_campaign, leave, muster_menu, notes
from tests.plantagenet.field import card, empty, favour, lines, menu, put
from tests.says import says


@pytest.fixture
def state() -> State:
    state = empty()
    put(state, "york", "ely")
    put(state, "henry_vi", "newcastle")
    state.influence = 0
    state.step = "command"
    return state


def test_y8_event_exile_pact_an_action_into_an_exile_box_unmarked(state: State) -> None:
    state.in_force.append("Y8")
    assert not lines(muster_menu(state, "york"), "exile")
    state.step = "command"
    before = state.lords["york"].troops.total()
    card(state, "york", ["york: exile ireland by y8", "york: pass"])
    york = state.lords["york"]
    assert (york.at, york.moved, york.troops.total()) == ("ireland", False, before)
    assert "york: exile ireland by y8" not in lines(menu(state, "york"))
    york.at = "irish_sea"
    assert "york: exile ireland by y8" in lines(menu(state, "york")), "C57: from a Sea too"
    assert not [line for line in lines(menu(state, "henry_vi")) if "by y8" in line]
    end_campaign(state)
    assert not [line for line in lines(menu(state, "york")) if "by y8" in line]


def test_y10_capability_agitators_deplete_an_adjacent_stronghold(state: State) -> None:
    give(state, "york", "Y10")
    favour(state, "york", "bury_st_edmunds")
    favour(state, "lancaster", "lynn")
    offered = menu(state, "york")
    assert "Friendly" in offered.barred["york: agitate bury_st_edmunds by y10"]
    answers = ["york: agitate lynn by y10", "york: agitate lynn by y10"]
    rest = ["york: pass"] if lords.command(state, "york") > 2 else []
    card(state, "york", [*answers, *rest])
    assert state.wear == {"lynn": "exhausted"}
    assert state.lords["york"].provender == lords.card("york").assets["provender"]
    assert "Exhausted" in menu(state, "york").barred["york: agitate lynn by y10"]
    leave(state, "york")
    put(state, "york", "ely")
    assert not [line for line in lines(menu(state, "york")) if "by y10" in line]


def test_l4_capability_heralds_call_a_cylinder_with_the_whole_card(state: State) -> None:
    state.lords["somerset_1"] = LordState(box=9, exile=True)
    assert not [line for line in lines(menu(state, "henry_vi")) if "by l4" in line]
    give(state, "henry_vi", "L4")
    line = "henry_vi: call somerset_1 by l4"
    assert notes(menu(state, "henry_vi"))[line].startswith("whole card, costs 1")
    assert says(
        menu(state, "henry_vi", left=0).barred[line], "games.plantagenet.s4_2_1_actions.NOT_WHOLE"
    )
    game = card(state, "henry_vi", [line], dice=[1])
    assert state.lords["somerset_1"] == LordState(box=state.box + 1, exile=True)
    assert state.influence == 1
    assert len(asked(game, "command")) == 1
    card(state, "henry_vi", ["henry_vi: call exeter_1 by l4"], dice=[6])
    assert state.lords["exeter_1"].box != state.box + 1 or state.influence == 2


def test_l4_capability_heralds_only_at_a_port_stronghold_with_the_card(state: State) -> None:
    give(state, "henry_vi", "L4")
    for place in ("coventry", "scotland"):
        state.lords["henry_vi"].at = place
        assert not [line for line in lines(menu(state, "henry_vi")) if "by l4" in line]
    leave(state, "henry_vi")
    put(state, "henry_vi", "newcastle")
    assert not [line for line in lines(menu(state, "henry_vi")) if "by l4" in line]


@pytest.mark.parametrize("worn", [["coventry"], ["coventry", "lichfield"]])
def test_l30_capability_merchants_are_not_asked_where_all_recovers(worn: list[str]) -> None:
    state = empty("II")
    state.step = "command"
    put(state, "warwick_l", "coventry")
    give(state, "warwick_l", "L30")
    state.wear = dict.fromkeys(worn, "depleted")
    rest = ["warwick_l: pass"] * (lords.command(state, "warwick_l") > 1)
    game = card(state, "warwick_l", ["warwick_l: merchants by l30", *rest], dice=[1])
    assert asked(game, "restore") == []
    assert state.wear == {}


def test_l30_capability_merchants_remove_two_markers() -> None:
    state = empty("II")
    state.influence = 0
    state.step = "command"
    put(state, "warwick_l", "coventry")
    give(state, "warwick_l", "L30")
    assert says(
        menu(state, "warwick_l").barred["warwick_l: merchants by l30"],
        "games.plantagenet.cards.commands.worn_places",
    )
    state.wear = {"coventry": "exhausted", "lichfield": "depleted", "northampton": "depleted"}
    answers = [
        "warwick_l: merchants by l30",
        "warwick_l: restore coventry",
        "warwick_l: restore lichfield",
        "warwick_l: merchants by l30",
        "warwick_l: pass",
    ]
    left = lords.command(state, "warwick_l") - 2
    card(state, "warwick_l", answers if left else answers[:-1], dice=[1, 6])
    assert state.wear == {"northampton": "depleted"}
    assert state.influence == 2
    leave(state, "warwick_l")
    put(state, "warwick_l", "coventry")
    assert not [line for line in lines(menu(state, "warwick_l")) if "by l30" in line]
