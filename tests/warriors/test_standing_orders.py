"""C46 Without orders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pbem.engine.request import Menu
from pbem.games.warriors.passing import NoMore, Pass, PassAll
from pbem.games.warriors.policies import standing_order
from pbem.games.warriors.s6_campaigns import March, campaigns_of
from pbem.games.warriors.s7_2_intrigue import Intrigue, NoIntrigue, targets
from pbem.games.warriors.s7_5_hits import (
    Flee,
    LoseByDefault,
    LoseTroops,
    noble_losses,
    troop_losses,
)
from pbem.games.warriors.s7_6_withdrawal import Withdraw
from pbem.games.warriors.s7_7_end_of_battle import FightOn, Force, choices, luckless_choices
from pbem.games.warriors.s8_control import Attempt, AttemptAll, regions
from pbem.games.warriors.s9_levy import LevyAll, LevyAt, LevyTroop, levies
from pbem.games.warriors.s10_tower import Execute, Pardon, trials
from pbem.games.warriors.s11_1_reinforcements import Give, Return, Take
from pbem.games.warriors.s11_1_reinforcements import choices as reinforcement_choices
from pbem.games.warriors.s11_2_placing import PlaceNoble, placings
from pbem.games.warriors.state import State
from tests.warriors.field import asking, empty, engaged, example, put


def default(answers: Any, kind: str, fill: Callable[[Menu], None], side: str = "york") -> str:
    line = standing_order(request := asking(answers, kind, fill, side))
    assert line in [option.line for option in request.options]
    return line


def battle() -> State:
    state = example()
    engaged(state, "north_midlands", york="warwick", lancaster="talbot")
    return state


def test_c46_intrigue_against_the_best_chance_then_the_highest_rank() -> None:
    state = battle()
    put(state, "york", "north_midlands", "york")
    assert state.battle is not None
    state.battle.commanders["york"] = "york"
    put(state, "ferrers", "north_midlands", "lancaster")
    put(state, "clarence", "north_midlands", "lancaster")
    fill = partial(targets, state=state, side="york")
    assert default(Intrigue | NoIntrigue, "intrigue", fill) == "intrigue audley"
    put(state, "audley", "cup", "")
    put(state, "ferrers", "cup", "")
    assert default(Intrigue | NoIntrigue, "intrigue", fill) == "intrigue clarence"


def test_c46_no_intrigue_if_none_can_succeed() -> None:
    state = battle()
    fill = partial(targets, state=state, side="lancaster")
    assert default(Intrigue | NoIntrigue, "intrigue", fill, "lancaster") == "no"


def test_c46_losses_by_default_no_withdrawal_and_the_luckless_are_forced_out() -> None:
    state = battle()
    losses = partial(troop_losses, state=state, hits=1, holders=["audley", "talbot"])
    assert default(LoseTroops | LoseByDefault, "losses", losses) == "default"
    fall = partial(noble_losses, state=state, others=["audley", "clarence"], commander="talbot")
    assert default(Flee, "noble_loss", fall) == "audley: flee"
    assert (
        default(FightOn | Withdraw, "withdraw", partial(choices, state=state, side="york"))
        == "fight"
    )
    assert default(Force | FightOn, "luckless", luckless_choices) == "force"


def test_c46_pass_try_all_control_levy_all_no_trial_place_nobody() -> None:
    state = empty()
    for id, place in (("warwick", "wales"), ("ferrers", "east"), ("lovell", "covert")):
        put(state, id, place, "york")
    put(state, "clifford", "tower", "lancaster")
    assert (
        default(March | Pass | PassAll, "campaign", partial(campaigns_of, state=state, side="york"))
        == "pass"
    )
    tries = partial(regions, state=state, side="york", open_=["wales", "east"])
    assert default(Attempt | AttemptAll | NoMore, "control", tries) == "attempt all"
    state.control["wales"] = "york"
    levied = partial(levies, state=state, side="york", quotas={"wales": 2})
    assert default(LevyAll | LevyAt | LevyTroop | NoMore, "levy", levied) == "levy all"
    tried = partial(trials, state=state, side="york", untried=["clifford"])
    assert default(Pardon | Execute | NoMore, "trial", tried) == "none"
    assert (
        default(PlaceNoble | Pass | PassAll, "place", partial(placings, state=state, side="york"))
        == "pass"
    )


@pytest.mark.parametrize(
    ("left", "line"),
    [
        (["audley", "clarence", "oxford", "stanley_t", "warwick"], "warwick: take"),
        (["berkeley", "dynham"], "dynham: take"),
        (["clifford", "percy"], "percy: return"),
    ],
)
def test_c46_the_highest_rank_then_the_best_battle_rating_an_enemy_back(
    left: list[str], line: str
) -> None:
    state = empty()
    fill = partial(reinforcement_choices, state=state, side="york", ids=left)
    assert default(Take | Return | Give, "reinforcement", fill) == line
