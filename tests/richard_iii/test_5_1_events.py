"""5.1 The six Event cards."""

from __future__ import annotations

import pytest

from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s6_6_retreat import regroups, retreats
from pbem.games.richard_iii.s6_9_treachery import treason
from pbem.games.richard_iii.s9_victory import GameDecided
from pbem.games.richard_iii.state import Phase
from tests.richard_iii.field import (
    act,
    contest,
    empty,
    fight,
    kill,
    lines,
    menu,
    opened,
    play,
    put,
    story,
    targets,
)
from tests.scripted import Scripted

FIVE = ["y_norfolk", "y_suffolk", "y_arundel", "y_essex", "y_hastings"]


@pytest.mark.parametrize("card", [id for id, kind in facts().cards.items() if kind.event])
def test_c4_no_recruits_under_an_event(card: str) -> None:
    state = empty()
    put(state, "essex", "y_essex")
    assert not lines(act(state, "york", card), "recruit")


def test_c31_force_march_moves_one_area_up_to_three_borders_and_never_sails() -> None:
    state = empty()
    put(state, "essex", "y_essex")
    put(state, "kent", "y_arundel")
    game = play(
        state,
        "york",
        "force_march",
        "essex: move leicester",
        "essex: move derby",
        "essex: move south_yorks",
    )
    assert len(game.asked) == 3
    assert not lines(game.asked[0].menu, "sail")
    assert not lines(game.asked[1].menu, "arundel")


def test_c31_force_march_stops_at_red_borders_and_enemies() -> None:
    state = empty()
    put(state, "derby", "y_essex")
    put(state, "lincoln", "l_beaumont")
    assert len(play(state, "york", "force_march", "essex: move lancaster").asked) == 1
    state = empty()
    put(state, "derby", "y_essex")
    put(state, "lincoln", "l_beaumont")
    play(state, "york", "force_march", "essex: move lincoln")
    assert state.contests["lincoln"].attacker == "york"


def test_c32_muster_gathers_blocks_from_anywhere_without_ap() -> None:
    state = empty()
    put(state, "middlesex", "y_hastings")
    put(state, "east_anglia", "y_norfolk")
    put(state, "warwick", "y_essex")
    put(state, "leicester", "y_rivers")
    game = play(
        state,
        "york",
        "muster",
        "muster leicester",
        "hastings: move leicester",
        "norfolk: move essex",
        "essex: move leicester",
    )
    assert [state.blocks[id].at for id in ("y_hastings", "y_norfolk", "y_essex")] == [
        "leicester",
        "leicester",
        "leicester",
    ]
    assert not lines(game.asked[1].menu, "rivers:")
    assert not lines(game.asked[1].menu, "sail")


def test_c32_muster_starts_no_battle_and_names_friendly_or_vacant_areas() -> None:
    state = empty()
    put(state, "middlesex", "y_hastings")
    put(state, "kent", "l_devon")
    shown = act(state, "york", "muster")
    assert "muster kent" not in lines(shown)
    assert "muster scotland" not in lines(shown)
    assert "muster sussex" in lines(shown)
    assert state.phase is not None
    state.phase.muster = "sussex"
    assert targets(menu(state), "hastings: move") == {"sussex", "oxford"}


def test_c32_muster_the_first_of_two_borders_is_not_red() -> None:
    state = empty()
    put(state, "lancaster", "y_hastings")
    act(state, "york", "muster")
    assert state.phase is not None
    state.phase.muster = "lincoln"
    shown = menu(state)
    assert not lines(shown, "hastings: move derby")
    assert "red border" in shown.barred["hastings: move derby"]


def test_c33_piracy_attacks_at_1_ap_each_and_sails_ports_two_for_one() -> None:
    state = empty()
    put(state, "calais", "y_march", "y_warwick", "y_salisbury")
    put(state, "sussex", "l_devon")
    game = play(
        state,
        "york",
        "piracy",
        "march: sail sussex",
        "warwick: sail cornwall",
        "salisbury: sail cornwall",
    )
    assert not lines(game.asked[0].menu, "move")
    assert state.contests["sussex"].came == {"y_march": "english_channel"}
    state = empty()
    put(state, "calais", "y_march", "y_warwick", "y_salisbury")
    put(state, "sussex", "l_devon")
    game = play(state, "york", "piracy", "march: sail sussex", "warwick: sail sussex")
    assert len(game.asked) == 2


def test_c33_pirates_never_enter_enemy_exile() -> None:
    state = empty()
    put(state, "cornwall", "y_march")
    assert "(2.7)" in act(state, "york", "piracy").barred["march: sail france"]


def test_c34_pirates_are_the_main_attack_whatever_their_zone() -> None:
    state = empty()
    put(state, "cornwall", "l_devon")
    put(state, "ireland", "y_york")
    put(state, "calais", "y_march")
    game = play(state, "york", "piracy", "york: sail cornwall", "march: sail cornwall")
    assert state.contests["cornwall"].ways["york"] == ["irish_sea", "english_channel"]
    assert not any(r.kind == "main_attack" for r in game.asked)
    found = opened(state, "cornwall")
    assert found.reserve == []


def test_c34_pirates_of_player_2_reinforce_as_reserves() -> None:
    state = empty()
    put(state, "cornwall", "l_devon")
    put(state, "france", "l_oxford")
    contest(state, "cornwall", {"y_norfolk": "somerset"})
    shown = act(state, "lancaster", "piracy")
    assert "1 AP, attacks" in next(
        o.note for o in shown.options if o.line.startswith("oxford: sail cornwall")
    )
    play(state, "lancaster", "piracy", "oxford: sail cornwall irish_sea", "end")
    assert opened(state, "cornwall").reserve == ["l_oxford"]


def test_c33_two_zones_make_two_lines() -> None:
    state = empty()
    put(state, "kent", "l_devon")
    put(state, "calais", "y_march")
    assert lines(act(state, "york", "piracy"), "march: sail kent") == [
        "march: sail kent english_channel",
        "march: sail kent north_sea",
    ]


def test_c35_pirates_retreat_by_sea_through_their_zone() -> None:
    state = empty()
    put(state, "kent", "l_devon")
    contest(state, "kent", {"y_march": "north_sea"})
    opened(state, "kent", round=2)
    found = retreats(state, state.contests["kent"], "y_march")
    assert {"calais", "essex", "lincoln"} <= set(found)
    assert "sussex" not in found
    assert "scotland" not in found
    assert "middlesex" in found


def test_c36_only_pirates_regroup_by_sea() -> None:
    state = empty()
    put(state, "cornwall", "l_devon")
    contest(state, "cornwall", {"y_norfolk": "somerset"})
    contest(state, "cornwall", {"l_oxford": "irish_sea"})
    found = opened(state, "cornwall", round=3)
    put(state, "pool", "y_norfolk")
    assert set(regroups(state, found, "l_devon")) == {"somerset", "dorset"}
    assert "chester" in regroups(state, found, "l_oxford")
    assert "dorset" not in regroups(state, found, "l_oxford")


def test_c37_surprise_lets_one_more_cross_every_border() -> None:
    state = empty()
    put(state, "middlesex", *FIVE)
    game = play(
        state,
        "york",
        "surprise",
        *(f"{id[2:]}: move oxford" for id in FIVE[:4]),
        "hastings: move oxford",
        "end",
    )
    assert all(state.blocks[id].at == "oxford" for id in FIVE)
    assert len(game.asked) == 6
    state = empty()
    put(state, "lancaster", *FIVE[:4])
    play(state, "york", "surprise", *(f"{id[2:]}: move derby" for id in FIVE[:3]), "end")
    crossed = {"derby__lancaster": 3}
    state.phase = Phase("york", "surprise", 0, active=["lancaster"], crossed=crossed)
    assert "its limit" in menu(state).barred["essex: move derby"]


def test_c37_surprise_may_be_a_sea_move() -> None:
    state = empty()
    put(state, "calais", "y_march")
    assert lines(act(state, "york", "surprise"), "march: sail kent")


def test_c38_treason_rolls_before_round_1_of_any_one_battle() -> None:
    state = empty()
    put(state, "warwick", "l_buckingham")
    contest(state, "warwick", {"y_norfolk": "leicester"})
    state.treason = "york"
    game = fight(state, "warwick", ["treachery buckingham", "done"], [2])
    assert state.blocks["y_buckingham"].at == "warwick"
    assert state.treason == ""
    assert not story(game, "Round 1")


def test_c38_treason_declined_is_kept_and_lapses_at_the_end_of_the_turn() -> None:
    state = empty()
    put(state, "warwick", "l_buckingham")
    contest(state, "warwick", {"y_norfolk": "leicester"})
    state.treason = "lancaster"
    found = state.contests["warwick"]
    opened(state, "warwick", round=0)
    Scripted(state).run(treason, found)
    state.treason = "york"
    Scripted(state, ["no"]).run(treason, found)
    assert state.treason == "york"


def test_c39_plague_takes_a_step_from_every_enemy_block_in_a_city() -> None:
    state = empty()
    put(state, "warwick", "l_buckingham", "l_coventry_levy")
    put(state, "derby", "l_oxford")
    game = play(state, "york", "plague", "plague warwick")
    assert lines(game.asked[0].menu) == ["plague warwick", "end"]
    assert state.blocks["l_buckingham"].strength == 3
    assert state.blocks["l_coventry_levy"].strength == 3


def test_c39_not_a_contested_city() -> None:
    state = empty()
    put(state, "warwick", "l_buckingham")
    contest(state, "warwick", {"y_norfolk": "leicester"})
    assert lines(act(state, "lancaster", "plague")) == ["end"]
    assert not play(state, "lancaster", "plague").asked


def test_c39_the_owner_says_who_falls_first_and_plague_can_win() -> None:
    state = empty()
    kill(state, "l_henry_vi", "l_prince_edward", "l_exeter", "l_richmond")
    put(state, "warwick", "l_somerset", "l_devon", strength=1)
    with pytest.raises(GameDecided):
        play(state, "york", "plague", "plague warwick", "devon: fall")
    assert state.winner == "york"
    assert state.blocks["l_devon"].at == "dead"


def test_c40_an_event_may_be_passed() -> None:
    state = empty()
    put(state, "warwick", "l_buckingham")
    assert play(state, "york", "plague", "end").asked
    assert play(state, "york", "muster", "end").asked
