"""Rulings about the Campaign that no section's own test shows (rules_data/plantagenet/rulings.md)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s4_3_5_approach
from pbem.games.plantagenet.s3_1_3_held_events import PlayEvent, play
from pbem.games.plantagenet.s3_2_4_disband import disband_lord, remove_lord
from pbem.games.plantagenet.s4_6_1_sail import sail_targets
from pbem.games.plantagenet.s4_7_feed import feed
from pbem.games.plantagenet.s4_8_end_campaign import grow, reset, waste
from pbem.games.plantagenet.state import LordState, State
from tests.plantagenet.cards.hand import asked, give, hold
from tests.plantagenet.cards.turns import gain
from tests.plantagenet.field import army, card, empty, favour, lines, menu, put
from tests.scripted import Scripted


def test_c5_great_ships_do_not_sail_to_a_port_of_another_sea() -> None:
    state = empty()
    put(state, "york", "lynn", ships=2)
    plain = sail_targets(state, "york")
    give(state, "york", "Y6")
    assert sail_targets(state, "york") == plain
    assert "dover" not in plain
    assert "english_channel" in plain


def test_c8_fallen_brother_works_after_any_permanent_removal_of_clarence() -> None:
    state = empty("II")
    put(state, "clarence", "york")
    put(state, "gloucester_1", "london")
    give(state, "gloucester_1", "Y26")
    printed = lords.card("gloucester_1")
    disband_lord(state, "clarence")
    assert lords.influence(state, "gloucester_1") == printed.influence
    remove_lord(state, "clarence")
    assert lords.influence(state, "gloucester_1") == printed.influence + 2
    assert lords.lordship(state, "gloucester_1") == printed.lordship + 1


def test_c10_hastings_men_at_arms_fall_to_waste_like_others() -> None:
    state = empty("II")
    put(state, "edward_iv", "london")
    printed = lords.card("edward_iv").troops["men_at_arms"]
    gain(state, "edward_iv", "Y24")
    assert state.lords["edward_iv"].troops.men_at_arms == printed + 2
    state.box = 5
    Scripted(state).run(waste)
    assert state.lords["edward_iv"].troops.men_at_arms == printed
    assert "hastings" in state.lords["edward_iv"].vassals


def pact() -> State:
    """York and March in Ely, and Exile Pact in force."""
    state = empty()
    put(state, "york", "ely")
    put(state, "march", "ely")
    state.in_force.append("Y8")
    state.step = "command"
    return state


def test_c57_exile_pact_takes_the_active_lord_alone_to_a_box_open_to_him() -> None:
    state = pact()
    assert lines(menu(state, "york"), "y8") == ["york: exile ireland by y8"]
    assert lines(menu(state, "march"), "y8") == ["march: exile burgundy by y8"]
    state.lords["york"].at = "north_sea"
    assert "york: exile ireland by y8" in lines(menu(state, "york"))
    state.lords["york"].at = "ely"
    rest = ["york: pass"] if lords.command(state, "york") > 1 else []
    card(state, "york", ["york: exile ireland by y8", *rest])
    assert (state.lords["york"].at, state.lords["march"].at) == ("ireland", "ely")


def test_c57_a_captive_king_goes_along() -> None:
    state = pact()
    state.lords["henry_vi"] = LordState(at="captive", keeper="york")
    rest = ["york: pass"] if lords.command(state, "york") > 1 else []
    card(state, "york", ["york: exile ireland by y8", *rest])
    assert state.lords["henry_vi"] == LordState(at="captive", keeper="york")


def admiral(monkeypatch: pytest.MonkeyPatch) -> tuple[State, list[str]]:
    """Exeter with L29 at Newcastle, York at Lynn, March next to Lynn; Battles are only noted."""
    fought: list[str] = []

    async def battle(table: object, place: str, attacker: str, played: list[str]) -> None:
        fought.append(attacker)

    monkeypatch.setattr(s4_3_5_approach, "battle", battle)
    state = empty()
    put(state, "exeter_1", "newcastle", ships=1, provender=0, carts=0)
    army(state, "exeter_1", militia=1)
    give(state, "exeter_1", "L29")
    put(state, "york", "lynn")
    put(state, "march", "ely")
    return state, fought


def test_c58_a_truce_answers_the_high_admirals_landing(monkeypatch: pytest.MonkeyPatch) -> None:
    state, fought = admiral(monkeypatch)
    secrets = hold(state, "Y12")
    game = card(state, "exeter_1", ["exeter_1: sail lynn", "play y12"], secrets=secrets)
    assert state.lords["exeter_1"].at == "newcastle"
    assert fought == []
    assert asked(game, "intercept") == []


def test_c58_a_blocked_ford_holds_those_whom_the_high_admiral_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, fought = admiral(monkeypatch)
    secrets = hold(state, "L11")
    game = card(state, "exeter_1", ["exeter_1: sail lynn", "play l11"], secrets=secrets)
    assert fought == ["lancaster"]
    assert asked(game, "approach") == []
    assert asked(game, "intercept") == [], "nobody Intercepts a Sail"


def test_c82_depleted_goes_before_exhausted_becomes_depleted_boxes_too() -> None:
    state = empty()
    state.box = 4
    state.wear = {"ely": "depleted", "london": "exhausted", "scotland": "exhausted"}
    Scripted(state).run(grow)
    assert state.wear == {"london": "depleted", "scotland": "depleted"}


def test_c84_truce_leaves_and_a_parade_of_the_campaign_stays() -> None:
    state = empty()
    state.in_force = ["Y12", "L20", "Y20", "Y8"]
    Scripted(state).run(reset)
    assert state.in_force == ["Y20"]


def test_c112_the_supply_depot_spares_only_those_who_moved() -> None:
    state = empty("II")
    for lord in ("oxford", "margaret"):
        put(state, lord, "dover", provender=1, coin=0)
        army(state, lord, militia=1)
        state.lords[lord].moved = True
    favour(state, "lancaster", "dover")
    state.movers = ["oxford"]
    secrets = hold(state, "L28")
    Scripted(state, secrets=secrets).run(play, "lancaster", PlayEvent("L28"))
    Scripted(state).run(feed)
    assert state.lords["oxford"].provender == 5
    assert state.lords["margaret"].provender == 0
    assert not state.lords["oxford"].sated
