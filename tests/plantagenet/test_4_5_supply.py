"""4.5 Supply."""

from __future__ import annotations

from tests.plantagenet.field import card, empty, favour, lines, menu, put
from tests.says import says


def test_4_5_only_at_a_friendly_locale() -> None:
    state = empty()
    put(state, "york", "ely")
    assert lines(menu(state, "york"), "supply") == []
    assert says(
        menu(state, "york").barred["york: supply"], "games.plantagenet.s4_5_supply.fill_supply"
    )
    favour(state, "york", "ely")
    assert lines(menu(state, "york"), "supply") == ["york: supply ely"]


def test_4_5_2_the_own_stronghold_needs_no_carts_and_is_depleted() -> None:
    state = empty()
    put(state, "york", "ely", carts=0, provender=0)
    favour(state, "york", "ely")
    card(state, "york", ["york: supply ely", "york: supply ely"])
    assert state.lords["york"].provender == 4
    assert state.wear["ely"] == "exhausted"


def test_4_5_2_example_four_carts_two_ways_from_a_depleted_city() -> None:
    """Two Provender for a Supply action, and the City flips to Exhausted."""
    state = empty()
    put(state, "york", "lynn", carts=4, provender=0)
    favour(state, "york", "lynn", "ely", "peterborough")
    state.wear["peterborough"] = "depleted"
    card(state, "york", ["york: supply peterborough", "york: pass"])
    assert state.lords["york"].provender == 2
    assert state.wear["peterborough"] == "exhausted"


def test_4_5_1_one_cart_per_provender_for_each_way() -> None:
    state = empty()
    favour(state, "york", "lynn", "ely", "peterborough")
    put(state, "york", "lynn", carts=3, provender=0)
    card(state, "york", ["york: supply peterborough", "york: pass"])
    assert state.lords["york"].provender == 1
    put(state, "york", "lynn", carts=1, provender=0)
    barred = menu(state, "york").barred["york: supply peterborough"]
    assert says(barred, "games.plantagenet.s4_5_supply.short_of_carts", "2 Ways", "2 Carts")


def test_4_5_1_carts_of_lords_at_the_same_locale_are_shared() -> None:
    state = empty()
    favour(state, "york", "lynn", "ely", "peterborough")
    put(state, "york", "lynn", carts=0, provender=0)
    put(state, "march", "lynn", carts=4)
    card(state, "york", ["york: supply peterborough", "york: pass"])
    assert state.lords["york"].provender == 2
    assert state.lords["march"].carts == 4


def test_4_5_1_every_locale_of_the_route_is_friendly() -> None:
    state = empty()
    put(state, "york", "lynn", carts=4)
    favour(state, "york", "lynn", "peterborough")
    assert "york: supply peterborough" not in lines(menu(state, "york"))
    favour(state, "lancaster", "ely")
    assert "york: supply peterborough" not in lines(menu(state, "york"))
    favour(state, "york", "ely")
    assert "york: supply peterborough" in lines(menu(state, "york"))


def test_4_5_1_the_source_must_be_friendly_too() -> None:
    state = empty()
    put(state, "york", "lynn", carts=4)
    favour(state, "york", "lynn")
    assert "york: supply ely" not in lines(menu(state, "york"))


def test_4_5_1_no_enemy_lord_on_the_route() -> None:
    state = empty()
    put(state, "york", "lynn", carts=4)
    favour(state, "york", "lynn", "ely", "peterborough")
    put(state, "somerset_1", "ely")
    assert lines(menu(state, "york"), "supply") == ["york: supply lynn"]


def test_4_5_1_an_exhausted_stronghold_is_no_source_but_lets_routes_pass() -> None:
    state = empty()
    put(state, "york", "lynn", carts=4)
    favour(state, "york", "lynn", "ely", "peterborough")
    state.wear["ely"] = "exhausted"
    assert "york: supply ely" not in lines(menu(state, "york"))
    assert "Exhausted" in menu(state, "york").barred["york: supply ely"]
    assert "york: supply peterborough" in lines(menu(state, "york"))


def test_4_5_2_ships_bring_one_each_through_a_port_whatever_its_wear() -> None:
    state = empty()
    put(state, "warwick_y", "calais", carts=0, provender=0)
    favour(state, "york", "calais")
    state.wear["calais"] = "exhausted"
    card(state, "warwick_y", ["warwick_y: supply port calais", "warwick_y: pass"])
    assert state.lords["warwick_y"].provender == 2
    assert state.wear["calais"] == "exhausted"


def test_4_5_2_shared_ships_may_be_more_than_two() -> None:
    state = empty()
    put(state, "warwick_y", "calais", provender=0)
    put(state, "march", "calais", ships=1)
    favour(state, "york", "calais")
    card(state, "warwick_y", ["warwick_y: supply port calais", "warwick_y: pass"])
    assert state.lords["warwick_y"].provender == 3


def test_4_5_2_a_port_over_land_takes_carts() -> None:
    state = empty()
    put(state, "warwick_y", "ely", carts=1, provender=0)
    favour(state, "york", "ely", "lynn")
    card(state, "warwick_y", ["warwick_y: supply port lynn", "warwick_y: pass"])
    assert state.lords["warwick_y"].provender == 1
    assert "lynn" not in state.wear


def test_4_5_2_a_port_source_takes_a_ship() -> None:
    state = empty()
    put(state, "york", "lynn", ships=0)
    favour(state, "york", "lynn")
    assert lines(menu(state, "york"), "port") == []
    assert "Ships" in menu(state, "york").barred["york: supply port lynn"]


def test_c45_a_land_route_never_crosses_the_sea() -> None:
    state = empty()
    put(state, "warwick_y", "calais", carts=4)
    favour(state, "york", "calais", "dover")
    assert lines(menu(state, "warwick_y"), "supply") == [
        "warwick_y: supply calais",
        "warwick_y: supply port calais",
    ]


def test_c45_an_exile_box_draws_by_ship_on_friendly_ports_of_its_sea() -> None:
    state = empty()
    put(state, "warwick_y", "burgundy", carts=0, provender=0)
    favour(state, "york", "lynn", "newcastle", "calais")
    put(state, "somerset_1", "newcastle")
    assert lines(menu(state, "warwick_y"), "supply") == ["warwick_y: supply port lynn"]
    card(state, "warwick_y", ["warwick_y: supply port lynn", "warwick_y: pass"])
    assert state.lords["warwick_y"].provender == 2


def test_4_5_1_an_exile_box_is_never_a_source() -> None:
    state = empty()
    put(state, "warwick_y", "burgundy")
    assert lines(menu(state, "warwick_y"), "burgundy") == []


def test_4_5_1_scotland_may_use_its_paths_to_a_stronghold() -> None:
    state = empty()
    put(state, "somerset_1", "scotland", carts=2, provender=0)
    favour(state, "lancaster", "carlisle", "appleby")
    assert lines(menu(state, "somerset_1"), "supply") == [
        "somerset_1: supply carlisle",
        "somerset_1: supply appleby",
    ]
    card(state, "somerset_1", ["somerset_1: supply appleby", "somerset_1: pass"])
    assert state.lords["somerset_1"].provender == 1


def test_4_5_the_note_tells_amount_and_wear() -> None:
    state = empty()
    put(state, "york", "ely")
    favour(state, "york", "ely")
    (option,) = [o for o in menu(state, "york").options if "supply" in o.line]
    assert option.note == "2 Provender, Depletes it"
