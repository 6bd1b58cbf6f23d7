"""A branch that a side tries: from what it may know alone, the same again from its lines, for every game."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.world import imagined_state
from pbem.errors import BadTry
from pbem.games import find
from pbem.imagine.fork import Fork, Start
from pbem.ledger.glimpse import state_for
from tests.says import sentence

from .games import Rules, Stop, every_game, stops

EVERY = 29
UNKNOWN = sentence("imagine.fork.Fork._begin", word="part")
TRIED = 2
"""Stops of a game from which a branch goes."""


def start_of(stop: Stop, side: str) -> Start:
    known, rules = stop.known(side), stop.rules
    if not rules.secrets.veiled(stop.state):
        return Start(rules, stop.state, side, known, "", stop.play.checkpoint.copied())
    seen = state_for(rules, stop.state, side)
    return Start(rules, seen, side, known, stop.play.requests[0].kind)


def begun(stop: Stop, side: str) -> Fork | None:
    """None where what is seen does not say how far the step has come; only with hidden pieces."""
    start = start_of(stop, side)
    try:
        return Fork(start)
    except BadTry as error:
        if start.checkpoint is not None or UNKNOWN not in str(error):
            raise
        return None


def moved(fork: Fork) -> Any:
    return codec.dump(fork.state), [one.events for one in fork.done]


@pytest.mark.slow
@every_game
def test_robots_play_a_branch_on_and_its_lines_alone_play_it_again(rules: Rules) -> None:
    tried = 0
    for n, stop in enumerate(stops(rules, next(iter(rules.scenarios())), "tried", EVERY * 5)):
        if n % EVERY or not stop.play.pending or tried == TRIED:
            continue
        side = list(rules.sides)[n % 2]
        fork = begun(stop, side)
        if fork is None:
            continue
        tried += 1
        for other in list(rules.sides)[1:]:
            fork.take(f"robot {other}")
        for _ in range(3):
            if fork.result is not None or (request := fork.request()) is None:
                break
            fork.take(
                rules.robot.choose(
                    rules.secrets.veil(fork.state, request.side), request, fork.known(request.side)
                )
            )
        rules.check(fork.state)
        assert moved(Fork(fork.start, fork.lines)) == moved(fork)
    assert tried


@pytest.mark.slow
@every_game
def test_a_branch_hangs_on_nothing_that_its_side_may_not_know(rules: Rules) -> None:
    scenario = next(iter(rules.scenarios()))
    side = next(iter(rules.sides))
    seen = 0
    for n, stop in enumerate(stops(rules, scenario, "worlds", 4 * EVERY)):
        if n % EVERY or not stop.play.pending:
            continue
        here = begun(stop, side)
        if here is None:
            continue
        secrets = dict.fromkeys(stop.chance.secrets, "what nobody knows")
        chance = SeededChance("another world", stop.known(side))
        world = imagined_state(rules, stop.state, side, chance)
        assert world is not None
        other = Stop(rules, Play(rules, stop.play.checkpoint.copied()), chance)
        other.play.resume()
        if rules.secrets.veiled(stop.state):
            other.play.table.state = world
        chance.secrets = {**secrets, **chance.secrets}
        there = begun(other, side)
        assert there is not None
        for fork in (here, there):
            for one in list(rules.sides)[1:]:
                fork.take(f"robot {one}")
            request = fork.request()
            if request is not None:
                known = fork.known(request.side)
                fork.take(
                    rules.robot.choose(rules.secrets.veil(fork.state, request.side), request, known)
                )
        assert there.hidden == here.hidden
        assert (there.lines, moved(there)) == (here.lines, moved(here))
        seen += 1
    assert seen


@pytest.mark.parametrize("seed", ["seven", "\N{SUPERSCRIPT TWO}", "9" * 10])
def test_dice_of_a_branch_are_rolled_by_a_number_of_at_most_nine_digits(seed: str) -> None:
    fork = begun(next(iter(stops(find("warriors"), "tudor_1476", "dice", 1))), "york")
    assert fork is not None
    fork.take("dice roll 123456789")
    with pytest.raises(BadTry, match="`dice roll 7`"):
        fork.take(f"dice roll {seed}")
