"""The beginner and the better player: what each does where the other does otherwise, and what is played ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.facets.robot import Level
from pbem.engine.foresight import CONTINUATIONS, robot_answer
from pbem.engine.request import Request
from pbem.engine.scenarios import starting_state
from pbem.engine.world import Sight, World
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.robot import TRIED
from pbem.games.plantagenet.state import State


def asked(seed: str) -> Iterator[tuple[World[State], Request]]:
    """Each question of a game that robots play at a glance."""
    chance = SeededChance(seed)
    world = World(
        PLANTAGENET,
        Checkpoint.of(starting_state(PLANTAGENET, "Ia", {})),
        chance,
        lambda state: False,
    )
    world.start(chance)
    while world.pending:
        request = world.pending[0]
        yield world, request
        world.give(request, world.robot(request))


def about_battles() -> Iterator[tuple[Sight, Request]]:
    """What is asked about battles in three games, each time with what its side sees then."""
    for seed in ("one", "two", "three"):
        for world, request in asked(seed):
            if request.kind in TRIED:
                yield world.sight(request), request


@pytest.mark.slow
def test_the_beginner_always_stands_and_never_intercepts() -> None:
    said = {
        (request.kind, robot_answer(sight, request, Level.SIMPLE))
        for sight, request in about_battles()
    }
    assert {kind for kind, _ in said} == set(TRIED)
    assert {line for kind, line in said if kind == "intercept"} == {"no"}
    assert all("battle" in line for kind, line in said if kind == "approach")


@pytest.mark.slow
def test_the_better_player_plays_each_answer_in_the_same_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many for each line, from the same seeds; the position itself is not touched."""
    seeds: Counter[str] = Counter()
    imagine = World.imagined

    def counted(sight: Sight, seed: str, over: Callable[[State], bool]) -> World[State] | None:
        seeds[seed] += 1
        return imagine(sight, seed, over)

    for sight, request in about_battles():
        foresight = PLANTAGENET.robot.foresight(sight.state, request, sight.known)
        assert foresight is not None
        if len(foresight.lines) > 1:
            break
    before = codec.dump(sight.state)
    monkeypatch.setattr(World, "imagined", counted)
    line = robot_answer(sight, request, Level.STEADY)
    assert line in foresight.lines
    assert len(seeds) == CONTINUATIONS
    assert set(seeds.values()) == {len(foresight.lines)}
    assert robot_answer(sight, request, Level.STEADY) == line
    assert codec.dump(sight.state) == before


@pytest.mark.slow
def test_playing_ahead_decides_otherwise_than_a_look_at_times() -> None:
    """Somewhere in three games the two differ, or the continuations were in vain."""
    differ = 0
    for sight, request in about_battles():
        look = PLANTAGENET.robot.choose(sight.state, request, sight.known)
        differ += robot_answer(sight, request, Level.STEADY) != look
    assert differ
