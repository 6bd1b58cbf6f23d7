"""5.2 Land moves, 5.21 border limits, 5.22 pinning."""

from __future__ import annotations

from tests.richard_iii.field import act, contest, empty, lines, menu, play, put, story, targets
from tests.says import says

MANY = ["y_norfolk", "y_suffolk", "y_arundel", "y_essex", "y_hastings", "y_worcester"]


def test_5_2_example_east_anglia_reaches_five_areas() -> None:
    """E1"""
    state = empty()
    put(state, "east_anglia", "y_norfolk")
    reached = targets(act(state, "york"), "norfolk: move")
    assert reached == {"essex", "rutland"}
    for first in ("essex", "rutland"):
        state = empty()
        put(state, "east_anglia", "y_norfolk")
        game = play(state, "york", "action_2", f"norfolk: move {first}", "end")
        on = {o.line.split()[-1] for o in game.asked[1].options if "norfolk" in o.line}
        reached |= {place for place in on if place in ("middlesex", "leicester", "lincoln")}
    assert reached == {"essex", "middlesex", "rutland", "leicester", "lincoln"}


def test_5_21_example_three_cross_to_rutland_and_three_go_via_essex() -> None:
    """E1"""
    state = empty()
    put(state, "east_anglia", *MANY)
    direct = [f"{id[2:]}: move rutland" for id in MANY[:3]]
    around = [f"{id[2:]}: move {to}" for id in MANY[3:] for to in ("essex", "rutland")]
    game = play(state, "york", "action_2", *direct, *around, "end")
    assert all(state.blocks[id].at == "rutland" for id in MANY)
    fourth = game.asked[3]
    assert says(
        fourth.menu.barred["essex: move rutland"],
        "games.richard_iii.s5_2_land_moves.barred",
        ...,
        "blue",
        word="border",
    )


def test_5_21_example_four_of_five_move_to_oxford_the_fifth_via_leicester_or_sussex() -> None:
    """E2"""
    for way in ("leicester", "sussex"):
        state = empty()
        put(state, "middlesex", *MANY[:5])
        four = [f"{id[2:]}: move oxford" for id in MANY[:4]]
        game = play(
            state,
            "york",
            "action_2",
            *four,
            f"hastings: move {way}",
            "hastings: move oxford",
            "end",
        )
        assert "yellow border" in game.asked[4].menu.barred["hastings: move oxford"]
        assert all(state.blocks[id].at == "oxford" for id in MANY[:5])


def test_c6_moves_and_recruits_mix_but_a_recruit_does_not_move() -> None:
    state = empty()
    put(state, "essex", "y_essex")
    game = play(
        state, "york", "action_3", "essex: move middlesex", "norfolk: recruit east_anglia", "end"
    )
    assert not lines(game.asked[2].menu, "norfolk: move")
    assert game.state.blocks["y_norfolk"].at == "east_anglia"


def test_c6_control_changes_at_once() -> None:
    state = empty()
    put(state, "sussex", "l_wiltshire")
    assert not targets(act(state, "york"), "arundel: recruit")
    put(state, "dorset", "l_wiltshire")
    assert targets(menu(state), "arundel: recruit") == {"sussex"}


def test_c7_one_ap_activates_an_area_for_the_whole_turn() -> None:
    state = empty()
    put(state, "essex", "y_essex")
    put(state, "middlesex", "y_hastings", "y_suffolk")
    game = play(
        state,
        "york",
        "action_2",
        "hastings: move leicester",
        "essex: move middlesex",
        "suffolk: move kent",
        "end",
    )
    assert says(
        game.asked[3].question,
        "games.richard_iii.s5_actions.question",
        "Action 2",
        0,
        2,
        word="Action",
    )
    assert state.blocks["y_suffolk"].at == "kent"


def test_c7_blocks_that_arrived_this_turn_do_not_move_again() -> None:
    state = empty()
    put(state, "essex", "y_essex")
    put(state, "middlesex", "y_hastings", "y_suffolk")
    game = play(
        state,
        "york",
        "action_4",
        "essex: move middlesex",
        "hastings: move leicester",
        "end",
    )
    assert not lines(game.asked[2].menu, "essex: move")


def test_c8_two_areas_and_only_the_last_mover_goes_on() -> None:
    state = empty()
    put(state, "essex", "y_essex", "y_suffolk")
    game = play(
        state,
        "york",
        "action_4",
        "essex: move leicester",
        "essex: move derby",
        "suffolk: move middlesex",
        "end",
    )
    after = game.asked[2].menu
    assert not lines(after, "essex: move")
    assert state.blocks["y_essex"].at == "derby"
    barred = game.asked[0].menu.barred["essex: move derby"]
    assert says(barred, "games.richard_iii.s5_2_land_moves._bar")


def test_c8_no_move_straight_back() -> None:
    state = empty()
    put(state, "essex", "y_essex")
    game = play(state, "york", "action_2", "essex: move leicester", "end")
    assert "straight back" in game.asked[1].menu.barred["essex: move essex"]


def test_c8_red_borders_and_enemies_stop_a_block() -> None:
    state = empty()
    put(state, "north_yorks", "y_essex")
    game = play(state, "york", "action_2", "essex: move cumbria", "end")
    assert not lines(game.asked[1].menu, "essex: move")
    state = empty()
    put(state, "middlesex", "y_essex")
    put(state, "kent", "l_devon")
    game = play(state, "york", "action_2", "essex: move kent", "end")
    assert not lines(game.asked[1].menu, "essex: move")
    assert state.contests["kent"].attacker == "york"
    assert story(game, "attacking")


def test_c9_border_limits_count_both_ways_and_each_player_has_his_own() -> None:
    state = empty()
    put(state, "northumbria", "y_norfolk", "y_suffolk")
    put(state, "cumbria", "y_essex")
    game = play(
        state,
        "york",
        "action_4",
        "norfolk: move cumbria",
        "essex: move northumbria",
        "end",
    )
    assert "red border, its limit" in game.asked[2].menu.barred["suffolk: move cumbria"]
    put(state, "cumbria", "l_clifford")
    assert "northumbria" in targets(act(state, "lancaster"), "clifford: move")


def test_c10_c11_nobody_enters_enemy_exile_and_lancaster_uses_scotland() -> None:
    state = empty()
    put(state, "northumbria", "y_norfolk")
    shown = act(state, "york")
    assert "scotland" not in targets(shown, "norfolk: move")
    assert "(2.7)" in shown.barred["norfolk: move scotland"]
    put(state, "northumbria", "l_clifford")
    put(state, "pool", "y_norfolk")
    shown = act(state, "lancaster")
    assert "scotland" in targets(shown, "clifford: move")
    assert targets(shown, "scots: move") == {"northumbria", "cumbria"}


def test_c12_estuaries_are_no_borders() -> None:
    for here, there in (("glamorgan", "somerset"), ("east_yorks", "lincoln"), ("kent", "essex")):
        state = empty()
        put(state, here, "y_norfolk")
        assert there not in targets(act(state, "york"), "norfolk: move")
    state = empty()
    put(state, "glamorgan", "y_norfolk")
    play(state, "york", "action_2", "norfolk: move hereford", "norfolk: move gloucester", "end")
    assert state.blocks["y_norfolk"].at == "gloucester"


def test_5_22_example_chester() -> None:
    """E3: three pinned, two may leave, but neither to Derby nor to Warwick."""
    state = empty()
    put(state, "chester", "l_oxford", "l_beaumont", "l_devon", "l_clifford", "l_wiltshire")
    ways = {"y_norfolk": "derby", "y_suffolk": "derby", "y_essex": "derby", "y_arundel": "warwick"}
    contest(state, "chester", ways, main="derby")
    shown = act(state, "lancaster")
    free = targets(shown, "oxford: move")
    assert free == {"lancaster", "caernarvon", "powys", "hereford"}
    assert says(shown.barred["oxford: move warwick"], "games.richard_iii.s5_2_land_moves.closed")
    game = play(state, "lancaster", "action_2", "oxford: move powys", "devon: move hereford", "end")
    assert "pinned in Chester by 3 blocks" in game.asked[2].menu.barred["clifford: move powys"]


def test_c13_reinforcements_do_not_free_pinned_blocks_and_reserves_do_not_pin() -> None:
    state = empty()
    put(state, "chester", "l_oxford")
    contest(state, "chester", {"y_norfolk": "derby", "y_suffolk": "warwick"}, main="derby")
    put(state, "lancaster", "l_devon")
    game = play(state, "lancaster", "action_2", "devon: move chester", "end")
    assert "pinned" in game.asked[1].menu.barred["oxford: move powys"]
    state = empty()
    put(state, "chester", "l_oxford", "l_clifford")
    contest(state, "chester", {"y_norfolk": "derby", "y_suffolk": "warwick"}, main="derby")
    assert targets(act(state, "lancaster"), "oxford: move")


def test_c14_c24_an_unpinned_block_may_attack_or_sail_a_pinned_one_not() -> None:
    state = empty()
    put(state, "chester", "l_oxford", "l_clifford")
    contest(state, "chester", {"y_norfolk": "derby"})
    put(state, "hereford", "y_essex")
    shown = act(state, "lancaster")
    assert "hereford" in targets(shown, "oxford: move")
    assert "pembroke" in targets(shown, "oxford: sail")
    put(state, "pool", "l_clifford")
    shown = act(state, "lancaster")
    assert "pinned" in shown.barred["oxford: sail pembroke"]
