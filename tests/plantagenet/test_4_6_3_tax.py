"""4.6.3 Tax."""

from __future__ import annotations

from tests.plantagenet.field import card, empty, favour, lines, menu, put, vassal


def test_4_6_3_the_own_seat_needs_no_check() -> None:
    state = empty()
    put(state, "york", "ely", coin=0)
    favour(state, "york", "ely")
    state.influence = 0
    game = card(state, "york", ["york: tax ely", "york: pass"])
    assert game.rolled == []
    assert state.lords["york"].coin == 2
    assert state.influence == 0
    assert state.wear["ely"] == "depleted"


def test_4_6_3_only_at_a_friendly_locale() -> None:
    state = empty()
    put(state, "york", "ely")
    assert lines(menu(state, "york"), "tax") == []
    assert "4.6.3" in menu(state, "york").barred["york: tax"]


def test_c49_a_check_without_cost_for_distance() -> None:
    state = empty()
    put(state, "march", "oxford", coin=0)
    favour(state, "york", "oxford", "london")
    state.influence = 0
    assert lines(menu(state, "march"), "tax") == [
        "march: tax london",
        "march: tax london +1",
        "march: tax london +3",
    ]
    game = card(state, "march", ["march: tax london +1", "march: pass"], dice=[3])
    assert game.rolled == [("march tax london", 3)]
    assert state.influence == -2
    assert state.lords["march"].coin == 3
    assert state.wear["london"] == "depleted"


def test_4_6_3_a_failure_pays_and_does_not_deplete() -> None:
    state = empty()
    put(state, "march", "oxford", coin=0)
    favour(state, "york", "oxford", "london")
    state.influence = 0
    card(state, "march", ["march: tax london", "march: pass"], dice=[3])
    assert state.influence == -1
    assert state.lords["march"].coin == 0
    assert "london" not in state.wear


def test_c49_seats_of_regular_vassals_on_his_own_mat_only() -> None:
    state = empty()
    put(state, "march", "oxford")
    put(state, "salisbury", "oxford")
    favour(state, "york", "oxford")
    vassal(state, "march", "oxford")
    assert "march: tax oxford" in lines(menu(state, "march"))
    assert lines(menu(state, "salisbury"), "tax") == []


def test_1_5_4_special_vassals_do_not_aid_tax() -> None:
    state = empty()
    put(state, "march", "oxford")
    favour(state, "york", "oxford")
    state.lords["march"].vassals.append("hastings")
    assert lines(menu(state, "march"), "tax") == []


def test_4_6_3_an_ordinary_stronghold_cannot_be_taxed() -> None:
    state = empty()
    put(state, "march", "oxford")
    favour(state, "york", "oxford")
    assert lines(menu(state, "march"), "tax") == []


def test_4_6_3_the_route_is_friendly_and_free_of_enemies_target_included() -> None:
    state = empty()
    put(state, "york", "bury_st_edmunds")
    favour(state, "york", "bury_st_edmunds")
    assert "york: tax ely" in menu(state, "york").barred
    favour(state, "york", "ely")
    assert lines(menu(state, "york"), "ely") == [
        "york: march ely",
        "york: supply ely",
        "york: tax ely",
    ]
    put(state, "somerset_1", "ely")
    assert "york: tax ely" in menu(state, "york").barred


def test_4_6_3_not_an_exhausted_stronghold() -> None:
    state = empty()
    put(state, "york", "ely")
    favour(state, "york", "ely")
    state.wear["ely"] = "exhausted"
    assert lines(menu(state, "york"), "tax") == []
    assert "Exhausted" in menu(state, "york").barred["york: tax ely"]


def test_4_6_3_with_a_ship_the_route_may_link_ports_of_a_sea() -> None:
    state = empty()
    put(state, "warwick_y", "dover")
    favour(state, "york", "dover", "calais")
    assert "warwick_y: tax calais" in lines(menu(state, "warwick_y"))
    state.lords["warwick_y"].ships = 0
    assert "warwick_y: tax calais" not in lines(menu(state, "warwick_y"))


def test_c35_a_shared_ship_serves_and_an_exile_box_may_start_the_route() -> None:
    state = empty()
    put(state, "york", "ireland")
    favour(state, "york", "harlech")
    assert lines(menu(state, "york"), "tax") == []
    put(state, "rutland", "ireland", ships=1)
    assert "york: tax harlech" in lines(menu(state, "york"))


def test_4_6_3_his_seat_across_a_route_is_free_too() -> None:
    state = empty()
    put(state, "warwick_y", "dover", coin=0)
    favour(state, "york", "dover", "calais")
    state.influence = 0
    card(state, "warwick_y", ["warwick_y: tax calais", "warwick_y: pass"])
    assert state.lords["warwick_y"].coin == 3
    assert state.influence == 0
