"""4.6.4 Parley on Campaign."""

from __future__ import annotations

from tests.plantagenet.field import card, empty, favour, lines, menu, put


def test_4_6_4_the_own_location_is_automatic_and_free() -> None:
    state = empty()
    put(state, "york", "ely")
    favour(state, "lancaster", "ely")
    state.influence = 0
    game = card(state, "york", ["york: parley ely", "york: parley ely"])
    assert game.rolled == []
    assert state.influence == 0
    assert state.favour["ely"] == "york"


def test_4_6_4_one_level_for_one_action() -> None:
    state = empty()
    put(state, "york", "ely")
    favour(state, "lancaster", "ely")
    card(state, "york", ["york: parley ely", "york: pass"])
    assert "ely" not in state.favour


def test_c50_beyond_it_the_own_locale_must_be_friendly() -> None:
    state = empty()
    put(state, "york", "ely")
    assert lines(menu(state, "york"), "parley") == ["york: parley ely"]
    assert "not Friendly" in menu(state, "york").barred["york: parley cambridge"]
    favour(state, "york", "ely")
    offered = lines(menu(state, "york"), "parley")
    assert "york: parley cambridge" in offered
    assert "york: parley ely" not in offered


def test_c50_an_adjacent_stronghold_costs_two_plus_bonus() -> None:
    state = empty()
    put(state, "march", "ely")
    favour(state, "york", "ely")
    state.influence = 0
    card(
        state,
        "march",
        ["march: parley cambridge", "march: parley cambridge +3"],
        dice=[3, 4],
    )
    assert state.influence == -2 - 5
    assert state.favour["cambridge"] == "york"


def test_4_6_4_no_further_than_adjacent() -> None:
    state = empty()
    put(state, "york", "ely")
    favour(state, "york", "ely", "cambridge")
    assert lines(menu(state, "york"), "st_albans") == []


def test_4_6_4_the_target_is_free_of_enemy_lords() -> None:
    state = empty()
    put(state, "york", "ely")
    favour(state, "york", "ely")
    put(state, "somerset_1", "cambridge")
    assert "york: parley cambridge" not in lines(menu(state, "york"))
    assert "york: parley lynn" in lines(menu(state, "york"))


def test_4_6_4_by_ship_to_a_port_on_the_same_sea() -> None:
    state = empty()
    put(state, "warwick_y", "calais")
    favour(state, "york", "calais")
    offered = lines(menu(state, "warwick_y"), "parley")
    assert "warwick_y: parley dover" in offered
    assert "warwick_y: parley lynn" not in offered
    state.lords["warwick_y"].ships = 0
    assert lines(menu(state, "warwick_y"), "parley") == []


def test_c35_a_shared_ship_serves_from_an_exile_box() -> None:
    state = empty()
    put(state, "york", "ireland")
    put(state, "rutland", "ireland", ships=1)
    assert "york: parley harlech" in lines(menu(state, "york"))


def test_c33_scotland_is_adjacent_to_carlisle_and_bamburgh() -> None:
    state = empty()
    put(state, "somerset_1", "scotland")
    offered = {line.split()[2] for line in lines(menu(state, "somerset_1"), "parley")}
    assert offered == {"carlisle", "bamburgh"}


def test_c37_double_favour_keeps_lancastrian_parley_off() -> None:
    state = empty()
    favour(state, "york", "london")
    favour(state, "lancaster", "oxford")
    state.london_twice = True
    put(state, "henry_vi", "london")
    put(state, "somerset_1", "oxford")
    assert lines(menu(state, "henry_vi"), "parley") == []
    assert "somerset_1: parley london" not in lines(menu(state, "somerset_1"))
    assert "1.3.1" in menu(state, "somerset_1").barred["somerset_1: parley london"]


def test_c34_exile_boxes_and_seas_cannot_be_parleyed() -> None:
    state = empty()
    put(state, "warwick_y", "burgundy")
    offered = " ".join(lines(menu(state, "warwick_y"), "parley"))
    assert "burgundy" not in offered
    assert "scotland" not in offered
    put(state, "warwick_y", "north_sea")
    assert lines(menu(state, "warwick_y"), "parley") == []


def test_1_4_2_no_bonus_beyond_rating_five() -> None:
    state = empty()
    put(state, "york", "ely")
    favour(state, "york", "ely")
    assert "york: parley lynn +1" not in lines(menu(state, "york"))
