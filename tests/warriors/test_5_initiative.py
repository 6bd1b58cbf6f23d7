"""5.0 Initiative."""

from __future__ import annotations

import pytest

from pbem.games.warriors.s5_initiative import initiative, take_impulse
from tests.scripted import Scripted
from tests.warriors.field import empty


def rolled(last: str, york: int, lancaster: int) -> tuple[str, int]:
    state = empty("initiative")
    state.initiative = last
    Scripted(state, dice=[york, lancaster]).run(initiative)
    return state.initiative, state.value


def test_5_0_the_higher_roll_wins_and_the_losers_roll_plus_one_is_the_value() -> None:
    assert rolled("york", 5, 3) == ("york", 4)
    assert rolled("york", 2, 3) == ("lancaster", 3)


@pytest.mark.parametrize(
    ("last", "winner"), [("york", "lancaster"), ("lancaster", "york"), ("", "york")]
)
def test_c40_tied_the_side_without_it_last_turn_and_york_on_the_first(
    last: str, winner: str
) -> None:
    assert rolled(last, 4, 4) == (winner, 5)


def test_c40_the_value_is_two_to_seven() -> None:
    assert rolled("york", 1, 1) == ("lancaster", 2)
    assert rolled("york", 6, 6) == ("lancaster", 7)


def test_5_0_the_other_side_has_one_impulse_fewer() -> None:
    state = empty("initiative")
    Scripted(state, dice=[5, 3]).run(initiative)
    assert state.impulses == {"york": 4, "lancaster": 3}
    assert state.next == "york"


def test_c3_the_initiative_player_has_the_first_and_the_last_impulse() -> None:
    state = empty(value=3)
    order = []
    while any(state.impulses.values()):
        order.append(state.next)
        take_impulse(state, state.next)
    assert order == ["york", "lancaster", "york", "lancaster", "york"]
