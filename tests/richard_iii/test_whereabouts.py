"""C96 What all can tell of who stands where, and the worlds that a side imagines by it."""

from __future__ import annotations

from itertools import pairwise

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.world import imagined_state
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES
from pbem.games.richard_iii.game import RICHARD_III
from pbem.games.richard_iii.invariants import check_whereabouts
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.state import State
from tests.contract.games import stops

from .field import contest as contested
from .field import fight, play, put


def started() -> State:
    """Kingmaker as it is set up; York is Player 1."""
    state = setup("kingmaker")
    state.first = "york"
    state.played = {"york": "action_4", "lancaster": "action_4"}
    return state


def imagined(state: State, side: str, seed: str) -> dict[str, str]:
    """Where each block lies in a world that a side imagines."""
    world = imagined_state(RICHARD_III, state, side, SeededChance(seed, {}))
    assert world is not None
    return {id: block.at for id, block in world.blocks.items()}


def lying(state: State) -> dict[str, str]:
    return {id: block.at for id, block in state.blocks.items()}


def worlds(state: State, side: str) -> list[dict[str, str]]:
    return [imagined(state, side, f"world {n}") for n in range(12)]


def test_4_1_at_the_start_everybody_knows_the_printed_set_up() -> None:
    for scenario in RICHARD_III.scenarios():
        state = setup(scenario)
        for side in SIDES:
            assert imagined(state, side, "7") == lying(state)


def test_5_2_who_moved_may_be_any_that_stood_there_and_nobody_else() -> None:
    state = started()
    play(state, "york", "action_4", "hastings: move warwick", "end")
    found = worlds(state, "lancaster")
    assert {world["y_hastings"] for world in found} == {"leicester", "warwick"}
    assert {world["y_buckingham"] for world in found} == {"warwick"}
    assert {world["y_arundel"] for world in found} == {"sussex"}


def test_5_3_scots_never_sail_so_they_are_not_imagined_abroad() -> None:
    state = started()
    play(state, "lancaster", "action_4", "warwick: sail kent", "end")
    found = worlds(state, "york")
    assert {world["l_scots"] for world in found} == {"scotland"}
    assert len({next(id for id in w if w[id] == "kent" and id[0] == "l") for w in found}) > 1


def test_5_4_only_who_is_at_home_there_is_recruited() -> None:
    state = started()
    play(state, "lancaster", "action_4", "pembroke: recruit pembroke", "end")
    could = {id for world in worlds(state, "york") for id in world if world[id] == "pembroke"}
    assert "l_pembroke" in could
    assert all("pembroke" in blocks.block_facts(id).home for id in could)


def test_6_7_who_has_fought_is_known() -> None:
    state = started()
    play(state, "york", "action_4", "hastings: move warwick", "end")
    put(state, "warwick", "l_oxford", strength=1)
    contested(state, "warwick", {"l_oxford": "leicester"})
    fight(state, "warwick", ["oxford: pass", "buckingham: fire", "done"], [1] * 4)
    assert lying(state)["l_oxford"] != "warwick"
    found = worlds(state, "lancaster")
    assert {(world["y_hastings"], world["y_rivers"]) for world in found} == {
        ("warwick", "leicester")
    }


def test_c96_what_is_known_depends_on_nothing_hidden() -> None:
    told = []
    for mover in ("hastings", "rivers"):
        state = started()
        play(state, "york", "action_4", f"{mover}: move warwick", "end")
        told.append((state.whereabouts, codec.dump(RICHARD_III.secrets.veil(state, "lancaster"))))
    assert all(one == other for one, other in pairwise(told))


def test_c96_the_truth_is_always_among_what_is_possible() -> None:
    for scenario in RICHARD_III.scenarios():
        for stop in stops(RICHARD_III, scenario, "whereabouts", 300):
            check_whereabouts(stop.state)
