"""The beginner: it counts regions and who stands there, and looks no further.

It reckons no odds and no losses, holds nobody back from a stronger neighbour, takes no account of what the
enemy holds, and once in a battle it fights on to the end.
"""

from __future__ import annotations

from typing import Any

from pbem.engine.request import Request
from pbem.games.warriors import bot
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.bot_sight import placed, quality, state_after_march
from pbem.games.warriors.facts import facts
from pbem.games.warriors.passing import Pass, PassAll
from pbem.games.warriors.s3_setup import scenario_row
from pbem.games.warriors.s6_campaigns import Campaign, March
from pbem.games.warriors.s7_6_withdrawal import Withdraw
from pbem.games.warriors.s7_7_end_of_battle import FightOn, Withdrawal
from pbem.games.warriors.s7_battles import FightBattle
from pbem.games.warriors.s11_2_placing import PlaceNoble, Placing, troops_along
from pbem.games.warriors.state import State

FOUGHT_OVER = 0.6
"""What is counted of a region in which an enemy stands who is not stronger."""


def choose(state: State, request: Request) -> str:
    """An order line for any request of this rule set."""
    return bot.best_line(state, request, SCORES)


def holdings(state: State, side: str) -> float:
    """8.0 The VP of the regions where it stands, less those where a stronger enemy does too."""
    armies = nobles.armies(state)
    own, enemy = armies[side], armies[state.enemy(side)]
    total = 0.0
    for place in facts().regions:
        if place in own:
            total += facts().places[place].vp * _share(state, own[place], enemy.get(place, []))
    return total


def _share(state: State, own: list[str], enemy: list[str]) -> float:
    if not enemy:
        return 1.0
    stronger = nobles.strength(state, enemy) > nobles.strength(state, own)
    return -FOUGHT_OVER if stronger else FOUGHT_OVER


def campaign(state: State, side: str, decision: Campaign) -> float:
    match decision:
        case March(noble, to, others):
            return holdings(state_after_march(state, [noble, *others], to), side)
        case Pass() | PassAll():
            return holdings(state, side) + bot.MARCH


def draft(state: State, side: str, decision: PlaceNoble) -> float:
    after = placed(state, decision.noble, side, decision.to, scenario_row(state)["draft"]["troops"])
    return holdings(after, side) + quality(state, decision.noble) / 8


def place(state: State, side: str, decision: Placing) -> float:
    """Everybody comes, to where most is to be had."""
    match decision:
        case PlaceNoble(noble, to):
            after = placed(state, noble, side, to, troops_along())
            return holdings(after, side) + quality(state, noble) / 50
        case Pass() | PassAll():
            return -1.0


def battle(state: State, side: str, decision: FightBattle) -> float:
    """The region that counts most first."""
    return facts().places[decision.at].vp


def withdraw(state: State, side: str, decision: Withdrawal) -> float:
    """It never leaves a battle; where it must, to the region that counts most."""
    match decision:
        case FightOn():
            return 100.0
        case Withdraw(to):
            return facts().places[to].vp


SCORES: dict[str, bot.Score[Any]] = {
    **bot.SCORES,
    "campaign": bot.each(campaign),
    "draft": bot.each(draft),
    "place": bot.each(place),
    "battle": bot.each(battle),
    "withdraw": bot.each(withdraw),
    "forced_withdrawal": bot.each(withdraw),
}
