"""Cards about Ships, Carts and Sail."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_3_2_haul import excess_provender
from pbem.games.plantagenet.s4_5_supply import port_yield, stronghold_yield
from pbem.games.plantagenet.s4_6_1_sail import excess, ships
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import asked, give
from tests.plantagenet.cards.turns import end_campaign, leave, levy, muster_menu, notes
from tests.plantagenet.field import army, card, empty, favour, lines, menu, put


@pytest.fixture
def state() -> State:
    """York at Lynn and Henry VI at Newcastle, both with a Ship and small armies."""
    state = empty()
    put(state, "york", "lynn", ships=1, provender=0, carts=0)
    put(state, "henry_vi", "newcastle", ships=1, provender=0, carts=0)
    favour(state, "york", "lynn")
    favour(state, "lancaster", "newcastle")
    for lord in ("york", "henry_vi"):
        army(state, lord, militia=1)
    state.influence = 0
    state.step = "command"
    return state


def check_seamanship(state: State, event: str, lord: str, other: str) -> None:
    state.in_force.append(event)
    assert "one action" in notes(menu(state, lord))[f"{lord}: sail scarborough"]
    assert lines(menu(state, lord, left=1), "sail")
    assert not lines(menu(state, other, left=1), "sail")
    back = state.lords[lord].at
    steps = [f"{lord}: sail scarborough", f"{lord}: sail {back}"]
    rest = [f"{lord}: pass"] if lords.command(state, lord) > 2 else []
    game = card(state, lord, [*steps, *rest])
    assert len(asked(game, "command")) == 2 + len(rest)
    end_campaign(state)
    assert not lines(menu(state, lord, left=1), "sail")


def test_y6_event_seamanship_sail_takes_one_action(state: State) -> None:
    check_seamanship(state, "Y6", "york", "henry_vi")


def test_l6_event_seamanship_sail_takes_one_action(state: State) -> None:
    check_seamanship(state, "L6", "henry_vi", "york")


def test_l21_event_french_fleet_bars_yorkist_sail_whatever_other_cards_say(state: State) -> None:
    state.in_force += ["Y6", "L21"]
    assert not lines(menu(state, "york"), "sail")
    assert "French Fleet" in menu(state, "york").barred["york: sail"]
    assert lines(menu(state, "henry_vi"), "sail")
    end_campaign(state)
    assert lines(menu(state, "york"), "sail")


def check_great_ships(state: State, lord: str, event: str, far: str) -> None:
    give(state, lord, event)
    army(state, lord, militia=11)
    state.lords[lord].provender = 5
    state.lords[lord].carts = 4
    assert ships(state, [lord]) == 2
    assert excess(state, [lord], "provender") == 1
    assert excess(state, [lord], "carts") == 0
    assert port_yield(state, lord, 0) == 2
    assert lords.routes(state, lord)[far] == 1
    assert f"{lord}: parley {far}" in lines(menu(state, lord))
    assert f"{lord}: sail {far}" not in lines(menu(state, lord)), "C5"
    leave(state, lord)
    put(state, lord, "lynn", ships=1)
    assert ships(state, [lord]) == 1
    assert f"{lord}: parley {far}" not in lines(menu(state, lord))


def test_y6_capability_great_ships_carry_double_and_link_all_seas(state: State) -> None:
    check_great_ships(state, "york", "Y6", "bristol")


def test_l6_capability_great_ships_carry_double_and_link_all_seas(state: State) -> None:
    check_great_ships(state, "henry_vi", "L6", "bristol")


def test_y6_capability_great_ships_are_shared_but_others_stay_plain(state: State) -> None:
    put(state, "march", "lynn", ships=1)
    give(state, "march", "Y6")
    assert port_yield(state, "york", 0) == 3
    assert lords.routes(state, "york")["bristol"] == 1
    state.lords["march"].ships = 0
    assert port_yield(state, "york", 0) == 1
    assert lords.routes(state, "york").get("bristol") != 1


def test_c46_great_ships_under_a_blockade_avoid_only_that_sea(state: State) -> None:
    give(state, "henry_vi", "L6")
    put(state, "warwick_y", "calais")
    give(state, "warwick_y", "Y15")
    assert lords.routes(state, "henry_vi", ["english_channel"])["bristol"] == 1
    assert "dover" not in lords.routes(state, "henry_vi", ["english_channel"])


@pytest.mark.parametrize(("lord", "card"), [("york", "Y6"), ("henry_vi", "L6")])
def test_y6_l6_capability_great_ships_leave_carts_alone(state: State, lord: str, card: str) -> None:
    """A Cart hauls one Provender, and serves Supply over one Way."""
    give(state, lord, card)
    mat = state.lords[lord]
    mat.provender, mat.carts = 5, 2
    assert excess_provender(state, [lord]) == 3
    assert stronghold_yield(state, lord, "hexham", 2) == 1
    mat.carts = 1
    assert stronghold_yield(state, lord, "hexham", 2) == 0


def test_l8_capability_hay_wains_leave_ships_alone(state: State) -> None:
    give(state, "henry_vi", "L8")
    assert ships(state, ["henry_vi"]) == state.lords["henry_vi"].ships == 1
    assert port_yield(state, "henry_vi", 0) == 1
    assert not lords.great_ships(state, "henry_vi")


def test_l8_capability_hay_wains_count_double_for_haul_and_supply(state: State) -> None:
    mat = state.lords["henry_vi"]
    mat.provender, mat.carts = 5, 2
    give(state, "henry_vi", "L8")
    assert excess_provender(state, ["henry_vi"]) == 1
    favour(state, "lancaster", "hexham")
    mat.carts = 1
    assert stronghold_yield(state, "henry_vi", "hexham", 2) == 1
    assert excess(state, ["henry_vi"], "carts") == 0
    assert mat.carts == 1
    leave(state, "henry_vi")
    put(state, "henry_vi", "newcastle", provender=5, carts=2)
    assert excess_provender(state, ["henry_vi"]) == 3


def test_c113_hay_wains_help_the_haul_of_a_group(state: State) -> None:
    put(state, "somerset_1", "newcastle", provender=4, carts=1)
    give(state, "henry_vi", "L8")
    state.lords["henry_vi"].carts = 1
    assert excess_provender(state, ["henry_vi", "somerset_1"]) == 1


@pytest.fixture
def blockade(state: State) -> State:
    """Warwick blockades the North Sea from Lynn; York is away."""
    leave(state, "york")
    put(state, "warwick_y", "lynn")
    give(state, "warwick_y", "Y15")
    return state


def test_y15_capability_naval_blockade_stops_sail_on_3_to_6(blockade: State) -> None:
    assert "Blockade" in notes(menu(blockade, "henry_vi"))["henry_vi: sail scarborough"]
    game = card(blockade, "henry_vi", ["henry_vi: sail scarborough"], dice=[3])
    assert blockade.lords["henry_vi"].at == "newcastle"
    assert not blockade.lords["henry_vi"].moved
    assert len(asked(game, "command")) == 1
    card(blockade, "henry_vi", ["henry_vi: sail scarborough"], dice=[2])
    assert blockade.lords["henry_vi"].at == "scarborough"


def test_y15_capability_naval_blockade_of_parley_and_its_way_by_land(blockade: State) -> None:
    favour(blockade, "lancaster", "hexham", "appleby")
    offered = notes(muster_menu(blockade, "henry_vi"))
    assert "Blockade" in offered["henry_vi: parley ravenspur"]
    assert "Blockade" not in offered["henry_vi: parley bamburgh"]
    levy(blockade, "lancaster", ["henry_vi: parley ravenspur", "done"], dice=[3])
    assert blockade.influence == 0, "nothing is paid when the Blockade holds"
    levy(blockade, "lancaster", ["henry_vi: parley ravenspur", "done"], dice=[1, 1])
    assert blockade.favour["ravenspur"] == "lancaster"
    assert blockade.influence == 2


def test_c46_a_longer_route_by_land_may_be_used_instead(blockade: State) -> None:
    state = blockade
    favour(state, "lancaster", "york")
    by_land = lords.routes(state, "henry_vi", ["north_sea"])
    assert (lords.routes(state, "henry_vi")["ravenspur"], by_land["ravenspur"]) == (1, 2)
    offered = notes(muster_menu(state, "henry_vi"))
    assert offered["henry_vi: parley ravenspur"].startswith("costs 2")
    assert offered["henry_vi: parley ravenspur by_land"].startswith("costs 3")
    levy(state, "lancaster", ["henry_vi: parley ravenspur by_land", "done"], dice=[1])
    assert state.influence == 3


def test_y15_capability_naval_blockade_of_ships_supply_and_campaign_parley(blockade: State) -> None:
    levy(blockade, "lancaster", ["henry_vi: ship", "done"], dice=[4])
    assert blockade.lords["henry_vi"].ships == 1
    blockade.step = "command"
    card(blockade, "henry_vi", ["henry_vi: supply port newcastle", "henry_vi: pass"], dice=[5])
    assert blockade.lords["henry_vi"].provender == 0
    assert "Blockade" in notes(menu(blockade, "henry_vi"))["henry_vi: parley ravenspur"]
    card(blockade, "henry_vi", ["henry_vi: parley ravenspur", "henry_vi: pass"], dice=[6])
    assert blockade.influence == 0


def test_y15_capability_naval_blockade_of_tax(blockade: State) -> None:
    blockade.lords["henry_vi"].ships = 1
    favour(blockade, "lancaster", "london", "ipswich")
    blockade.seats["henry_vi"] = "ipswich"
    assert "Blockade" in notes(menu(blockade, "henry_vi"))["henry_vi: tax ipswich"]
    card(blockade, "henry_vi", ["henry_vi: tax ipswich", "henry_vi: pass"], dice=[3])
    assert blockade.wear == {}


def test_y15_capability_naval_blockade_lasts_while_warwick_is_at_a_port(blockade: State) -> None:
    blockade.lords["warwick_y"].at = "ely"
    assert "Blockade" not in notes(menu(blockade, "henry_vi"))["henry_vi: sail scarborough"]
    blockade.lords["warwick_y"].at = "bristol"
    assert "Blockade" not in notes(menu(blockade, "henry_vi"))["henry_vi: sail scarborough"]
    blockade.lords["warwick_y"].at = "lynn"
    leave(blockade, "warwick_y")
    assert "Blockade" not in notes(menu(blockade, "henry_vi"))["henry_vi: sail scarborough"]


def exeter() -> State:
    state = empty()
    put(state, "exeter_1", "newcastle", ships=1, provender=0, carts=0)
    army(state, "exeter_1", militia=1)
    put(state, "york", "lynn")
    state.step = "command"
    return state


def test_l29_capability_high_admiral_lands_among_enemies_alone() -> None:
    state = exeter()
    assert "exeter_1: sail lynn" not in lines(menu(state, "exeter_1"))
    give(state, "exeter_1", "L29")
    assert "Approaches York" in notes(menu(state, "exeter_1"))["exeter_1: sail lynn"]
    game = card(state, "exeter_1", ["exeter_1: sail lynn", "york: exile"])
    assert asked(game, "intercept") == []
    assert state.lords["exeter_1"].at == "lynn"
    assert state.lords["york"].exile


def test_l29_capability_high_admiral_not_under_a_truce_nor_without_the_card() -> None:
    state = exeter()
    give(state, "exeter_1", "L29")
    state.in_force.append("Y12")
    assert "exeter_1: sail lynn" not in lines(menu(state, "exeter_1"))
    state.in_force.clear()
    leave(state, "exeter_1")
    put(state, "exeter_1", "newcastle", ships=1)
    assert "exeter_1: sail lynn" not in lines(menu(state, "exeter_1"))
