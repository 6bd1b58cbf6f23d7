"""A simple player: it brings its forces to where the Campaign is decided, and attacks where it is stronger.

It reads the menu alone and sees what everybody sees. Between equal lines it takes the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.once import Once, OnDemand
from pbem.engine.request import Option, Request
from pbem.engine.table import cards_in
from pbem.games.plantagenet_1450 import bot_crown as crown
from pbem.games.plantagenet_1450 import bot_politics as politics
from pbem.games.plantagenet_1450 import bot_sight as sight
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_3_deployment import POOL
from pbem.games.plantagenet_1450.s16_4_1_initiative import PassInitiative
from pbem.games.plantagenet_1450.s16_4_3_activation import Activate
from pbem.games.plantagenet_1450.s16_4_5_movement import Halt, March
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.s16_4_6_6_commitment import Commit
from pbem.games.plantagenet_1450.s16_4_6_9_melee import BreakOff, units_in_columns
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import Give, GiveNothing
from pbem.games.plantagenet_1450.s16_4_6_combat import Attack
from pbem.games.plantagenet_1450.s20_neutrals import MoveNeutral, MoveNobody, undecided
from pbem.games.plantagenet_1450.state import State

Choice = Callable[[State, Request, Sequence[Option]], Option]
"""The option that is chosen."""
GOOD_ODDS = 1.2
"""Units for each of the enemy's at which it attacks; its committed leader has to do the rest."""
RESTED, LAST_TURN = 2, 4
"""It activates nobody who is so tired; in the last campaign turn, all who may still go (16.4.3)."""
WORTH_COMMITTING = 5
"""The Quality from which a leader is likely to survive it."""


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    """An order line of the request."""
    if request.stack is not None:
        return " ".join([request.stack.verb, *deploy(request)])
    return best_line(state, request, known, KINDS)


def best_line(
    state: State, request: Request, cards_known: Mapping[str, str], kinds: Mapping[str, Choice]
) -> str:
    """The line of the menu that the robot takes.

    A request of some kinds has a function here; another is weighed, or gets the first line that does something.
    """
    options = request.menu.possible(cards_in(request.slots, cards_known))
    if request.kind in kinds:
        option = kinds[request.kind](state, request, options)
    elif request.kind in politics.WEIGHED:
        return politics.choose(state, request, options)
    elif request.kind in IDLE:
        option = options[0]
    else:
        option = next((one for one in options if not one.passes), options[0])
    if isinstance(option.decision, Attack):
        return str(option.with_group(option.subset.among))
    return option.line


IDLE = ("ride", "withdraw_inside")
"""Where the first line, which changes nothing, is the best that it knows."""


def deploy(request: Request) -> list[str]:
    """Every unit to the first leader with room."""
    stack = request.stack
    limits = dict(stack.limits) if stack is not None else {}
    takers = []
    for _ in range(stack.size if stack is not None else 0):
        taker = next((id for id, room in limits.items() if room > 0), POOL)
        limits[taker] -= 1
        takers.append(taker)
    return takers


def act(state: State, request: Request, options: Sequence[Option]) -> Option:
    """The best attack, else a march of the largest force that is not tired and gets nearer to its place, else a pass.

    Before it marches it lets the enemy tire himself: a first pass ends nothing (16.4.2), and who moves last knows
    where the others are. Who has won if nothing more happens risks nothing.
    """
    best, odds = None, GOOD_ODDS
    is_last = state.campaign_turn == state.campaign_turns
    most_fatigue = LAST_TURN if is_last else RESTED
    if is_last and sight.has_won(state, request.side):
        return of_kind(options, PassInitiative)
    goals, moves = sight.Goals(state), list[tuple[int, Option]]()
    for option in options:
        match option.decision:
            case Attack(leader, at) if not (state.turn and crown.stays(state, leader)):
                hexes = option.subset.among
                if (ratio := sight.odds(state, leader, at, hexes)) > odds:
                    best, odds = option, ratio
            case Activate(leader, "") if goals.should_move(leader, most_fatigue):
                moves.append((len(state.leaders[leader].army), option))
            case _:
                pass
    if best is not None:
        return best
    if state.passes == 0 and sight.may_still_act(state, state.enemy(request.side)):
        return of_kind(options, PassInitiative)
    return first_to_advance(state, goals, moves) or of_kind(options, PassInitiative)


def first_to_advance(
    state: State, goals: sight.Goals, moves: list[tuple[int, Option]]
) -> Option | None:
    """Of forces and activations the largest that a march brings nearer to its goal."""
    for _, option in sorted(moves, key=lambda move: -move[0]):
        match option.decision:
            case Activate(leader) if sight.can_advance(state, leader, goals.of(leader)):
                return option
            case _:
                pass
    return None


def march(state: State, request: Request, options: Sequence[Option]) -> Option:
    """The reachable hex nearest to the goal that is not beside a stronger enemy; else, or without a goal, it halts."""
    halt = of_kind(options.made if isinstance(options, OnDemand) else options, Halt)
    if not isinstance(halt.decision, Halt):
        return halt
    id = halt.decision.leader
    own = state.leaders[id].side == request.side
    goal = sight.Goals(state).of(id) if own else sight.prey(state, request.side)
    if not goal:
        return halt
    far = board.costs_to(goal)
    if isinstance(request.workings, Once):
        hexes = request.workings[id]
    else:
        marches = [one.decision for one in options if isinstance(one.decision, March)]
        hexes = [decision.to for decision in marches]
    best, least = "", far.get(state.leaders[id].at, board.NOWHERE)
    for to in hexes:
        if far.get(to, board.NOWHERE) < least and sight.is_safe(state, id, to):
            best, least = to, far[to]
    return (best and request.branch(March(id, best))) or halt


def neutral(state: State, request: Request, options: Sequence[Option]) -> Option:
    """One who rather joins its own side goes where it hunts; the others stay away."""
    rows = undecided(state)
    for option in options:
        match option.decision:
            case MoveNeutral(id) if chances(rows[id], request.side) > chances(
                rows[id], state.enemy(request.side)
            ) and sight.prey(state, request.side):
                return option
            case _:
                pass
    return of_kind(options, MoveNobody)


def chances(dice: Mapping[str, Any], side: str) -> int:
    low, high = dice[side]
    return int(high) - int(low) + 1


def commit(state: State, request: Request, options: Sequence[Option]) -> Option:
    """The best tactician who is likely to survive."""
    able = [
        (leaders.rating(state, option.decision.leader).tactical, option)
        for option in options
        if isinstance(option.decision, Commit)
        and leaders.rating(state, option.decision.leader).quality >= WORTH_COMMITTING
    ]
    return max(able, key=lambda one: one[0])[1] if able else options[-1]


def break_off(state: State, request: Request, options: Sequence[Option]) -> Option:
    """At one to two or worse."""
    battle = current_battle(state)
    own = units_in_columns(battle, request.side)
    if 2 * own <= units_in_columns(battle, state.enemy(request.side)):
        return of_kind(options, BreakOff)
    return options[0]


def reorganise(state: State, request: Request, options: Sequence[Option]) -> Option:
    """Only units that would be lost change hands, the best first."""
    nothing = of_kind(options, GiveNothing)
    if not nothing.note:
        return nothing
    able = [
        (facts().units[option.decision.kind].morale, option)
        for option in options
        if isinstance(option.decision, Give) and sight.loses(state, option.decision.giver)
    ]
    return max(able, key=lambda one: one[0])[1] if able else nothing


def of_kind(options: Iterable[Option], kind: type[Decision]) -> Option:
    """The option of this kind; the first of all where a robot that looks ahead asks what else there is."""
    choices = list(options)
    return next((choice for choice in choices if isinstance(choice.decision, kind)), choices[0])


KINDS: dict[str, Choice] = {
    "act": act,
    "march": march,
    "commit": commit,
    "break_off": break_off,
    "reorganise": reorganise,
    "neutral": neutral,
}
