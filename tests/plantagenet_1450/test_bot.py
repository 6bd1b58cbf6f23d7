"""The simple player: it plays with sense. Figures over many games are in the closing note."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pytest

from pbem.engine.request import Request
from pbem.games.plantagenet_1450.bot import choose
from pbem.games.plantagenet_1450.bot_sight import Goals, can_advance, is_safe, keepers, prey, quarry
from pbem.games.plantagenet_1450.bot_simple import choose as simple
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_1_initiative import Act, fill_actions
from pbem.games.plantagenet_1450.s16_4_5_movement import (
    Halt,
    March,
    MarchTowards,
    Moving,
    fill_marches,
    ways_of,
)
from pbem.games.plantagenet_1450.s20_neutrals import MoveNeutral, MoveNobody, fill_neutrals
from pbem.games.plantagenet_1450.s20_scenarios import anchor, setup
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.duel import duel
from tests.plantagenet_1450.field import LEEDS, TOWTON, WEST, YORK, empty, lines, put

GAMES = 5
Choose = Callable[[State, Request, Mapping[str, str]], str]


def goal(state: State, id: str) -> str:
    return Goals(state).of(id)


def winner(bot: str, seed: str) -> str:
    """Who wins a Towton in which the bot plays one side and a random player the other."""
    result = duel("towton_1461", seed, (bot,)).result
    assert result is not None
    return " ".join(result.winners)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_it_beats_the_random_player(side: str) -> None:
    won = sum(winner(side, f"bot {n}") == side for n in range(GAMES))
    assert won >= GAMES - 1


def acts(state: State, side: str = "york") -> str:
    asked = Request[Act](side, "act", "?", "16.4.1", lambda menu: fill_actions(menu, state, side))
    return choose(state, asked, {})


def test_it_attacks_a_weaker_enemy_with_all_who_can_come() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "3 billmen", side="york")
    put(state, "norfolk", WEST, "3 billmen", side="york")
    put(state, "clifford", TOWTON, "2 billmen")
    assert acts(state) == f"warwick: attack {TOWTON} with {WEST}"


def test_it_does_not_attack_a_stronger_enemy() -> None:
    state = empty()
    put(state, "fauconberg", LEEDS, "2 billmen", side="york")
    put(state, "somerset", TOWTON, "4 billmen", side="lancaster")
    assert "attack" not in acts(state)


@pytest.mark.parametrize("level", [choose, simple])
def test_who_stands_on_an_island_is_not_activated(level: Choose) -> None:
    state = empty()
    put(state, "warwick", anchor("isle_of_mann"), "3 billmen", side="york")
    put(state, "clifford", "1407", "3 billmen")
    asked = Request[Act](
        "york", "act", "?", "16.4.1", lambda menu: fill_actions(menu, state, "york")
    )
    assert "activate warwick" in lines(asked)
    state.passes = 1
    assert level(state, asked, {}) == "pass"
    state.leaders["warwick"].at = "1006"
    assert level(state, asked, {}) == "activate warwick"


def test_nobody_advances_who_would_come_beside_a_stronger_enemy() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    put(state, "clifford", TOWTON, "9 billmen")
    assert not can_advance(state, "warwick", TOWTON)
    assert can_advance(state, "warwick", TOWTON, careful=False)


def test_who_holds_the_place_that_decides_stays_there() -> None:
    state = empty()
    put(state, "edward_march", "", status="waiting")
    put(state, "somerset", YORK, "4 billmen", side="lancaster")
    assert acts(state, "lancaster") == "pass"
    put(state, "exeter", "1817", "3 billmen")
    assert acts(state, "lancaster") == "activate exeter"


def test_two_hunt_together_what_is_too_strong_for_each() -> None:
    state = empty()
    put(state, "warwick", "1817", "3 billmen", side="york")
    put(state, "norfolk", "1721", "5 billmen", side="york")
    put(state, "fauconberg", YORK, "1 billmen", side="york")
    put(state, "clifford", "1407", "5 billmen")
    put(state, "exeter", "1006", "12 billmen")
    assert prey(state, "york") == "1407"
    assert {goal(state, id) for id in ("warwick", "norfolk")} == {"1407"}
    assert goal(state, "fauconberg") == YORK
    near, friend, *_ = facts().beside["1407"]
    assert not is_safe(state, "warwick", near)
    state.leaders["norfolk"].at = friend
    assert is_safe(state, "warwick", near)


def test_who_guards_what_the_enemy_wants_stays_and_is_the_weakest() -> None:
    state = setup("barnet_tewkesbury_1471")
    assert list(keepers(state, "york")) == ["1928"]
    assert keepers(state, "york")["1928"] in ("hastings", "clarence")
    assert goal(state, "edward_march") == state.leaders["warwick"].at


def test_it_moves_a_neutral_who_would_rather_join_it() -> None:
    state = setup("bosworth_1485")
    able = ["stanley", "william_stanley"]

    def asked(side: str) -> str:
        request = Request[MoveNeutral | MoveNobody](
            side, "neutral", "?", "20.0", lambda menu: fill_neutrals(menu, state, able)
        )
        return choose(state, request, {})

    assert asked("lancaster") == "move stanley"
    assert asked("york") == "move none"


def test_a_neutral_halts_who_is_moved_for_a_side_that_hunts_nobody() -> None:
    state = empty()
    put(state, "stanley", WEST, "3 billmen", side="neutral")
    assert prey(state, "york") == ""
    moving = Moving("stanley", 3, bound=False, by="york")
    reach = ways_of(state, moving)
    fill = partial(fill_marches, state=state, moving=moving, reach=reach)
    asked = Request[March | MarchTowards | Halt](
        "york", "march", "?", "16.4.5", fill, workings=reach
    )
    assert [level(state, asked, {}) for level in (choose, simple)] == ["stanley: stop"] * 2


def test_who_has_what_he_fights_for_keeps_all_of_it() -> None:
    state = setup("towton_1461")
    assert {goal(state, id) for id in ("henry_vi", "margaret", "somerset")} == {YORK}
    state.leaders["clifford"].at = "1006"
    assert goal(state, "somerset") != YORK


def test_it_rests_who_would_lose_men() -> None:
    state = empty()
    put(state, "warwick", "1928", "4 billmen", side="york", fatigue=3)
    assert acts(state) == "pass"
    state.campaign_turn = state.campaign_turns
    assert acts(state) == "activate warwick"


def test_it_lets_the_enemy_tire_before_it_marches() -> None:
    state = empty()
    put(state, "warwick", "1928", "4 billmen", side="york")
    enemy = put(state, "somerset", "1006", "1 billmen", side="lancaster")
    assert acts(state) == "pass"
    state.passes = 1
    assert acts(state) == "activate warwick"
    state.passes, enemy.fatigue = 0, 4
    assert acts(state) == "activate warwick"


def test_who_has_won_if_nothing_more_happens_risks_nothing() -> None:
    state = empty()
    put(state, "edward_march", "1928", "1 billmen")
    put(state, "norfolk", YORK, "1 billmen", side="york")
    put(state, "warwick", LEEDS, "3 billmen", side="york")
    put(state, "clifford", TOWTON, "2 billmen")
    assert "attack" in acts(state)
    state.campaign_turn = state.campaign_turns
    assert acts(state) == "pass"
    state.leaders["norfolk"].status = "dead"
    assert "attack" in acts(state)


def test_20_1_it_hunts_whom_the_next_goal_speaks_of_and_who_is_crowned() -> None:
    state = setup("wars_of_the_roses")
    state.leaders["edward_march"] = put(empty(), "edward_march", "1020")
    for turn, wanted in ((1, "richard_york"), (4, "richard_york"), (5, "edward_march")):
        state.turn = turn
        assert quarry(state, "lancaster") == [wanted]
        assert quarry(state, "york") == ["henry_vi"]
    state.turn = 7
    assert quarry(state, "lancaster") == []
    state.leaders["edward_march"].crowned = True
    assert quarry(state, "lancaster") == ["edward_march"]
