"""14.1, 13.1 Fortifications and what their values mean; garrisons stay where they are."""

from __future__ import annotations

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_7_deployment import deploy_forces
from pbem.games.plantagenet_1450.state import Garrison, Siege, Unit
from tests.plantagenet_1450.field import PONTEFRACT, WAKEFIELD, empty, fight, lines, put, run
from tests.plantagenet_1450.realm import offered, realm, spend
from tests.says import says

MEN = Unit("men_at_arms")


def test_14_1_only_an_area_with_a_fortification_is_besieged_or_garrisoned() -> None:
    state = realm()
    for area in facts().areas.values():
        state.control[area.group] = "lancaster"
    plain = next(area for area in facts().areas.values() if not area.fort_hex)
    anchor = next(one.id for one in facts().hexes.values() if one.area == plain.id and one.anchor)
    put(state, "warwick", anchor, side="york")
    menu = lines(offered(state, "york", 5))
    assert f"besiege {plain.id}" not in menu
    assert f"remove {plain.id}" in menu, "nothing there must be reduced"


def test_14_1_1_a_fortification_without_a_number_has_a_value_of_one() -> None:
    """It falls on a 2, and not on a 1."""
    area = next(area for area in facts().forts.values() if area.fort_value == 1)
    for die, falls in ((1, False), (2, True)):
        state = realm()
        state.control[area.group] = "lancaster"
        put(state, "warwick", area.fort_hex, side="york")
        spend(state, "york", 1, f"besiege {area.id}", dice=(die,))
        assert state.sieges[area.fort_hex].reduced is falls


def test_14_1_1_c15_the_red_box_of_calais_changes_nothing_in_a_siege() -> None:
    """Its value of 5 needs a 6, and its marker is worth six."""
    calais = facts().areas["calais"]
    for die, falls in ((5, False), (6, True)):
        state = realm(calais="lancaster")
        put(state, "warwick", calais.fort_hex, side="york")
        spend(state, "york", 1, "besiege calais", dice=(die,))
        assert state.sieges[calais.fort_hex].reduced is falls
    spend(state, "york", 2, "remove calais", "control calais")
    assert state.legitimacy == {"york": 16, "lancaster": 4}


def test_14_1_2_a_fortification_holds_as_many_as_its_value() -> None:
    for area in [facts().areas["calais"], facts().areas["harlech"]]:
        state = realm()
        state.control[area.group] = "york"
        state.pool["york"] = {"men_at_arms": 9}
        put(state, "warwick", area.fort_hex, side="york")
        spend(state, "york", 5, *[f"garrison {area.id}"] * area.fort_value)
        assert f"garrison {area.id}" not in lines(offered(state, "york", 5))


def test_14_1_3_an_enemy_fortified_area_is_not_neutralised_before_it_is_reduced() -> None:
    harlech = facts().areas["harlech"]
    state = realm(harlech="lancaster")
    put(state, "warwick", harlech.fort_hex, side="york")
    menu = offered(state, "york", 3)
    assert says(
        menu.barred["remove harlech"],
        "games.plantagenet_1450.s8_2_control.fill_markers",
        word="first (14.1.3",
    )
    state.sieges[harlech.fort_hex] = Siege("york", reduced=True)
    assert "remove harlech" in lines(offered(state, "york", 3))


def test_c57_a_loyal_garrison_keeps_a_marker_out_of_a_neutral_area() -> None:
    harlech = facts().areas["harlech"]
    state = realm()
    put(state, "warwick", harlech.fort_hex, side="york")
    assert "control harlech" in lines(offered(state, "york", 3)), "C157"
    state.garrisons[harlech.fort_hex] = Garrison("lancaster", [MEN])
    assert "C57" in offered(state, "york", 3).barred["control harlech"]
    state.garrisons[harlech.fort_hex] = Garrison("york", [MEN])
    assert "control harlech" in lines(offered(state, "york", 3))


def test_13_1_3_a_garrison_takes_no_part_in_a_battle_in_its_hex() -> None:
    state = empty(york="lancaster")
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [MEN, MEN])
    put(state, "warwick", WAKEFIELD, "3 billmen", side="york")
    put(state, "clifford", PONTEFRACT, "1 billmen")
    battle = fight(state, PONTEFRACT)
    run(deploy_forces, state)
    assert [one.kind for one in battle.fighters if one.side == "lancaster"] == ["billmen"]
    assert state.garrisons[PONTEFRACT].units == [MEN, MEN]
