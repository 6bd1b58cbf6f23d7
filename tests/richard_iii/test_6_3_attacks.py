"""6.3 Attacking: borders, Main Attack, Reserves, control."""

from __future__ import annotations

from pbem.games.richard_iii.s6_3_attacks import field, set_reserves
from tests.richard_iii.field import act, contest, empty, fight, opened, play, put, story
from tests.says import sentence


def test_c15_at_most_three_borders_in_an_attack() -> None:
    state = empty()
    put(state, "leicester", "l_devon")
    for place, id in (
        ("derby", "y_norfolk"),
        ("lincoln", "y_suffolk"),
        ("warwick", "y_essex"),
        ("rutland", "y_arundel"),
    ):
        put(state, place, id)
    game = play(
        state,
        "york",
        "action_4",
        "norfolk: move leicester",
        "suffolk: move leicester",
        "essex: move leicester",
        "end",
        "main warwick",
    )
    assert "at most 3 borders" in game.asked[3].menu.barred["arundel: move leicester"]
    assert state.contests["leicester"].main == "warwick"


def test_c16_reinforcements_come_over_two_borders_also_the_enemys() -> None:
    state = empty()
    put(state, "leicester", "l_devon")
    contest(state, "leicester", {"y_norfolk": "derby", "y_suffolk": "derby"})
    for place, id in (("derby", "l_oxford"), ("lincoln", "l_clifford"), ("warwick", "l_beaumont")):
        put(state, place, id)
    game = play(
        state,
        "lancaster",
        "action_4",
        "oxford: move leicester",
        "clifford: move leicester",
        "end",
    )
    assert "at most 2 borders" in game.asked[2].menu.barred["beaumont: move leicester"]
    assert opened(state, "leicester").reserve == ["l_clifford", "l_oxford"]


def test_6_3_r5_example_1_kent_is_the_main_attack_and_wilts_in_reserve() -> None:
    state = empty()
    put(state, "wilts", "y_norfolk", "y_suffolk")
    four = ["y_essex", "y_hastings", "y_herbert", "y_worcester"]
    put(state, "kent", *four)
    put(state, "sussex", "l_devon")
    play(
        state,
        "york",
        "action_2",
        "norfolk: move sussex",
        "suffolk: move sussex",
        *(f"{id[2:]}: move sussex" for id in four),
        "main kent",
    )
    assert opened(state, "sussex").reserve == ["y_norfolk", "y_suffolk"]


def test_6_3_example_2_three_areas_join_over_one_border() -> None:
    """E6"""
    state = empty()
    put(state, "middlesex", "l_oxford")
    put(state, "oxford", "l_devon")
    put(state, "gloucester", "l_beaumont")
    put(state, "sussex", "y_arundel", "y_essex")
    game = play(
        state,
        "lancaster",
        "action_3",
        "oxford: move oxford",
        "oxford: move sussex",
        "devon: move sussex",
        "beaumont: move oxford",
        "beaumont: move sussex",
    )
    assert state.contests["sussex"].ways["lancaster"] == ["oxford"]
    assert opened(state, "sussex").reserve == []
    assert not any(request.kind == "main_attack" for request in game.asked)


def test_6_3_example_essex_three_against_two_and_five_in_reserve() -> None:
    """E7"""
    state = empty()
    put(state, "essex", "l_oxford", "l_devon")
    york = dict.fromkeys(("y_norfolk", "y_suffolk", "y_essex"), "rutland")
    york |= {"y_hastings": "middlesex", "y_herbert": "middlesex"}
    contest(state, "essex", york, main="rutland")
    lancaster = ("l_beaumont", "l_clifford", "l_wiltshire")
    contest(state, "essex", dict.fromkeys(lancaster, "east_anglia"))
    found = opened(state, "essex")
    assert len(field(state, found, "york")) == 3
    assert len(field(state, found, "lancaster")) == 2
    assert len(found.reserve) == 5


def test_c17_the_first_border_counts_until_another_is_named() -> None:
    state = empty()
    put(state, "sussex", "l_devon")
    contest(state, "sussex", {"y_norfolk": "wilts", "y_suffolk": "kent"})
    assert state.contests["sussex"].main == "wilts"


def test_c18_blocks_recruited_before_the_attack_are_ordinary_defenders() -> None:
    state = empty()
    play(state, "york", "action_2", "essex: recruit essex", "end")
    put(state, "middlesex", "l_oxford")
    play(state, "lancaster", "action_2", "oxford: move essex", "end")
    found = opened(state, "essex")
    assert field(state, found, "york") == ["y_essex"]
    assert not [o for o in act(state, "york").options if o.line == "suffolk: recruit essex"]


def test_c19_attacker_here_and_defender_there() -> None:
    state = empty()
    put(state, "sussex", "l_devon")
    contest(state, "sussex", {"y_norfolk": "wilts"})
    put(state, "essex", "y_essex")
    contest(state, "essex", {"l_oxford": "middlesex"})
    assert [state.contests[at].attacker for at in ("sussex", "essex")] == ["york", "lancaster"]


def test_c45_reserves_are_out_of_reach_in_round_1_and_fight_from_round_2() -> None:
    state = empty()
    put(state, "sussex", "l_devon")
    contest(state, "sussex", {"y_hastings": "kent", "y_norfolk": "wilts"}, main="kent")
    game = fight(
        state,
        "sussex",
        ["devon: fire", "hastings: pass", "devon: fire", "hastings: pass", "norfolk: fire", "done"],
        [1, 1, 6, 6, 1, 1, 6, 6],
    )
    assert story(game, "Reserve: Norfolk (strength 4)")
    assert state.blocks["y_hastings"].strength == 1
    round_1 = [r.question for r in game.asked if "round 1" in r.question]
    assert not any("Norfolk" in question for question in round_1)


def test_c46_reserves_arrive_early_take_hits_and_do_not_act_before_round_2() -> None:
    """6.3 Exception. The Attacker's field is emptied: no change of control."""
    state = empty()
    put(state, "sussex", "l_devon", "l_wiltshire")
    put(state, "kent", "y_worcester", strength=1)
    contest(state, "sussex", {"y_worcester": "kent", "y_norfolk": "wilts"}, main="kent")
    state.blocks["y_worcester"].strength = 1
    state.contests["sussex"].main = "kent"
    game = fight(
        state,
        "sussex",
        [
            "devon: fire",
            "wiltshire: fire",
            "devon: pass",
            "wiltshire: pass",
            "norfolk: retreat kent",
            "done",
        ],
        [1, 6, 1, 1, 6],
    )
    assert state.blocks["y_norfolk"].strength == 2
    assert not story(game, "Control changes")
    round_1 = [r for r in game.asked if "round 1" in r.question]
    assert {r.side for r in round_1} == {"lancaster"}


def test_c47_control_changes_if_the_defenders_field_is_emptied_in_round_1() -> None:
    state = empty()
    put(state, "sussex", "l_oxford")
    state.blocks["l_oxford"].strength = 1
    contest(state, "sussex", {"y_norfolk": "wilts", "y_arundel": "wilts"})
    contest(state, "sussex", {"l_devon": "oxford"})
    game = fight(
        state,
        "sussex",
        [
            "oxford: pass",
            "norfolk: fire",
            "arundel: fire",
            "arundel: pass",
            "norfolk: pass",
            "devon: retreat oxford",
            "done",
        ],
        [1, 6, 6, 6, 4, 4, 4],
    )
    assert story(game, sentence("games.richard_iii.s6_battles.settle", "York", word="Control"))
    turns = [r for r in game.asked if r.kind == "battle_turn"]
    note = next(o.note for o in turns[2].options if o.line == "arundel: fire")
    assert note == "3 dice, hits on 1-3"
    assert [r.side for r in turns[3:]] == ["york", "york", "lancaster"]


def test_c47_new_attackers_must_leave_in_round_4() -> None:
    state = empty()
    put(state, "sussex", "l_oxford")
    state.blocks["l_oxford"].strength = 1
    contest(state, "sussex", {"y_norfolk": "wilts"})
    contest(state, "sussex", {"l_devon": "oxford"})
    game = fight(
        state,
        "sussex",
        ["oxford: pass", "norfolk: fire"]
        + ["norfolk: pass", "devon: pass"] * 2
        + ["norfolk: pass", "devon: retreat oxford", "done"],
        [1, 6, 6, 6],
    )
    assert game.asked[-2].kind == "last_retreat"
    assert state.blocks["l_devon"].at == "oxford"


def test_c47_without_reserves_the_battle_is_over() -> None:
    state = empty()
    put(state, "sussex", "l_oxford")
    state.blocks["l_oxford"].strength = 1
    contest(state, "sussex", {"y_norfolk": "wilts"})
    game = fight(state, "sussex", ["oxford: pass", "norfolk: fire", "done"], [1, 6, 6, 6])
    assert story(
        game,
        sentence("games.richard_iii.s6_battles.to_the_end", "York", "Sussex", word="battle"),
    )
    assert "sussex" not in state.contests


def test_set_reserves_lists_openers_of_both_sides() -> None:
    state = empty()
    put(state, "sussex", "l_devon")
    contest(state, "sussex", {"y_hastings": "kent", "y_norfolk": "wilts"}, main="kent")
    set_reserves(state, state.contests["sussex"])
    assert state.contests["sussex"].openers == ["l_devon", "y_hastings"]
