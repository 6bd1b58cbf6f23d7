"""6.8 Deaths and succession, 9.0 instant victory."""

from __future__ import annotations

import pytest

from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s7_supply as supply
from pbem.games.richard_iii.s2_map import Control
from pbem.games.richard_iii.s6_8_deaths import kill
from pbem.games.richard_iii.s6_9_treachery import heads, role
from pbem.games.richard_iii.s9_victory import GameDecided
from pbem.games.richard_iii.state import State
from tests.richard_iii import field
from tests.richard_iii.field import empty, put, story
from tests.says import sentence
from tests.scripted import Scripted


def killed(state: State, id: str, at: str = "derby") -> Scripted:
    put(state, at, id)
    game = Scripted(state)
    kill(game.table, id)
    return game


@pytest.mark.parametrize(
    ("id", "at", "face_down"),
    [
        ("y_arundel", "dead", False),
        ("l_oxford", "dead", False),
        ("y_rutland", "dead", False),
        ("y_warwick", "dead", False),
        ("l_kent", "dead", False),
        ("l_salisbury", "dead", False),
        ("l_westmoreland", "pool", True),
        ("y_northumberland", "pool", True),
        ("y_canterbury_church", "pool", True),
        ("l_bristol_levy", "pool", True),
        ("y_bombard", "pool", True),
        ("l_welsh", "pool", True),
        ("rebel", "pool", True),
        ("l_french", "france", True),
        ("l_scots", "scotland", True),
        ("y_irish", "ireland", True),
        ("y_burgundian", "calais", True),
    ],
)
def test_c71_c72_where_the_dead_go(id: str, at: str, face_down: bool) -> None:
    state = empty()
    game = killed(state, id)
    block = state.blocks[id]
    assert (block.at, block.face_down) == (at, face_down)
    other = blocks.block_facts(id).counterpart
    if at == "dead" and other:
        assert state.blocks[other].at == "dead"
    assert story(game, f"{blocks.name(id)} (")


def test_c72_a_face_down_mercenary_is_not_there() -> None:
    state = empty()
    killed(state, "y_irish")
    assert supply.supplied(state, "ireland", "york") == []
    assert not field.targets(field.act(state, "york"), "irish: sail")


def test_c67_the_kings_successor_is_crowned_in_the_next_supply_phase() -> None:
    state = empty()
    put(state, "dorset", "l_somerset")
    put(state, "france", "l_exeter")
    game = killed(state, "l_henry_vi")
    assert state.king == ""
    assert state.king_side == "lancaster"
    assert story(game, sentence("games.richard_iii.s6_8_deaths.kill", word="King"))
    assert role(state, "l_exeter") == ""
    state.blocks["l_prince_edward"].at = "dead"
    game = Scripted(state)
    supply.succession(game.table)
    assert state.king == "l_exeter"
    assert story(
        game,
        sentence("games.richard_iii.s7_supply.succession", "Exeter", ", in France", word="Long"),
    )


def test_c68_the_pretender_is_followed_at_once() -> None:
    state = empty()
    put(state, "derby", "y_march")
    killed(state, "y_york")
    assert blocks.pretender(state) == "y_march"
    assert role(state, "y_march") == "pretender"


def test_c69_a_minor_may_be_king_and_enters_like_any_minor() -> None:
    state = empty()
    killed(state, "l_henry_vi")
    game = Scripted(state, ["prince_edward: enter derby"])
    game.run(supply.supply_phase)
    assert state.king == "l_prince_edward"
    assert state.blocks["l_prince_edward"].at == "derby"
    assert story(game, sentence("games.richard_iii.s7_supply.succession", word="yet"))


def test_c70_one_minor_for_each_heir_killed_royal_ones_at_a_crown() -> None:
    state = empty()
    put(state, "chester", "y_essex")
    killed(state, "l_somerset")
    killed(state, "y_rutland")
    game = Scripted(state, ["clarence: enter calais", "prince_edward: enter derby"])
    game.run(supply.supply_phase)
    york, lancaster = game.asked
    assert {o.line for o in york.options} == {"clarence: enter calais", "clarence: enter ireland"}
    assert "prince_edward: enter chester" not in [o.line for o in lancaster.options]
    assert state.blocks["y_gloucester"].at == "minor"
    assert state.minors_due == {"york": 0, "lancaster": 0}


def test_c70_a_royal_minor_waits_for_a_free_crown_area() -> None:
    state = empty()
    killed(state, "l_somerset")
    guards = [id for id in blocks.blocks_of(state, "york") if state.blocks[id].at == "pool"]
    for place, id in zip(
        supply.heir_sites(state, Control(state), "lancaster"), guards, strict=False
    ):
        put(state, place, id)
    assert supply.heir_sites(state, Control(state), "lancaster") == []
    Scripted(state).run(supply.supply_phase)
    assert state.minors_due["lancaster"] == 1


def test_c73_a_turncoat_killed_counts_for_his_house_of_birth() -> None:
    state = empty()
    killed(state, "l_clarence")
    assert state.blocks["y_clarence"].at == "dead"
    assert state.minors_due == {"york": 1, "lancaster": 0}


def test_c74_execution_brings_a_minor_in_the_same_phase() -> None:
    state = empty()
    put(state, "derby", "l_clarence")
    game = Scripted(state, ["execute clarence", "gloucester: enter ireland"])
    game.run(supply.supply_phase)
    assert state.blocks["l_clarence"].at == "dead"
    assert state.blocks["y_gloucester"].at == "ireland"


def test_c70_c74_who_comes_into_exile_by_an_execution_is_supplied_there_at_once() -> None:
    state = empty()
    put(state, "derby", "l_clarence")
    put(state, "calais", "y_norfolk", "y_suffolk", "y_arundel", "y_essex")
    answers = ["execute clarence", "gloucester: enter calais", "gloucester: lose"]
    Scripted(state, answers).run(supply.supply_phase)
    gloucester = state.blocks["y_gloucester"]
    assert (gloucester.at, gloucester.strength) == ("calais", 2)


def test_c74_r10_only_on_the_map_and_the_question_does_not_tell() -> None:
    state = empty()
    put(state, "pool", "y_exeter")
    game = Scripted(state, ["no"])
    game.run(supply.execution, "york", "y_exeter")
    assert [o.line for o in game.asked[0].options] == ["no"]
    assert not game.asked[0].forced


def test_c75_a_house_without_heirs_loses_at_once_minors_count() -> None:
    state = empty()
    field.kill(state, "l_henry_vi", "l_prince_edward", "l_exeter")
    killed(state, "l_somerset")
    assert state.winner == ""
    with pytest.raises(GameDecided):
        killed(state, "l_richmond")
    assert state.winner == "york"


def test_c75_heirs_who_serve_the_enemy_do_not_count() -> None:
    state = empty()
    put(state, "derby", "y_exeter")
    field.kill(state, "l_henry_vi", "l_prince_edward", "l_richmond")
    with pytest.raises(GameDecided):
        killed(state, "l_somerset")
    assert state.winner == "york"


def test_c66_the_heir_in_waiting_never_defects() -> None:
    state = empty()
    field.kill(state, "l_henry_vi", "l_prince_edward")
    state.king = ""
    assert "l_exeter" in heads(state)


def test_r18_an_executed_turncoats_minor_waits_for_a_crown_area_like_any_other() -> None:
    """Exeter, executed by York: Prince Edward comes at once, or when a crown area is free."""
    for full, due in ((False, 0), (True, 1)):
        state = empty()
        put(state, "ireland", "y_exeter")
        guards = [id for id in blocks.blocks_of(state, "york") if state.blocks[id].at == "pool"]
        if full:
            for place, id in zip(
                supply.heir_sites(state, Control(state), "lancaster"), guards, strict=False
            ):
                put(state, place, id)
        answers = ["execute exeter", *([] if full else ["prince_edward: enter derby"])]
        Scripted(state, answers).run(supply.supply_phase)
        assert state.blocks["l_exeter"].at == "dead"
        assert state.minors_due["lancaster"] == due
