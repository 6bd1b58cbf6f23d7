"""5.3 Sea moves, 5.31 ports."""

from __future__ import annotations

from pbem.engine.scenarios import starting_state
from pbem.games.richard_iii.game import RICHARD_III
from tests.richard_iii.field import act, empty, lines, play, put, targets
from tests.says import says


def test_5_3_c20_to_friendly_or_vacant_coasts_of_the_same_zone_only() -> None:
    state = empty()
    put(state, "sussex", "y_arundel")
    put(state, "kent", "l_devon")
    shown = act(state, "york")
    assert targets(shown, "arundel: sail") == {"cornwall", "dorset", "calais"}
    assert says(
        shown.barred["arundel: sail kent"],
        "games.richard_iii.s5_3_sea_moves.no_landing",
        word="friendly",
    )
    assert "(2.7)" in shown.barred["arundel: sail france"]


def test_c20_a_block_does_not_sail_and_march() -> None:
    state = empty()
    put(state, "sussex", "y_arundel")
    game = play(state, "york", "action_4", "arundel: sail dorset", "end")
    assert not lines(game.asked[1].menu, "arundel: ")
    game = play(state, "york", "action_4", "arundel: move wilts", "end")
    assert not lines(game.asked[1].menu, "arundel: sail")


def test_c21_areas_with_two_zones() -> None:
    state = empty()
    put(state, "kent", "y_arundel")
    reached = targets(act(state, "york"), "arundel: sail")
    assert {"lincoln", "essex", "dorset", "cornwall", "calais"} <= reached
    assert "chester" not in reached
    put(state, "calais", "y_arundel")
    assert {"sussex", "east_anglia"} <= targets(act(state, "york"), "arundel: sail")
    put(state, "cornwall", "l_devon")
    assert {"pembroke", "dorset"} <= targets(act(state, "lancaster"), "devon: sail")
    put(state, "france", "l_devon")
    reached = targets(act(state, "lancaster"), "devon: sail")
    assert {"dorset", "chester"} <= reached
    assert "essex" not in reached
    put(state, "scotland", "l_devon")
    assert {"essex", "chester"} <= targets(act(state, "lancaster"), "devon: sail")


def test_5_3_inland_ports_and_london() -> None:
    state = empty()
    for place in ("south_yorks", "hereford", "gloucester"):
        put(state, place, "y_arundel")
        assert not lines(act(state, "york"), "arundel: sail")
    put(state, "calais", "y_arundel")
    assert "middlesex" in targets(act(state, "york"), "arundel: sail")


def test_c22_r14_scots_welsh_rebel_and_levies_never_sail_bombards_by_option() -> None:
    state = empty()
    put(state, "pembroke", "l_welsh")
    put(state, "somerset", "l_bristol_levy")
    shown = act(state, "lancaster")
    for name in ("scots", "welsh", "bristol_levy"):
        assert not lines(shown, f"{name}: sail"), name
    put(state, "sussex", "rebel", "y_bombard")
    shown = act(state, "york")
    assert not lines(shown, "rebel: sail")
    assert lines(shown, "bombard: sail")
    state = starting_state(RICHARD_III, "wars_of_the_roses", {"bombard_sea_move": "no"})
    put(state, "sussex", "y_bombard")
    assert not lines(act(state, "york"), "bombard: sail")


def test_5_31_example_four_blocks_from_calais_to_kent_for_2_ap() -> None:
    """E4"""
    state = empty()
    four = ["y_march", "y_warwick", "y_salisbury", "y_kent"]
    put(state, "calais", *four)
    play(state, "york", "action_2", *(f"{id[2:]}: sail kent" for id in four))
    assert all(state.blocks[id].at == "kent" for id in four)


def test_5_31_example_two_to_one_port_two_to_another() -> None:
    """E4"""
    state = empty()
    put(state, "calais", "y_march", "y_warwick", "y_salisbury", "y_kent")
    game = play(
        state,
        "york",
        "action_2",
        "march: sail kent",
        "salisbury: sail sussex",
        "warwick: sail kent",
        "kent: sail sussex",
    )
    assert len(game.asked) == 4
    assert state.blocks["y_kent"].at == "sussex"


def test_5_31_example_two_to_a_port_and_one_to_a_minor_port() -> None:
    """E4, C23: the second block may follow later in the turn."""
    state = empty()
    put(state, "calais", "y_march", "y_warwick", "y_salisbury", "y_kent")
    game = play(
        state,
        "york",
        "action_2",
        "march: sail kent",
        "salisbury: sail dorset",
        "warwick: sail kent",
    )
    assert len(game.asked) == 3
    assert says(
        game.asked[2].menu.barred["kent: sail dorset"], "games.richard_iii.s5_3_sea_moves.unpaid"
    )


def test_c23_no_ferry_from_or_to_a_minor_port() -> None:
    state = empty()
    put(state, "essex", "y_march", "y_warwick")
    play(state, "york", "action_2", "march: sail kent", "warwick: sail kent")
    assert state.blocks["y_warwick"].at == "kent"


def test_c25_the_isle_of_man_is_reached_by_sea_only() -> None:
    state = empty()
    put(state, "isle_of_man", "l_stanley")
    shown = act(state, "lancaster")
    assert not lines(shown, "stanley: move")
    assert "lancaster" in targets(shown, "stanley: sail")
