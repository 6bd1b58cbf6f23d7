"""A simple player: looks one order ahead, never rolls, and plays the same way every time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from typing import Any, TypeVar

from pbem.engine.decision import Decision
from pbem.engine.facets.robot import highest
from pbem.engine.request import Request
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.bot_sight import Worth, odds, quality
from pbem.games.warriors.facts import facts
from pbem.games.warriors.passing import NoMore, Pass, PassAll
from pbem.games.warriors.policies import standing_order
from pbem.games.warriors.s3_setup import scenario_row
from pbem.games.warriors.s6_campaigns import Campaign, March
from pbem.games.warriors.s7_1_commanders import Command, army, current
from pbem.games.warriors.s7_2_intrigue import Intrigue, IntrigueChoice, NoIntrigue, chance
from pbem.games.warriors.s7_5_flight import Exile
from pbem.games.warriors.s7_6_withdrawal import TakeAlong, Withdraw
from pbem.games.warriors.s7_7_end_of_battle import FightOn, Withdrawal
from pbem.games.warriors.s7_battles import FightBattle
from pbem.games.warriors.s10_tower import Execute, Judgement, Pardon
from pbem.games.warriors.s11_1_reinforcements import Give, Reinforcement, Return, Take
from pbem.games.warriors.s11_2_placing import PlaceNoble, Placing, troops_along
from pbem.games.warriors.state import State

D = TypeVar("D", bound=Decision)
Judge = Callable[[D], float | None]
"""How good one of the decisions of a kind of request is; None for a kind of decision that it does not know, which it
never chooses while it knows another. The kinds are those that the rules ask for, by the same name, so that mypy finds
a kind that is forgotten here."""
Score = Callable[[State, str], Judge[D]]
"""How to judge the decisions that a side has in a position."""

MARCH = 0.1
"""What a march must improve to be worth an impulse."""
LOST = 0.3
"""Odds below which a battle is given up."""


def choose(state: State, request: Request) -> str:
    """An order line for any request of this rule set."""
    return best_line(state, request, SCORES)


def best_line(state: State, request: Request, scores: Mapping[str, Score[Any]]) -> str:
    """What scores best; a request that none is for is answered by standing orders."""
    score = scores.get(request.kind)
    if score is None:
        return standing_order(request)
    return str(best(state, request, score))


def best(state: State, request: Request[D], score: Score[D]) -> D:
    """The decision with the highest score; of equal ones the last by a hash of the request."""
    judge = score(state, request.side)

    def liking(decision: D) -> float:
        points = judge(decision)
        return -inf if points is None else points

    return highest(request, request.decisions(), liking, str)


def each(points: Callable[[State, str, D], float | None]) -> Score[D]:
    """The score of a kind of request of which each decision is judged alone."""
    return lambda state, side: partial(points, state, side)


def campaign(state: State, side: str) -> Judge[Campaign]:
    worth = Worth(state, side)

    def judge(decision: Campaign) -> float:
        match decision:
            case March(noble, to, others):
                return worth.after_march([noble, *others], to)
            case Pass():
                return worth.now() + MARCH
            case PassAll():
                return worth.now()

    return judge


def draft(state: State, side: str) -> Judge[PlaceNoble]:
    worth, troops = Worth(state, side), int(scenario_row(state)["draft"]["troops"])

    def judge(decision: PlaceNoble) -> float:
        after = worth.after_placing(decision.noble, decision.to, troops)
        return after + quality(state, decision.noble) / 8

    return judge


def place(state: State, side: str) -> Judge[Placing]:
    """The best noble first, where he helps; nobody into a lost battle."""
    worth, troops = Worth(state, side), troops_along()

    def judge(decision: Placing) -> float:
        match decision:
            case PlaceNoble(noble, to):
                return worth.after_placing(noble, to, troops) + quality(state, noble) / 50
            case Pass():
                return worth.now()
            case PassAll():
                return worth.now() - 1

    return judge


def battle(state: State, side: str, decision: FightBattle) -> float:
    """The surest victory first."""
    enemies = nobles.at(state, decision.at, state.enemy(side))
    return odds(state, nobles.at(state, decision.at, side), enemies)


def commander(state: State, side: str, decision: Command) -> float:
    face = nobles.face(state, decision.noble)
    return 3 * face.battle + face.leadership


def intrigue(state: State, side: str, decision: IntrigueChoice) -> float:
    """C46 The best chance, then the highest rank."""
    match decision:
        case Intrigue(noble):
            return chance(state, side, noble) * 10 + quality(state, noble) / 10
        case NoIntrigue():
            return 0


def reinforcement(state: State, side: str, decision: Reinforcement) -> float:
    """C46 The best of one's own; an enemy goes back into the cup."""
    match decision:
        case Take(noble):
            return quality(state, noble)
        case Return(noble):
            return -quality(state, noble)
        case Give(noble):
            return -quality(state, noble) - 100


def withdraw(state: State, side: str, decision: Withdrawal) -> float:
    """Fight while there is hope; else the way that saves most, to the best place."""
    own, enemy = army(state, side), army(state, state.enemy(side))
    match decision:
        case FightOn():
            return odds(state, own, enemy)
        case Withdraw(to):
            limit = board.crossing_limit(board.ways(current(state).at)[to])
            saved = min(1.0, limit / len(own))
            exile = 0.05 if board.is_foreign(to) else 0
            return LOST * saved - exile + 0.001 * facts().places[to].vp


def party(state: State, side: str, decision: TakeAlong) -> float:
    return sum(quality(state, id) + 3 * state.nobles[id].troops for id in decision.party)


def trial(state: State, side: str, decision: Judgement) -> float:
    """Pardon friends; execute those who would not come back, and 3-star nobles for the VP."""
    match decision:
        case Pardon(noble):
            return quality(state, noble)
        case Execute(noble):
            gone = state.nobles[noble].back or noble == facts().henry
            worthy = gone or nobles.stars(state, noble) > 2
            return quality(state, noble) / 2 if worthy else -1
        case NoMore():
            return 0


def exile(state: State, side: str, decision: Exile) -> float:
    """Where there are more ways back that no enemy bars."""
    return sum(not nobles.at(state, to, state.enemy(side)) for to in board.ways(decision.to))


SCORES: dict[str, Score[Any]] = {
    "campaign": campaign,
    "draft": draft,
    "place": place,
    "battle": each(battle),
    "commander": each(commander),
    "intrigue": each(intrigue),
    "reinforcement": each(reinforcement),
    "withdraw": each(withdraw),
    "forced_withdrawal": each(withdraw),
    "withdraw_party": each(party),
    "trial": each(trial),
    "exile": each(exile),
}
"""Other requests (losses, control, levy, ...) are answered by standing orders (C46)."""
