"""The beginner: it musters what it can, sends each Lord to the nearest Enemy, and fights whoever it meets.

It counts Lords and not their Forces, does not look at Provender before it marches, pays nothing to better a
chance, thinks little of Favour, gives each Lord as many cards as the next, never Intercepts, and always stands.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.request import Request
from pbem.engine.stack import Stack
from pbem.games.plantagenet import bot
from pbem.games.plantagenet import bot_sight as sight
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.decisions import No, TroopsAction
from pbem.games.plantagenet.s3_4_1_parley import Parley as LevyParley
from pbem.games.plantagenet.s3_4_2_levy_lord import LevyLord
from pbem.games.plantagenet.s3_4_3_levy_vassal import LevyVassal
from pbem.games.plantagenet.s3_4_5_levy_transport import LevyCarts
from pbem.games.plantagenet.s3_4_muster import Mustering
from pbem.games.plantagenet.s4_1_plan import PASS
from pbem.games.plantagenet.s4_2_command import Command
from pbem.games.plantagenet.s4_3_4_intercept import Attempt
from pbem.games.plantagenet.s4_3_5_approach import AllGiveBattle, GiveBattle, Stance
from pbem.games.plantagenet.s4_3_march import March, MarchOn, SecondStep, Stop
from pbem.games.plantagenet.s4_4_2_rounds import Flight, Stand
from pbem.games.plantagenet.s4_6_3_tax import Tax
from pbem.games.plantagenet.s4_6_4_parley import CampaignParley
from pbem.games.plantagenet.s6_0_i_special_rules import TEST_OF_ARMS
from pbem.games.plantagenet.state import State

FAVOUR = 0.3
"""What it thinks of a Parley beside the better player: Troops look like more."""


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    """A legal order line."""
    if request.stack is not None and request.kind == "plan":
        return " ".join([request.stack.verb, *stack(request.stack)])
    if request.stack is not None:
        return bot.choose(state, request, known)
    return bot.best_line(state, request, known, TASTES)


def stack(request: Stack) -> list[str]:
    """Every Lord in turn, again and again; Pass only to fill the Plan."""
    cards_left = {name: limit for name, limit in request.limits.items() if name != PASS}
    cards: list[str] = []
    while any(cards_left.values()):
        round_of = [name for name in cards_left if cards_left[name]]
        cards += round_of
        cards_left = {name: cards_left[name] - 1 for name in round_of}
    return (cards + [PASS] * request.size)[: request.size]


def muster(state: State, decision: Mustering) -> float:
    """3.4 Lords, then Vassals, Troops, Favour, Carts; nothing is paid to better a chance."""
    match decision:
        case LevyLord(bonus=0) | LevyVassal(bonus=0):
            return bot.muster(state, decision)
        case TroopsAction():
            return 3.0
        case LevyParley(bonus=0):
            return FAVOUR * bot.muster(state, decision)
        case LevyCarts(lord):
            return 0.5 if not state.lords[lord].carts else -1.0
        case LevyLord() | LevyVassal() | LevyParley():
            return -1.0
        case _:
            return bot.muster(state, decision)


def command(state: State, decision: Command) -> float:
    """4.2.2 The Command menu."""
    match decision:
        case March(lord, to):
            return march(state, lord, to)
        case Tax(lord, place, bonus):
            return 0.2 - bonus if place == state.seats.get(lord) else -1.0
        case CampaignParley(lord, place, bonus):
            return 4.0 if place == state.lords[lord].at else 0.5 - bonus
        case _:
            return bot.command(state)(decision)


def march(state: State, lord: str, destination: str) -> float:
    """4.3 Nearer to the nearest Enemy, or to York where that decides; upon him with as many Lords as he has."""
    side, origin = lords.side_of(lord), state.lords[lord].at
    enemies = board.enemies_at(state, destination, side)
    if enemies:
        return 8.0 if len(sight.group_of(state, lord)) >= len(enemies) else -8.0
    goals = aims(state, side)
    return 1.5 * min(1, sight.distance(origin, goals) - sight.distance(destination, goals))


def aims(state: State, side: str) -> list[str]:
    """Where Enemy Lords are, however strong."""
    if scenario.has_rule(state, "test_of_arms"):
        return [TEST_OF_ARMS]
    foes = lords.on_map_lords(state, state.enemy(side))
    return [state.lords[id].at for id in foes if board.is_stronghold(state.lords[id].at)]


def march_on(state: State, decision: SecondStep) -> float:
    match decision:
        case MarchOn(lord, to):
            return march(state, lord, to)
        case Stop():
            return 0.2


def intercept(state: State, decision: Attempt) -> float:
    """4.3.4 Never."""
    return float(isinstance(decision, No))


def approach(state: State, decision: Stance) -> float:
    """4.3.5 All stand."""
    stands = isinstance(decision, GiveBattle | AllGiveBattle)
    return stands + 0.5 * isinstance(decision, AllGiveBattle)


def flee(state: State, decision: Flight) -> float:
    """4.4.2 Nobody does."""
    return float(isinstance(decision, Stand))


TASTES: dict[str, bot.Taste] = {
    **bot.TASTES,
    "muster": bot.Taste(Mustering, bot.each(muster)),
    "command": bot.Taste(Command, bot.each(command)),
    "march_on": bot.Taste(SecondStep, bot.each(march_on)),
    "intercept": bot.Taste(Attempt, bot.each(intercept)),
    "approach": bot.Taste(Stance, bot.each(approach)),
    "flee": bot.Taste(Flight, bot.each(flee)),
}
