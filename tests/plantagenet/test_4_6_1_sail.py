"""4.6.1 Sail."""

from __future__ import annotations

from pbem.games.plantagenet.s4_6_1_sail import ships_needed, units
from pbem.games.plantagenet.s6_3_the_wars import set_up
from pbem.games.plantagenet.s6_scenarios import setup
from tests.plantagenet.field import army, card, empty, lines, menu, put, vassal


def targets(state: object, lord: str) -> set[str]:
    return {line.split()[2] for line in lines(menu(state, lord), "sail")}  # type: ignore[arg-type]


def test_c77_from_a_port_to_ports_of_the_sea_that_sea_or_an_adjacent_one() -> None:
    state = empty()
    put(state, "warwick_y", "lynn")
    put(state, "somerset_1", "ipswich")
    assert targets(state, "warwick_y") == {
        "newcastle",
        "ravenspur",
        "scarborough",
        "north_sea",
        "english_channel",
    }


def test_c91_6_3_IIY_a_group_without_whom_shaky_allies_keep_out() -> None:
    state = set_up("IIY", setup("wars_of_the_roses"))
    for lord in ("somerset_1", "warwick_l"):
        put(state, lord, "dover", ships=2)
        army(state, lord, militia=1)
    put(state, "margaret", "plymouth")
    sailing = lines(menu(state, "somerset_1"), "sail")
    assert "somerset_1: sail plymouth" in sailing
    assert "somerset_1: sail plymouth with warwick_l" not in sailing
    assert ("somerset_1: sail calais", ("warwick_l",)) in [
        (option.line, option.group) for option in menu(state, "somerset_1").options
    ]


def test_c77_the_irish_and_north_seas_are_not_adjacent() -> None:
    state = empty()
    put(state, "warwick_y", "harlech")
    assert targets(state, "warwick_y") == {"bristol", "pembroke", "irish_sea", "english_channel"}


def test_c77_from_a_sea_also_to_ports_on_an_adjacent_sea() -> None:
    state = empty()
    put(state, "warwick_y", "irish_sea")
    reached = targets(state, "warwick_y")
    assert {"bristol", "harlech", "pembroke", "calais", "english_channel"} <= reached
    assert not {"irish_sea", "north_sea", "lynn"} & reached


def test_4_6_1_from_an_exile_box_but_never_into_one() -> None:
    state = empty()
    put(state, "warwick_y", "burgundy")
    reached = targets(state, "warwick_y")
    assert {"lynn", "north_sea", "english_channel"} <= reached
    assert not {"burgundy", "scotland", "calais"} & reached
    assert "4.6.1" in menu(state, "warwick_y").barred["warwick_y: sail scotland"]


def test_4_6_1_not_from_inland() -> None:
    state = empty()
    put(state, "warwick_y", "ely")
    assert targets(state, "warwick_y") == set()
    assert "neither Port" in menu(state, "warwick_y").barred["warwick_y: sail"]


def test_4_6_1_sail_takes_the_card_and_marks() -> None:
    state = empty()
    put(state, "warwick_y", "calais")
    game = card(state, "warwick_y", ["warwick_y: sail dover"])
    assert len(game.asked) == 1
    assert state.lords["warwick_y"].at == "dover"
    assert state.lords["warwick_y"].moved


def test_c6_retinue_and_vassals_count_as_units() -> None:
    state = empty()
    put(state, "warwick_y", "calais")
    army(state, "warwick_y", militia=4)
    assert units(state, ["warwick_y"]) == 5
    vassal(state, "warwick_y", "devon")
    assert ships_needed(state, ["warwick_y"]) == 1
    vassal(state, "warwick_y", "oxford")
    assert ships_needed(state, ["warwick_y"]) == 2


def test_4_6_1_one_ship_per_six_units_rounded_up() -> None:
    state = empty()
    put(state, "warwick_y", "calais", ships=1)
    army(state, "warwick_y", militia=5)
    assert "dover" in targets(state, "warwick_y")
    army(state, "warwick_y", militia=6)
    assert targets(state, "warwick_y") == set()
    assert "needs 2 for 7 units" in menu(state, "warwick_y").barred["warwick_y: sail dover"]


def test_4_6_1_no_ship_no_sail() -> None:
    state = empty()
    put(state, "york", "lynn", ships=0)
    assert targets(state, "york") == set()


def test_4_6_1_carts_and_provender_have_limits_of_their_own_and_may_be_left() -> None:
    state = empty()
    put(state, "warwick_y", "calais", ships=2, provender=6, carts=5, coin=9)
    card(state, "warwick_y", ["warwick_y: sail dover"])
    lord = state.lords["warwick_y"]
    assert (lord.provender, lord.carts, lord.coin) == (4, 4, 9)


def test_4_6_1_a_group_shares_ships() -> None:
    state = empty()
    put(state, "warwick_y", "calais", ships=0, provender=0)
    put(state, "march", "calais", ships=2, provender=0, carts=0)
    assert lines(menu(state, "warwick_y"), "dover") == ["warwick_y: sail dover with march"]
    card(state, "warwick_y", ["warwick: sail dover with march"])
    assert state.lords["march"].at == state.lords["warwick_y"].at == "dover"
    assert state.lords["march"].moved


def test_4_6_1_only_groups_that_fit() -> None:
    state = empty()
    put(state, "york", "lynn", ships=2)
    put(state, "march", "lynn")
    put(state, "salisbury", "lynn")
    army(state, "york", militia=2)
    army(state, "march", militia=3)
    army(state, "salisbury", militia=8)
    assert lines(menu(state, "york"), "ipswich") == [
        "york: sail ipswich",
        "york: sail ipswich with march",
        "york: sail ipswich with salisbury",
    ]


def test_4_6_1_only_marshals_and_lieutenants_take_others() -> None:
    state = empty()
    put(state, "march", "lynn", ships=1)
    put(state, "salisbury", "lynn", ships=2)
    assert lines(menu(state, "march"), "with") == []
