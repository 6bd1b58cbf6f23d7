"""How a robot decides: by a look at what is there; a steady one plays some decisions ahead, a strong one all.

A line is played on in a few imagined worlds, the same for each line and with the same dice, by robots on all sides
that do not look ahead. A steady robot does so to the end of the turn, where its game says that it pays
(`Robot.foresight`). A strong one looks two turns beyond the present one: it begins with what a steady one would answer,
and takes another line only if its lead is more than the doubt about it. What its own side sees and the position's own
names are all that it depends on; no clock, and nobody's secrets.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine.facets.robot import Level, order_of
from pbem.engine.play import OPEN
from pbem.engine.request import Request
from pbem.engine.table import cards_in
from pbem.engine.world import Sight, World

CONTINUATIONS = 6
"""Imagined worlds in which a steady robot plays each line on."""
HALVINGS = (4, 2)
"""After a fourth and a half of its worlds a strong robot goes on with the better half of its lines, and only with those
ahead."""
MOST_LINES = 8
"""Lines that a strong robot plays on, the steady one's among them."""
TURNS = 3
"""Turns to whose end a strong robot plays a line on, the present one included."""
LONGEST = 300
"""Decisions of a continuation, after which it is valued as it stands."""
WON = 200.0
"""What a victory is worth, in points of the score."""
PIECE = 0.3
"""What a piece is worth, in points of the score."""

Outlook = Callable[[World[Any], str], float]
"""How a side stands in a world that was played on: the more the better."""


def glance(sight: Sight, request: Request, level: Level) -> str:
    """What a robot answers without looking ahead."""
    if request.kind == OPEN:
        return OPEN
    return sight.rules.robot.choose(sight.state, request, sight.known, level)


def robot_answer(sight: Sight, request: Request, level: Level) -> str:
    """What a robot of this level answers; the same for the same sight."""
    if level is Level.SIMPLE or request.kind == OPEN:
        return glance(sight, request, level)
    steady = _steady(sight, request)
    if level is Level.STEADY or request.stack is not None:
        return steady
    return _strong(sight, request, steady)


def _steady(sight: Sight, request: Request) -> str:
    """What a steady robot answers: by a look, unless its game names lines to play on."""
    foresight = sight.rules.robot.foresight(sight.state, request, sight.known)
    if foresight is None or len(foresight.lines) < 2:
        return glance(sight, request, Level.STEADY)

    def outlook(world: World[Any], side: str) -> float:
        return float(foresight.outlook(world.state, side))

    values = [0.0] * len(foresight.lines)
    for n in range(CONTINUATIONS):
        for at, line in enumerate(foresight.lines):
            value = played_on(sight, request, outlook, line, f"ahead {request.id} {n}")
            if value is None:
                return glance(sight, request, Level.STEADY)
            values[at] += value
    best = max(range(len(values)), key=lambda at: (values[at], -at))
    ahead = (values[best] - values[0]) / CONTINUATIONS
    return foresight.lines[best if ahead > foresight.better else 0]


def _strong(sight: Sight, request: Request, steady: str) -> str:
    """Another line than the steady robot's, if its lead over that one is more than its own doubt."""
    lines = lines_to_try(sight, request, steady)
    leads: dict[str, list[float]] = {line: [] for line in lines}
    worlds = sight.rules.robot.worlds
    for n in range(worlds if len(lines) > 1 else 0):
        values = {}
        for line in lines:
            value = played_on(sight, request, lead, line, f"strong {request.id} {n}", TURNS)
            if value is None:
                return steady
            values[line] = value
        for line in lines:
            leads[line].append(values[line] - values[steady])
        if n + 1 in [worlds // part for part in HALVINGS]:
            better = sorted(lines, key=lambda line: -sum(leads[line]))[: (len(lines) + 1) // 2]
            ahead = [line for line in lines if line in better and sum(leads[line]) > 0]
            lines = [steady, *ahead]
        if len(lines) == 1:
            break
    return max(lines, key=lambda line: (_surely(leads[line]), line == steady))


def lines_to_try(sight: Sight, request: Request, steady: str) -> list[str]:
    """What a steady robot answers, then what it would answer without that option, without these two, and so on.

    Where it takes the first of a menu, that is any: the options are in an order that hashes give.
    """
    lines = [steady]
    possible = request.menu.possible(cards_in(request.slots, sight.known))
    options = sorted(possible, key=lambda option: order_of(request, option.line))
    while len(lines) < MOST_LINES:
        options = [option for option in options if not option.covers(lines[-1])]
        if not options:
            break
        line = glance(sight, request.among(options), Level.STEADY)
        if line in lines:
            break
        lines.append(line)
    return lines


def _surely(leads: Sequence[float]) -> float:
    """A lead less one standard error."""
    if len(leads) < 2:
        return 0.0
    return statistics.fmean(leads) - statistics.stdev(leads) / math.sqrt(len(leads))


def lead(world: World[Any], side: str) -> float:
    """By how much a side leads: a victory, or else what the score counts, and its pieces."""
    if world.result is not None:
        winners = world.result.winners
        return WON if winners == (side,) else -WON if winners and side not in winners else 0.0
    rules, state = world.rules, world.state
    pieces = {other: sum(rules.tally(state, other).values()) for other in rules.sides}
    own = PIECE * pieces.pop(side)
    theirs = PIECE * max(pieces.values())
    score = rules.score(state)
    if score is not None:
        points = dict(score.points)
        own += points.pop(side, 0)
        theirs += max(points.values(), default=0)
    return own - theirs


def played_on(
    sight: Sight, request: Request, outlook: Outlook, line: str, seed: str, turns: int = 1
) -> float | None:
    """What `outlook` says of a side once this line is played on to the end of so many turns; None if it cannot be
    imagined."""
    rules, side = sight.rules, sight.side
    turns_seen = [rules.words.turn(sight.state)]

    def is_over(state: Any) -> bool:
        turn = rules.words.turn(state)
        if turn not in turns_seen:
            turns_seen.append(turn)
        return len(turns_seen) > turns

    world: World[Any] | None = World.imagined(sight, seed, is_over)
    own = (
        None
        if world is None
        else next(
            (open_request for open_request in world.pending if open_request.side == side), None
        )
    )
    if world is None or own is None or own.kind != request.kind:
        return None
    world.give(own, line)
    for _ in range(LONGEST):
        if not world.pending:
            break
        next_request = world.pending[0]
        world.give(next_request, world.robot(next_request))
    return outlook(world, side)
