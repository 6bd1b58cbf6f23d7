"""A robot of either level decides by what its side sees: other secrets, the same lines."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.facets.robot import Level
from pbem.engine.foresight import robot_answer
from pbem.engine.request import Request
from pbem.engine.table import cards_in
from pbem.engine.world import World

from .games import Rules, Stop, some_scenarios, stops
from .test_programs import check_legal

EVERY = 13
MOST = 130


def world_of(stop: Stop, request: Request, seed: str) -> World[Any] | None:
    """Where the game stands, with what the side that is asked cannot see dealt by a seed."""
    rules, side = stop.rules, request.side
    truth: World[Any] = World(rules, stop.play.checkpoint, stop.chance, lambda state: False)
    truth.resume()
    sight = truth.sight(request)
    world = World[Any].dealt(sight, SeededChance(seed))
    if world is None or world.at_chance or not any(r.side == side for r in world.pending):
        return None
    return world


@pytest.mark.slow
@some_scenarios
@pytest.mark.parametrize("level", Level)
def test_other_secrets_lead_to_the_same_line(rules: Rules, scenario: str, level: Level) -> None:
    """In two worlds that a side cannot tell apart its robot plays alike, at both levels legally."""
    compared = 0
    for n, stop in enumerate(stops(rules, scenario, f"levels {scenario}", MOST)):
        if n % EVERY:
            continue
        for request in stop.play.pending:
            worlds = [world_of(stop, request, seed) for seed in ("one", "two")]
            lines = []
            for world in worlds:
                if world is None:
                    break
                asked = next(r for r in world.pending if r.side == request.side)
                line = robot_answer(world.sight(asked), asked, level)
                assert line == robot_answer(world.sight(asked), asked, level)
                if line != "open":
                    check_legal(asked, line, cards_in(asked.slots, world.known(asked)))
                lines.append(line)
            assert len(set(lines)) <= 1
            compared += len(lines) == 2
    assert compared
