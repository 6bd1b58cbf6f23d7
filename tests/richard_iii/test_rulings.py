"""The rulings of rules_data/richard_iii/rulings.md that no other test names."""

from __future__ import annotations

from pbem.games.richard_iii import s7_supply as supply
from pbem.games.richard_iii import s8_3_going_home as home
from pbem.games.richard_iii import s8_political as political
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.s6_6_retreat import retreats
from tests.richard_iii.field import (
    act,
    contest,
    empty,
    fight,
    kill,
    lines,
    opened,
    play,
    put,
    story,
)
from tests.says import sentence
from tests.scripted import Scripted


def test_r1_another_order_ends_a_move() -> None:
    state = empty()
    put(state, "essex", "y_essex", "y_suffolk")
    game = play(
        state,
        "york",
        "action_4",
        "essex: move middlesex",
        "norfolk: recruit east_anglia",
        "end",
    )
    assert lines(game.asked[1].menu, "essex: move")
    assert not lines(game.asked[2].menu, "essex: move")


def test_r4_recruits_are_always_asked_and_walks_end_by_themselves() -> None:
    state = empty()
    for id, block in state.blocks.items():
        if block.at == "pool" and id.startswith("y_"):
            block.face_down = True
    put(state, "isle_of_man", "y_stanley")
    assert len(play(state, "york", "action_2", "end").asked) == 1
    state = empty()
    put(state, "essex", "y_essex")
    assert len(play(state, "york", "force_march", "end").asked) == 1
    state = empty()
    put(state, "middlesex", "y_essex")
    put(state, "kent", "l_devon")
    assert len(play(state, "york", "force_march", "essex: move kent").asked) == 1


def test_r6_treason_on_the_last_defender_with_reserves_changes_control() -> None:
    state = empty()
    put(state, "warwick", "l_buckingham")
    contest(state, "warwick", {"y_norfolk": "leicester"})
    contest(state, "warwick", {"l_devon": "oxford"})
    state.treason = "york"
    game = fight(
        state,
        "warwick",
        [
            "treachery buckingham",
            "norfolk: pass",
            "norfolk: pass",
            "buckingham: pass",
            "devon: retreat oxford",
            "done",
        ],
        [4],
    )
    assert story(game, sentence("games.richard_iii.s6_battles.settle", "York", word="Control"))
    assert state.blocks["y_buckingham"].at == "warwick"


def test_r8_pirates_who_reinforce_retreat_by_sea() -> None:
    state = empty()
    put(state, "cornwall", "l_devon")
    contest(state, "cornwall", {"y_norfolk": "somerset"})
    contest(state, "cornwall", {"l_oxford": "irish_sea"})
    found = opened(state, "cornwall", round=2)
    assert "france" in retreats(state, found, "l_oxford")
    assert "dorset" not in retreats(state, found, "l_oxford")


def test_r9_the_number_of_steps_is_public_the_block_is_not() -> None:
    stories = []
    for id in ("norfolk", "suffolk"):
        state = empty()
        put(state, "ireland", "y_york", "y_norfolk", "y_suffolk")
        game = Scripted(state, [f"{id}: lose"])
        game.run(supply.losses, "york")
        stories.append([event for event in game.table.events if not event.to])
    assert stories[0] == stories[1]


def test_r11_a_royal_heir_without_a_home_goes_to_the_pool() -> None:
    state = empty()
    put(state, "oxford", "l_prince_edward")
    places = home.heir_homes(state, "l_prince_edward")
    guards = [id for id in state.blocks if id.startswith("y_") and state.blocks[id].at == "pool"]
    for place, id in zip(places, guards, strict=False):
        put(state, place, id)
    assert home.destinations(state, "l_prince_edward") == []
    Scripted(state, ["done"]).run(home.send_home, "lancaster")
    assert state.blocks["l_prince_edward"].at == "pool"


def test_r12_no_muster_where_nobody_can_march() -> None:
    state = empty()
    shown = lines(act(state, "york", "muster"))
    assert not {"muster calais", "muster ireland", "muster isle_of_man"} & set(shown)
    assert "muster scotland" in lines(act(state, "lancaster", "muster"))


def test_r13_blocks_that_marched_into_scotland_are_exiles() -> None:
    state = empty()
    put(state, "scotland", "l_newcastle_levy", "l_devon", "l_oxford")
    assert supply.surplus(state, "scotland", "lancaster") == 1
    assert home.travellers(state, "lancaster") == []


def test_r15_the_rescued_king_regroups_with_his_rescuers() -> None:
    state = setup("kingmaker")
    state.first = "lancaster"
    state.blocks["y_march"].at = "calais"
    put(state, "middlesex", "y_essex", strength=1)
    contest(state, "middlesex", {"l_oxford": "oxford"})
    fight(
        state,
        "middlesex",
        ["oxford: fire", "henry_vi: regroup oxford", "done"],
        [1, 6, 6],
    )
    assert state.blocks["l_henry_vi"].at == "oxford"


def test_r15_a_prisoner_may_be_the_usurper() -> None:
    state = setup("kingmaker")
    kill(state, "l_prince_edward", "l_exeter", "l_richmond")
    put(state, "derby", "l_oxford", "l_warwick", "l_clarence", "l_pembroke", "l_shrewsbury")
    for block in state.blocks.values():
        if block.at in ("essex", "leicester", "sussex", "east_anglia", "warwick"):
            block.at = "calais"
    game = Scripted(state)
    game.run(political.usurpation)
    assert (state.winner, state.king) == ("lancaster", "l_henry_vi")
