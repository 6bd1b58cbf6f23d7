"""4.1 Plan."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder, UnknownWord
from pbem.games.plantagenet import s4_1_plan as rule
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import empty, put
from tests.scripted import Scripted

YORK = "plan york march york pass"
LANCASTER = "plan henry henry somerset pass"


def planned(state: State, york: str = YORK, lancaster: str = LANCASTER) -> Scripted:
    game = Scripted(state, [york, lancaster])
    game.run(rule.plan)
    return game


@pytest.mark.parametrize(("first", "cards"), [(1, 4), (2, 6), (3, 7), (4, 6), (5, 4)])
def test_4_1_the_calendar_box_gives_the_number_of_cards(first: int, cards: int) -> None:
    for box in range(first, 16, 5):
        assert facts().calendar[box].plan == cards


def test_4_1_both_sides_plan_at_once_and_secretly() -> None:
    game = planned(setup("Ia"))
    assert [request.side for request in game.asked] == ["york", "lancaster"]
    assert all(request.secret for request in game.asked)
    assert [game.secrets[slot] for slot in game.state.plan["york"]] == [
        "york",
        "march",
        "york",
        "pass",
    ]
    assert "march" not in str(game.state.plan)


def test_4_1_1_three_cards_of_each_lord_on_the_map() -> None:
    game = planned(setup("Ia"))
    request = game.asked[0]
    assert request.stack is not None
    assert request.stack.limits == {"york": 3, "march": 3, "pass": 4}
    with pytest.raises(IllegalOrder):
        match(request, "plan york york york york")
    with pytest.raises(UnknownWord):
        match(request, "plan salisbury york march pass")


def test_4_1_1_the_stack_has_exactly_the_size() -> None:
    request = planned(setup("Ia")).asked[0]
    with pytest.raises(IllegalOrder):
        match(request, "plan york march york")


def test_c42_four_passes_in_any_mix_while_lords_could_fill_the_plan() -> None:
    state = setup("Ia")
    planned(state, york="plan pass pass pass pass")
    state.box = 3
    game = planned(
        state, "plan" + " pass" * 4 + " york" * 3, "plan" + " somerset" * 3 + " pass" * 4
    )
    with pytest.raises(IllegalOrder):
        match(game.asked[0], "plan" + " pass" * 5 + " york" * 2)


def test_c42_one_lord_and_four_passes_just_fill_seven_cards() -> None:
    state = empty()
    put(state, "york", "ely")
    state.box = 3
    state.planned["york"] = ["york"]
    assert rule.limits(state, "york") == {"york": 3, "pass": 4}


def test_c42_a_side_without_lords_passes_throughout() -> None:
    state = empty()
    put(state, "henry_vi", "london")
    state.box = 3
    game = planned(state, "plan" + " pass" * 7, "plan henry henry henry" + " pass" * 4)
    assert game.asked[0].stack is not None
    assert game.asked[0].stack.limits == {"pass": -1}


def test_4_1_1_a_card_over_the_limit_is_found_at_the_flip() -> None:
    state = setup("Ia")
    state.planned["york"] = ["york", "march"]
    assert rule.stacked(state, "york", "york")
    assert not rule.stacked(state, "york", "salisbury")
    assert not rule.stacked(state, "york", "henry_vi")
    state.flipped["york"] = ["york", "york", "york"]
    assert not rule.stacked(state, "york", "york")
    assert rule.stacked(state, "york", "march")


def test_4_1_1_the_flip_looks_at_who_was_on_the_map_when_the_plan_was_made() -> None:
    state = empty()
    put(state, "york", "ely")
    state.planned["york"] = ["york", "march"]
    assert rule.stacked(state, "york", "march")
