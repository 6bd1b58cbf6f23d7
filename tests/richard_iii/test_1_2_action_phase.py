"""1.2 The Action Phase: what the Action Points of a card may be spent on."""

from __future__ import annotations

import pytest

from tests.richard_iii.field import empty, play, put

MOVES = ("essex: move middlesex", "herbert: move hereford", "hastings: move rutland")
RECRUITS = (
    "norfolk: recruit east_anglia",
    "suffolk: recruit east_anglia",
    "norwich_levy: recruit east_anglia",
)


@pytest.mark.parametrize("moves", range(4))
def test_1_2_example_ap3_for_moves_recruits_or_some_of_both(moves: int) -> None:
    """Card AP3: 3 Moves, or 2 Moves and 1 Recruit, or 1 Move and 2 Recruits, or 3 Recruits."""
    state = empty()
    put(state, "essex", "y_essex")
    put(state, "glamorgan", "y_herbert")
    put(state, "leicester", "y_hastings")
    last = ["end"] if moves == 3 else []  # his block could still go on
    play(state, "york", "action_3", *MOVES[:moves], *RECRUITS[: 3 - moves], *last)
    placed = {"y_essex": "middlesex", "y_herbert": "hereford", "y_hastings": "rutland"}
    there = [id for id, to in placed.items() if state.blocks[id].at == to]
    assert len(there) == moves
    raised = ("y_norfolk", "y_suffolk", "y_norwich_levy")
    assert sum(state.blocks[id].at == "east_anglia" for id in raised) == 3 - moves
