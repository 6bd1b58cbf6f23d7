"""What a side imagines: a whole, legal game that fits what it may know, and tells nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.world import Sight, World, imagined_state
from tests.random_games import RandomPlayer

from .games import RULES, Rules, Stop, every_game, some_scenarios, stops
from .test_views import ways

EVERY = 17
"""Every so many stops are looked at, by one side after the other."""
SEEN = 6
MOST = 200
"""Decisions that are played on from an imagined world."""


def imagined(stop: Stop, side: str, seed: str) -> tuple[Any, SeededChance]:
    """A world as this side imagines it, from what it knows."""
    return again(stop.rules, stop.state, side, SeededChance(seed, stop.known(side)))


def again(rules: Rules, state: Any, side: str, chance: SeededChance) -> tuple[Any, SeededChance]:
    world = imagined_state(rules, state, side, chance)
    assert world is not None, "the game does not tell what may be hidden"
    return world, chance


def looked(rules: Rules, scenario: str, options: dict[str, str]) -> Iterator[tuple[Stop, str]]:
    """Stops of a random game, with a side that looks."""
    sides = list(rules.sides)
    for n, stop in enumerate(stops(rules, scenario, f"imagined {scenario}", EVERY * SEEN, options)):
        if n % EVERY == 5:
            yield stop, sides[n // EVERY % len(sides)]


@pytest.mark.slow
@some_scenarios
def test_a_world_is_imagined_from_what_its_side_sees_alone(rules: Rules, scenario: str) -> None:
    """Its own cards lie in it, all that it sees is the same, and what it may not know changes nothing."""
    for options in ways(rules, scenario):
        for stop, side in looked(rules, scenario, options):
            before, known = codec.dump(stop.state), stop.known(side)
            world, chance = imagined(stop, side, "one")
            assert codec.dump(stop.state) == before, "the position was changed"
            rules.check(world)
            assert codec.dump(rules.secrets.veil(world, side)) == codec.dump(
                rules.secrets.veil(stop.state, side)
            )
            assert known.items() <= chance.secrets.items()
            other, dealt = imagined(stop, side, "two")
            for truth, secrets in ((world, chance.secrets), (other, dealt.secrets)):
                alike, same = again(rules, truth, side, SeededChance("one", secrets))
                assert codec.dump(alike) == codec.dump(world)
                assert same.secrets == chance.secrets


OPEN = {"warriors": "nothing is hidden (C29)"}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_other_seeds_imagine_other_worlds(rules: Rules) -> None:
    def differ(scenario: str) -> bool:
        for stop, side in looked(rules, scenario, {}):
            (one, dealt), (two, other) = (imagined(stop, side, seed) for seed in "ab")
            if codec.dump(one) != codec.dump(two) or dealt.secrets != other.secrets:
                return True
        return False

    assert any(differ(scenario) for scenario in rules.scenarios()) == (rules.name not in OPEN)


def sight(stop: Stop, side: str) -> Sight:
    """What this side sees, of a veiled game at the beginning of its step if it sees nothing since."""
    rules, play = stop.rules, stop.play
    if not rules.secrets.veiled(stop.state):
        kind, checkpoint = play.pending[0].kind, play.checkpoint.copied()
        return Sight(rules, stop.state, side, stop.known(side), kind, checkpoint)
    kind = play.pending[0].kind
    seen = Sight(rules, stop.view(side), side, stop.known(side), kind)
    if World.imagined(seen, "once") is not None:
        return seen
    play.table.state = codec.decode(rules.state_type, play.checkpoint.state)
    world, chance = imagined(stop, side, "on")
    return Sight(rules, world, side, chance.secrets, "", Checkpoint.of(world))


@pytest.mark.slow
@some_scenarios
def test_play_goes_on_from_what_is_imagined(rules: Rules, scenario: str) -> None:
    options = ways(rules, scenario)[-1]
    late = islice(looked(rules, scenario, options), 3, None)
    stop, side = next(late, None) or next(looked(rules, scenario, options))
    world: World[Any] | None = World.imagined(sight(stop, side), "on")
    assert world is not None
    player = RandomPlayer(f"on {scenario}")
    for asked in range(MOST):
        if not world.pending:
            assert world.result is not None
            break
        first = world.pending[0]
        if first.stack is not None:
            world.give(first, " ".join([first.stack.verb, *player.stack(first)]))
        else:
            world.give(first, player.line(first, world.chance.secrets))
        if asked % 9 == 0:
            rules.check(world.state)


@pytest.mark.slow
@every_game
def test_a_robot_in_a_world_is_shown_what_its_side_sees(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, given = rules.robot.choose, list[Any]()

    def watched(state: Any, *more: Any) -> str:
        given.append(codec.dump(state))
        return bot(state, *more)

    monkeypatch.setattr(rules.robot, "choose", watched)
    scenario = next(iter(rules.scenarios()))
    for options in ways(rules, scenario):
        stop, side = next(looked(rules, scenario, options))
        world: World[Any] | None = World.imagined(sight(stop, side), "seen")
        assert world is not None
        hid = False
        for _ in range(30):
            if not world.pending:
                break
            request, whole = world.pending[0], codec.dump(world.state)
            seen = codec.dump(rules.secrets.veil(world.state, request.side))
            given.clear()
            line = world.robot(request)
            assert given in ([], [seen])
            hid = hid or (bool(given) and seen != whole)
            world.give(request, line)
        assert hid == rules.secrets.veiled(stop.state)


@pytest.mark.slow
@some_scenarios
def test_a_turn_is_played_ahead_by_robots(rules: Rules, scenario: str) -> None:
    """At its end the turn is another, or the game over, and what each side has can be counted."""
    stop, side = next(looked(rules, scenario, {}))
    seen, turn = sight(stop, side), rules.words.turn(stop.state)
    world: World[Any] | None = World.imagined(
        seen, "s", lambda state: rules.words.turn(state) != turn
    )
    assert world is not None
    while world.pending:
        world.give(world.pending[0], world.robot(world.pending[0]))
    assert world.result is not None or rules.words.turn(world.state) != turn
    for one in rules.sides:
        counted = rules.tally(world.state, one)
        assert counted
        assert min(counted.values()) >= 0
