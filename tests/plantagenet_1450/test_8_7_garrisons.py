"""8.7, 13.1 Garrisons: who may be put where."""

from __future__ import annotations

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Garrison, Siege, State, Unit
from tests.plantagenet_1450.field import PONTEFRACT, YORK, lines, put
from tests.plantagenet_1450.realm import offered, realm, spend
from tests.says import says, sentence

LONDON = "1928"
HARLECH = facts().areas["harlech"].fort_hex


def harlech() -> State:
    """York holds Harlech with Herbert there, and four Men-at-Arms are promised."""
    state = realm(harlech="york")
    put(state, "herbert", HARLECH)
    state.pool["york"] = {"men_at_arms": 4}
    return state


def places(state: State, points: int = 5) -> list[str]:
    return [line for line in lines(offered(state, "york", points)) if line.startswith("garrison")]


def test_13_1_1_a_point_moves_one_man_at_arms_from_the_pool_into_the_fortification() -> None:
    state = harlech()
    game = spend(state, "york", 3, "garrison harlech", "garrison harlech")
    assert state.garrisons[HARLECH] == Garrison("york", [Unit("men_at_arms")] * 2)
    assert state.pool["york"] == {"men_at_arms": 2}
    assert state.points[-1].left == 1
    assert (
        sentence(
            "games.plantagenet_1450.s8_7_garrisons.put", "York", "Harlech Castle", "2 Men-at-Arms"
        )
        in game.story
    )


def test_13_1_2_c56_no_more_than_the_fortification_value() -> None:
    state = harlech()
    value = facts().areas["harlech"].fort_value
    spend(state, "york", 5, *["garrison harlech"] * value)
    assert len(state.garrisons[HARLECH].units) == value
    assert not places(state)
    assert "13.1.2" in offered(state, "york", 5).barred["garrison harlech"]


def test_8_7_men_at_arms_must_be_in_the_force_pool() -> None:
    state = harlech()
    state.pool["york"] = {"billmen": 3}
    assert not places(state)
    assert "Force Pool" in offered(state, "york", 5).barred["garrison harlech"]


def test_13_1_1_c56_a_leader_must_be_in_the_area() -> None:
    state = harlech()
    state.leaders["herbert"].at = YORK
    barred = offered(state, "york", 5).barred["garrison harlech"]
    assert says(barred, "games.plantagenet_1450.s8_7_garrisons.bar", word="leader")


def test_8_7_the_area_must_be_friendly() -> None:
    for control in ("lancaster", ""):
        state = harlech()
        state.control = {"harlech": control} if control else {}
        assert not places(state)
        assert "not yours" in offered(state, "york", 5).barred["garrison harlech"]


def test_c191_not_beside_an_enemy_garrison_that_holds_the_fortification() -> None:
    calais = facts().areas["calais"]
    state = realm(calais="york")
    put(state, "warwick", calais.fort_hex)
    state.pool["york"] = {"men_at_arms": 1}
    assert places(state) == ["garrison calais"]
    state.garrisons[calais.fort_hex] = Garrison("lancaster", [Unit("men_at_arms")])
    assert not places(state)


def test_c203_a_reduced_fortification_takes_no_garrison() -> None:
    state = harlech()
    state.sieges[HARLECH] = Siege("lancaster", reduced=True)
    assert "reduced" in offered(state, "york", 5).barred["garrison harlech"]


def test_c203_pontefract_needs_a_leader_in_the_west_riding_the_tower_one_in_the_tower() -> None:
    state = realm(york="york", tower="york", london="york")
    state.pool["york"] = {"men_at_arms": 3}
    north = next(one.id for one in facts().hexes.values() if one.area == "york_north")
    put(state, "salisbury", north)
    put(state, "richard_york", LONDON)
    assert "garrison york_west" not in places(state)
    assert "garrison tower" not in places(state)
    state.leaders["salisbury"].at = PONTEFRACT
    state.leaders["richard_york"].at = facts().areas["tower"].fort_hex
    assert {"garrison york_west", "garrison tower"} <= set(places(state))


def test_c145_a_king_out_of_his_wits_is_no_leader_for_it() -> None:
    state = realm(harlech="lancaster")
    put(state, "henry_vi", HARLECH, mad=True)
    state.pool["lancaster"] = {"men_at_arms": 1}
    assert "garrison harlech" not in lines(offered(state, "lancaster", 3))
    state.leaders["henry_vi"].mad = False
    assert "garrison harlech" in lines(offered(state, "lancaster", 3))
