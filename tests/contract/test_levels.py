"""A robot of each level decides by what its side sees: other secrets, the same lines."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.facets.robot import Level
from pbem.engine.foresight import (
    MOST_LINES,
    TURNS,
    glance,
    lead,
    lines_to_try,
    played_on,
    robot_answer,
)
from pbem.engine.request import Request
from pbem.engine.table import cards_in
from pbem.engine.world import World
from pbem.games import find

from .games import Rules, Stop, some_scenarios, stops
from .test_programs import check_legal

EVERY = {Level.SIMPLE: 13, Level.STEADY: 13, Level.STRONG: 65}
"""One stop in so many is looked at; a strong robot takes its time."""
MOST = 130
PARTS = 400
FEW_WORLDS = 8
"""That a strong robot looks into here, to save time."""


def world_before(stop: Stop) -> World[Any]:
    """Where the game stands, with all secrets."""
    truth: World[Any] = World(stop.rules, stop.play.checkpoint, stop.chance, lambda state: False)
    truth.resume()
    return truth


def world_of(stop: Stop, request: Request, seed: str) -> World[Any] | None:
    """Where the game stands, with what the side that is asked cannot see dealt by a seed."""
    side = request.side
    sight = world_before(stop).sight(request)
    world = World[Any].dealt(sight, SeededChance(seed))
    if world is None or world.at_chance or not any(r.side == side for r in world.pending):
        return None
    return world


@pytest.mark.slow
@some_scenarios
@pytest.mark.parametrize("level", Level)
def test_other_secrets_lead_to_the_same_line(
    rules: Rules, scenario: str, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two worlds that a side cannot tell apart its robot plays alike, at every level legally."""
    monkeypatch.setattr(rules.robot, "worlds", FEW_WORLDS)
    compared = 0
    for n, stop in enumerate(stops(rules, scenario, f"levels {scenario}", MOST)):
        if n % EVERY[level]:
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


@pytest.mark.slow
@some_scenarios
@pytest.mark.parametrize("level", [Level.SIMPLE, Level.STEADY])
def test_a_robot_answers_whatever_others_led_it_to(
    rules: Rules, scenario: str, level: Level
) -> None:
    """Others chose before, at random, or a strong robot tries what this one would not: it has an answer to each menu
    and to any part of one."""
    drawn = random.Random(f"{scenario} {level}")
    for stop in stops(rules, scenario, f"parts {scenario}", PARTS):
        for request in stop.play.pending:
            sight = world_before(stop).sight(request)
            menus = [request]
            if request.stack is None and request.kind != "open":
                options = [*request.menu.possible(cards_in(request.slots, sight.known))]
                menus += [
                    request.among(drawn.sample(options, drawn.randint(1, len(options))))
                    for _ in options[1:3]
                ]
            for asked in menus:
                assert glance(sight, asked, level)


@pytest.mark.slow
@some_scenarios
def test_a_strong_robot_tries_several_legal_lines_beginning_with_the_steady_one(
    rules: Rules, scenario: str
) -> None:
    counts = set()
    for stop in islice(stops(rules, scenario, f"tries {scenario}", MOST), 0, None, 3):
        request = stop.play.pending[0]
        if request.stack is not None or (world := world_of(stop, request, "one")) is None:
            continue
        request = next(r for r in world.pending if r.side == request.side)
        sight = world.sight(request)
        steady = robot_answer(sight, request, Level.STEADY)
        if steady == "open":
            continue
        lines = lines_to_try(sight, request, steady)
        assert lines[0] == steady
        assert len(lines) == len(set(lines)) <= MOST_LINES
        for line in lines:
            check_legal(request, line, cards_in(request.slots, world.known(request)))
        counts.add(len(lines))
    assert max(counts) > 2


@pytest.mark.slow
def test_a_strong_robot_takes_another_line_only_where_it_leads() -> None:
    rules = find("warriors")
    for n, stop in enumerate(stops(rules, "tudor_1476", "strong", MOST)):
        if n % 2 or (world := world_of(stop, stop.play.pending[0], "one")) is None:
            continue
        request = next(r for r in world.pending if r.side == stop.play.pending[0].side)
        sight = world.sight(request)
        steady, strong = (
            robot_answer(sight, request, level) for level in (Level.STEADY, Level.STRONG)
        )
        if strong == steady:
            continue
        total = {
            line: sum(
                played_on(sight, request, lead, line, f"strong {request.id} {seed}", TURNS) or 0.0
                for seed in range(rules.robot.worlds)
            )
            for line in (strong, steady)
        }
        assert total[strong] > total[steady]
        return
    pytest.fail("it takes no other line")
