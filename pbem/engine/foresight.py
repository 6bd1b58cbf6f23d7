"""How a robot decides: by a look at what is there, and a steady one plays some decisions ahead.

Where its game says that it pays (`Robot.foresight`), each line worth trying is played on in the same few
imagined worlds, with the same dice, by robots that do not look ahead on all sides. What its own side sees
and the position's own names are all that it hangs on; no clock, and nobody's secrets.
"""

from __future__ import annotations

from typing import Any

from pbem.engine.facets.robot import Foresight, Level
from pbem.engine.play import OPEN
from pbem.engine.request import Request
from pbem.engine.world import Sight, World

CONTINUATIONS = 6
"""Imagined worlds in which each line is played on."""
LONGEST = 300
"""Decisions of a continuation, after which it is valued as it stands."""


def glance(sight: Sight, request: Request, level: Level) -> str:
    """What a robot answers without looking ahead."""
    if request.kind == OPEN:
        return OPEN
    return sight.rules.robot.choose(sight.state, request, sight.known, level)


def robot_answer(sight: Sight, request: Request, level: Level) -> str:
    """What a robot of this level answers; the same for the same sight."""
    if level is not Level.STEADY or request.kind == OPEN:
        return glance(sight, request, level)
    foresight = sight.rules.robot.foresight(sight.state, request, sight.known)
    if foresight is None or len(foresight.lines) < 2:
        return glance(sight, request, level)
    values = [0.0] * len(foresight.lines)
    for n in range(CONTINUATIONS):
        for at, line in enumerate(foresight.lines):
            value = _played_on(sight, request, foresight, line, f"ahead {request.id} {n}")
            if value is None:
                return glance(sight, request, level)
            values[at] += value
    best = max(range(len(values)), key=lambda at: (values[at], -at))
    ahead = (values[best] - values[0]) / CONTINUATIONS
    return foresight.lines[best if ahead > foresight.better else 0]


def _played_on(
    sight: Sight, request: Request, foresight: Foresight, line: str, seed: str
) -> float | None:
    """How a side stands when what it decided has run its course; None where that cannot be imagined."""
    rules, side = sight.rules, sight.side
    turn = rules.words.turn(sight.state)  # it plays to the end of it
    world: World[Any] | None = World.imagined(
        sight, seed, lambda state: rules.words.turn(state) != turn
    )
    own = None if world is None else next((r for r in world.pending if r.side == side), None)
    if world is None or own is None or own.kind != request.kind:
        return None
    world.give(own, line)
    for _ in range(LONGEST):
        if not world.pending:
            break
        request_asked = world.pending[0]
        world.give(request_asked, world.robot(request_asked))
    return foresight.outlook(world.state, side)
