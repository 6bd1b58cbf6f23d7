"""Cards about Levy Vassal (3.4.3)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import give
from tests.plantagenet.cards.turns import end_levy, leave, levy, muster_menu, notes
from tests.plantagenet.field import empty, favour, lines, put


@pytest.fixture
def state() -> State:
    state = empty("III")
    put(state, "henry_tudor", "pembroke")
    put(state, "oxford", "exeter")
    put(state, "gloucester_2", "york")
    favour(state, "lancaster", "pembroke", "exeter")
    favour(state, "york", "york")
    state.influence = 0
    return state


def vassals(state: State, lord: str) -> list[str]:
    return lines(muster_menu(state, lord), "vassal")


def a_vassal(state: State, side: str) -> str:
    """A Ready Vassal whose Seat is made Friendly to a side."""
    ready = next(id for id, marker in state.vassals.items() if marker.status == "ready")
    favour(state, side, lords.vassal(ready).seat)
    return ready


def test_y7_event_yorkists_block_parliament_no_lancastrian_vassals(state: State) -> None:
    a_vassal(state, "lancaster")
    assert vassals(state, "oxford")
    state.in_force.append("Y7")
    assert vassals(state, "oxford") == []
    give(state, "henry_tudor", "L32")
    assert vassals(state, "henry_tudor") == [], "not by Two Roses either (C111)"
    end_levy(state)
    assert vassals(state, "oxford")


def test_y7_event_yorkists_block_parliament_yorkists_go_on(state: State) -> None:
    a_vassal(state, "york")
    state.in_force.append("Y7")
    assert vassals(state, "gloucester_2")


def test_c111_no_capability_with_a_special_vassal_under_y7(state: State) -> None:
    state.cards["lancaster"] += [
        card for card in ("L35", "L1") if card not in state.cards["lancaster"]
    ]
    line = "henry_tudor: capability l35"
    assert line in lines(muster_menu(state, "henry_tudor"))
    state.in_force.append("Y7")
    menu = muster_menu(state, "henry_tudor")
    assert "Block Parliament" in menu.barred[line]
    assert "henry_tudor: capability l1" in lines(menu)
    state.in_force.append("L37")
    assert line not in lines(muster_menu(state, "henry_tudor"))


def test_l34_event_buckinghams_plot_two_points_more(state: State) -> None:
    vassal = a_vassal(state, "york")
    state.in_force.append("L34")
    line = f"gloucester_2: vassal {vassal}"
    assert notes(muster_menu(state, "gloucester_2"))[line].startswith("costs 3")
    levy(state, "york", [line, "done"], dice=[6])
    assert state.influence == -3
    favour(state, "lancaster", lords.vassal(vassal).seat)
    assert notes(muster_menu(state, "oxford"))[f"oxford: vassal {vassal}"].startswith("costs 1")
    end_levy(state)
    favour(state, "york", lords.vassal(vassal).seat)
    assert notes(muster_menu(state, "gloucester_2"))[line].startswith("costs 1")


def test_l35_event_margaret_beaufort_any_ready_vassal_for_henry_tudor(state: State) -> None:
    vassal = a_vassal(state, "york")
    state.favour.pop("pembroke")
    put(state, "northumberland_y2", lords.vassal(vassal).seat)
    assert vassals(state, "henry_tudor") == []
    state.in_force += ["L35", "Y7"]
    assert f"henry_tudor: vassal {vassal}" in vassals(state, "henry_tudor")
    assert vassals(state, "oxford") == []
    assert "henry_tudor: troops" not in lines(muster_menu(state, "henry_tudor"))
    levy(state, "lancaster", [f"henry_tudor: vassal {vassal}", "done"], dice=[1])
    assert state.lords["henry_tudor"].vassals == [vassal]
    assert f"henry_tudor: vassal {vassal}" not in vassals(state, "henry_tudor")
    end_levy(state)
    assert vassals(state, "henry_tudor") == []


def test_l37_event_the_earl_of_richmond_no_roll_and_before_y7(state: State) -> None:
    vassal = a_vassal(state, "lancaster")
    state.in_force += ["Y7", "L37"]
    line = f"oxford: vassal {vassal}"
    assert notes(muster_menu(state, "oxford"))[line] == "costs 1, certain"
    game = levy(state, "lancaster", [line, "done"])
    assert game.rolled == []
    assert state.influence == 1
    assert state.lords["oxford"].vassals == [vassal]
    end_levy(state)
    other = next(id for id, marker in state.vassals.items() if marker.status == "ready")
    favour(state, "lancaster", lords.vassal(other).seat)
    assert "certain" not in notes(muster_menu(state, "oxford"))[f"oxford: vassal {other}"]


def test_l32_capability_two_roses_no_roll_for_henry_tudor(state: State) -> None:
    vassal = a_vassal(state, "lancaster")
    give(state, "henry_tudor", "L32")
    assert (
        notes(muster_menu(state, "henry_tudor"))[f"henry_tudor: vassal {vassal}"]
        == "costs 1, certain"
    )
    assert "certain" not in notes(muster_menu(state, "oxford"))[f"oxford: vassal {vassal}"]
    leave(state, "henry_tudor")
    put(state, "henry_tudor", "pembroke")
    assert (
        "certain" not in notes(muster_menu(state, "henry_tudor"))[f"henry_tudor: vassal {vassal}"]
    )


def test_y17_capability_alice_montagu_one_box_longer() -> None:
    boxes = []
    for cards in (["Y17"], []):
        state = empty()
        put(state, "salisbury", "york")
        favour(state, "york", "york", "exeter")
        give(state, "salisbury", *cards)
        levy(state, "york", ["salisbury: vassal devon", "done"], dice=[1])
        boxes.append(state.vassals["devon"].box)
    assert boxes[0] == boxes[1] + 1
    leave(state, "salisbury")
    assert state.vassals["devon"].box == state.box + 6 - lords.vassal("devon").service
