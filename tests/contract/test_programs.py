"""What programs lean on: a simple player that is always legal, and questions about odds that are answered."""

from __future__ import annotations

import shlex
from copy import copy

import pytest

from pbem.engine.facets.robot import Level
from pbem.engine.odds import Answer, Inquiry
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Request
from pbem.engine.standing import check
from pbem.errors import BadQuestion

from .games import Rules, every_game, some_scenarios, stops
from .test_standing import looking

EVERY = 3
"""Every so many stops are looked at."""


@pytest.mark.slow
@some_scenarios
def test_the_simple_player_answers_every_request_legally(rules: Rules, scenario: str) -> None:
    """In a game that others play, so wherever it may come to stand."""
    for n, stop in enumerate(stops(rules, scenario, f"bot {scenario}")):
        for request in stop.play.pending if n % EVERY == 0 else ():
            known = stop.known(request.side) | dict(
                zip(request.slots, stop.held(request), strict=True)
            )
            for level in Level:
                line = rules.robot.choose(stop.view(request.side), request, known, level)
                assert line == rules.robot.choose(stop.view(request.side), request, known, level)
                check_legal(request, line, stop.held(request))


def check_legal(request: Request, line: str, held: list[str]) -> None:
    """The line answers the request, with the cards that its side holds."""
    if request.stack is not None:
        verb, *cards = line.split()
        assert (verb, len(cards)) == (request.stack.verb, request.stack.size)
        assert request.stack.trouble is None or not request.stack.trouble(tuple(cards))
        return
    option = next((o for o in request.options if line == o.line or o.covers(line)), None)
    assert option is not None, (request.kind, line)
    assert option.possible(held)


@pytest.mark.slow
@some_scenarios
def test_what_the_simple_player_prepares_can_be_read(rules: Rules, scenario: str) -> None:
    for n, stop in enumerate(stops(rules, scenario, f"prepared {scenario}", 120)):
        if n % 10:
            continue
        for side in rules.sides:
            request = next((r for r in stop.play.pending if r.side == side), stop.play.pending[0])
            request = copy(request)
            request.side = side
            standing = rules.robot.standing_orders(stop.view(side), side, (), presets_of(rules))
            check(standing, reactions_of(rules), looking(stop, request))
            assert all(
                isinstance(line, str) for line in rules.robot.lines_ahead(stop.view(side), side)
            )


@every_game
def test_odds_are_answered_or_refused_with_a_reason(rules: Rules) -> None:
    """The question of each example is asked of a position in the middle of a game."""
    *_, stop = stops(rules, next(iter(rules.scenarios())), "odds", 40)
    side = next(iter(rules.sides))
    for name, odds in rules.chances.odds().items():
        assert odds.name == name
        words = shlex.split(odds.example)
        pairs = zip(words[::2], words[1::2], strict=False)
        options = {flag.removeprefix("--"): value for flag, value in pairs if flag[:2] == "--"}
        assert set(options) <= {parameter.name for parameter in odds.parameters}
        inquiry = Inquiry(stop.view(side), side, options, stop.known(side), games=20)
        try:
            answer = odds.run(inquiry)
        except BadQuestion:
            continue  # not in this position
        assert isinstance(answer, Answer)
        for block in answer.blocks:
            assert all(0 <= line.low <= line.share <= line.high <= 1 for line in block.lines)
