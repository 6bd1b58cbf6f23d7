"""8.12, 14.0 Sieges: what may be besieged, what a roll needs, what falls with the walls."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s7_1_maintenance import turn_marker
from pbem.games.plantagenet_1450.s8_2_control import convert
from pbem.games.plantagenet_1450.s14_sieges import lift
from pbem.games.plantagenet_1450.state import Garrison, Modifier, Siege, State, Unit
from tests.plantagenet_1450.field import PONTEFRACT, YORK, lines, put, run
from tests.plantagenet_1450.realm import hold, offered, orders, realm, spend
from tests.says import says, sentence

LONDON = "1928"
HARLECH, TOWER = facts().areas["harlech"].fort_hex, facts().areas["tower"].fort_hex
BESIDE = next(
    at for at in facts().beside[HARLECH] if facts().hexes[at].area == "harlech" and at != HARLECH
)
MEN = Unit("men_at_arms")


def harlech(garrison: int = 0) -> State:
    """Herbert of York before Harlech (value 3 in our map), which Lancaster holds."""
    state = realm(harlech="lancaster")
    put(state, "herbert", BESIDE)
    if garrison:
        state.garrisons[HARLECH] = Garrison("lancaster", [MEN] * garrison)
    return state


VALUE = facts().areas["harlech"].fort_value


def sieges(state: State, side: str = "york") -> list[str]:
    return [line for line in lines(offered(state, side, 3)) if line.startswith("besiege")]


def test_8_12_14_3_a_die_above_the_fortification_value_reduces_it() -> None:
    state = harlech()
    game = spend(state, "york", 1, "besiege harlech", dice=(VALUE + 1,))
    assert state.sieges[HARLECH] == Siege("york", 0, reduced=True)
    assert not state.points
    assert "Harlech Castle is reduced." in game.story


def test_14_3_an_equal_die_is_not_above_it_and_marks_it_under_siege() -> None:
    state = harlech()
    spend(state, "york", 1, "besiege harlech", dice=(VALUE,))
    assert state.sieges[HARLECH] == Siege("york", 1)


def test_c155_each_failure_adds_one_to_the_next_roll_up_to_three() -> None:
    state = harlech(garrison=VALUE)
    spend(state, "york", 5, *["besiege harlech"] * 4, dice=(2, 2, 2, 2))
    assert state.sieges[HARLECH] == Siege("york", 3)
    defence = 2 * VALUE - 3
    if defence < 6:
        spend(state, "york", 1, "besiege harlech", dice=(defence,))
        assert not state.sieges[HARLECH].reduced
        spend(state, "york", 1, "besiege harlech", dice=(defence + 1,))
        assert state.sieges[HARLECH].reduced


def test_14_3_each_garrison_unit_takes_one_from_the_die() -> None:
    state = harlech(garrison=1)
    spend(state, "york", 1, "besiege harlech", dice=(VALUE + 1,))
    assert not state.sieges[HARLECH].reduced


def test_14_4_a_natural_one_costs_the_garrison_a_unit() -> None:
    state = harlech(garrison=2)
    game = spend(state, "york", 1, "besiege harlech", dice=(1,))
    assert state.garrisons[HARLECH].units == [MEN]
    assert (
        sentence(
            "games.plantagenet_1450.s14_sieges.thin_out",
            "Harlech Castle",
            "; 1 left",
            word="garrison",
        )
        in game.story
    )
    spend(state, "york", 1, "besiege harlech", dice=(1,))
    assert HARLECH not in state.garrisons


def test_14_4_c56_a_success_eliminates_the_whole_garrison() -> None:
    state = harlech(garrison=2)
    state.treasury = {"york": 6, "lancaster": 0}
    spend(state, "york", 1, "besiege harlech", "bid 6", dice=(5,))
    assert HARLECH not in state.garrisons
    assert state.sieges[HARLECH].reduced


def test_c50_c189_both_sides_spend_treasury_the_defender_unasked() -> None:
    state = harlech()
    state.treasury = {"york": 0, "lancaster": 2}
    spend(
        state,
        "york",
        1,
        "besiege harlech",
        dice=(VALUE + 2,),
        moments=orders(on_bid="counter 2"),
    )
    assert not state.sieges[HARLECH].reduced
    assert state.treasury["lancaster"] == 0


def test_14_2_a_leader_who_can_act_must_be_in_the_area() -> None:
    state = harlech()
    state.leaders["herbert"].at = YORK
    assert not sieges(state)
    barred = offered(state, "york", 3).barred["besiege harlech"]
    assert says(barred, "games.plantagenet_1450.s14_sieges.bar", word="yours")


def test_14_2_c57_only_what_the_enemy_holds() -> None:
    state = harlech()
    state.control = {}
    assert not sieges(state)
    state.garrisons[HARLECH] = Garrison("lancaster", [MEN])
    assert sieges(state) == ["besiege harlech"], "C57: the garrison holds it"


def test_14_3_what_is_reduced_is_not_besieged_again() -> None:
    state = harlech()
    state.sieges[HARLECH] = Siege("york", reduced=True)
    assert not sieges(state)
    assert "reduced already" in offered(state, "york", 3).barred["besiege harlech"]


def test_c154_a_free_enemy_leader_anywhere_in_the_area_bars_it() -> None:
    state = harlech()
    other = next(
        one.id
        for one in facts().hexes.values()
        if one.area == "harlech" and one.id not in (BESIDE,)
    )
    put(state, "jasper_tudor", other)
    assert "C154" in offered(state, "york", 3).barred["besiege harlech"]
    state.leaders["jasper_tudor"].status = "captive"
    assert sieges(state) == ["besiege harlech"]


def test_c201_henry_out_of_his_wits_bars_it_all_the_same() -> None:
    state = harlech()
    put(state, "henry_vi", HARLECH, mad=True)
    assert not sieges(state)


def test_c9_c154_c207_the_tower_is_besieged_from_london_and_barred_by_who_is_in_it() -> None:
    state = realm(tower="lancaster", london="lancaster")
    put(state, "richard_york", LONDON)
    put(state, "henry_vi", LONDON)
    assert "besiege tower" in sieges(state)
    state.leaders["henry_vi"].at = TOWER
    assert "besiege tower" not in sieges(state)


def test_c156_pontefract_guards_the_ridings_and_needs_a_leader_in_the_west() -> None:
    state = realm(york="lancaster")
    north = next(one.id for one in facts().hexes.values() if one.area == "york_north")
    put(state, "salisbury", north)
    put(state, "clifford", next(o.id for o in facts().hexes.values() if o.area == "york_east"))
    assert not sieges(state)
    state.leaders["salisbury"].at = YORK
    assert sieges(state) == ["besiege york_west"], "an enemy in another Riding does not bar it"
    assert "remove york_west" not in lines(offered(state, "york", 3))
    state.sieges[PONTEFRACT] = Siege("york", reduced=True)
    assert "remove york_west" in lines(offered(state, "york", 3))


def test_14_1_3_only_when_reduced_the_marker_may_go_and_another_come_in_one_play() -> None:
    state = harlech(garrison=1)
    state.sieges[HARLECH] = Siege("york", 3)
    spend(state, "york", 3, "besiege harlech", "remove harlech", "control harlech", dice=(6,))
    assert state.control == {"harlech": "york"}
    assert not state.points


def test_c51_markers_come_off_when_the_area_changes_hands_or_with_the_next_turn() -> None:
    state = harlech()
    state.sieges[HARLECH] = Siege("york", 2)
    run(converted, state)
    assert not state.sieges
    state.sieges[HARLECH] = Siege("york", reduced=True)
    run(turn_marker, state)
    assert not state.sieges


async def converted(table) -> None:  # type: ignore[no-untyped-def]
    convert(table, facts().areas["harlech"], "york", "6.2.5")


async def lifted(table) -> None:  # type: ignore[no-untyped-def]
    lift(table)


def test_c51_the_siege_is_lifted_when_the_last_besieger_leaves() -> None:
    state = harlech()
    put(state, "richard_york", HARLECH)
    state.sieges[HARLECH] = Siege("york", 2)
    state.leaders["herbert"].at = YORK
    run(lifted, state)
    assert state.sieges[HARLECH].bonus == 2
    state.leaders["richard_york"].at = YORK
    game = run(lifted, state)
    assert not state.sieges
    assert game.story == [sentence("games.plantagenet_1450.s14_sieges.lift", "Harlech Castle")]


def test_c51_a_reduced_marker_stays_when_he_leaves() -> None:
    state = harlech()
    state.sieges[HARLECH] = Siege("york", reduced=True)
    state.leaders["herbert"].at = YORK
    run(lifted, state)
    assert state.sieges[HARLECH].reduced


@pytest.mark.parametrize(("at", "lifts"), [(LONDON, False), (TOWER, False), (YORK, True)])
def test_c201_the_towers_marker_stays_while_one_is_in_london_or_the_tower(
    at: str, lifts: bool
) -> None:
    state = realm(tower="lancaster")
    state.sieges[TOWER] = Siege("york", 1)
    put(state, "richard_york", at)
    run(lifted, state)
    assert (TOWER not in state.sieges) is lifts


def test_c146_captives_of_the_besieger_are_free_when_it_falls() -> None:
    state = harlech()
    put(state, "warwick", HARLECH, status="captive", side="york")
    put(state, "salisbury", PONTEFRACT, status="captive")
    spend(state, "york", 1, "besiege harlech", dice=(6,))
    assert state.leaders["warwick"].status == "free"
    assert state.leaders["salisbury"].status == "captive"


def test_c146_and_when_the_garrison_that_held_them_against_the_marker_is_gone() -> None:
    """York's garrison holds Harlech against the marker, with Clifford in it; a 1 costs its last unit (14.4)."""
    state = realm(harlech="lancaster")
    put(state, "exeter", BESIDE)
    state.garrisons[HARLECH] = Garrison("york", [MEN])
    put(state, "clifford", HARLECH, status="captive")
    spend(state, "lancaster", 1, "besiege harlech", dice=(1,))
    assert HARLECH not in state.garrisons
    assert state.leaders["clifford"].status == "free"


def test_l46_the_bribed_gatekeeper_is_named_in_the_same_order_and_adds_two() -> None:
    state = harlech(garrison=1)
    secrets = hold(state, "york", "L46")
    spend(state, "york", 1, "besiege harlech playing l46", dice=(VALUE,), secrets=secrets)
    assert state.sieges[HARLECH].reduced
    assert state.discards == ["L46"]


def test_siege_die_changes_of_a_turn_count() -> None:
    state = harlech()
    state.changes = [Modifier("siege_die", "york", 1), Modifier("siege_die", "lancaster", 5)]
    spend(state, "york", 1, "besiege harlech", dice=(VALUE,))
    assert state.sieges[HARLECH].reduced
