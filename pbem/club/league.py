"""Robots against each other, by the rules alone: no keys, no email, dice from a seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from pbem.club.each import Piece
from pbem.club.standings import FinishedGame, PlayerResult
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.facets.robot import Level
from pbem.engine.foresight import robot_answer
from pbem.engine.request import Request
from pbem.engine.scenarios import starting_state
from pbem.engine.table import Event
from pbem.engine.world import World
from pbem.games import find

LONGEST = 40_000
"""Decisions, more than any game has."""
Player = Callable[[World[Any], Request], str]
"""Answers a request of a world with an order line."""


class Match(Struct, frozen=True):
    """A game that is to be played.

    Attributes:
        rules, scenario: `plantagenet`, `Ia`.
        players: who plays each side, in the order of the sides.
        number: of the dice and cards. The same number has the same ones for other players too.
    """

    rules: str
    scenario: str
    players: tuple[str, ...]
    number: int

    @property
    def name(self) -> str:
        """What it is called in a journal, and what `matched` reads."""
        return " ".join([f"{self.rules}:{self.scenario}", *self.players, str(self.number)])


class Played(Struct, frozen=True):
    """How a match ended.

    Attributes:
        winners: sides. `reason`: of the result. `decisions`: by side. `seconds`: of CPU, by side.
    """

    match: Match
    winners: tuple[str, ...]
    reason: str
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]

    def share(self, place: int) -> float:
        """1 for the only winner, half of it for a draw, 0 for others; `place`: in the order of the sides."""
        side = list(find(self.match.rules).sides)[place]
        if self.winners == (side,):
            return 1.0
        return 0.0 if self.winners and side not in self.winners else 0.5


def fixtures(
    players: Sequence[str], games: Sequence[tuple[str, str]], each: int, first: int = 1
) -> Iterator[Match]:
    """Every pair plays `each` games of every scenario, each player half of them on either side."""
    for rules, scenario in games:
        for pair in combinations(players, 2):
            for n in range(each):
                seated = pair if n % 2 == 0 else pair[::-1]
                yield Match(rules, scenario, seated, first + n // 2)


def matched(name: str) -> Match:
    """The match that has this name. Raises ValueError."""
    game, *players, number = name.split()
    rules, _, scenario = game.partition(":")
    return Match(rules, scenario, tuple(players), int(number))


def piece(match: Match) -> Piece:
    """A match as a piece of work for `match_of_piece`; it is the same each time."""
    return Piece(match.name, (match.name,), match.name)


def match_of_piece(arguments: tuple[str, ...]) -> Played:
    """Play the match of a piece."""
    return play(matched(arguments[0]))


def robot(level: Level) -> Player:
    """A robot of ours, who sees what its side sees."""
    return lambda world, request: robot_answer(world.sight(request), request, level)


def play(
    match: Match,
    players: Sequence[Player] | None = None,
    tell: Callable[[Request, str, Sequence[Event]], None] = lambda request, line, events: None,
) -> Played:
    """Play a match to its end; who won, and each side's decisions and seconds.

    Args:
        players: who answers for each side; else the robots that the match names.
        tell: is given each answer, and what came of it.

    Raises:
        ValueError: no such level. RuntimeError: it does not end. UnknownGame, UnknownScenario.
    """
    rules = find(match.rules)
    chance = SeededChance(f"league {match.rules} {match.scenario} {match.number}")
    players = players or [robot(Level(name)) for name in match.players]
    start = Checkpoint.of(starting_state(rules, match.scenario, {}))
    world: World[Any] = World(rules, start, chance, lambda state: False)
    world.start(chance)
    sides = list(rules.sides)
    decisions, seconds = [0] * len(sides), [0.0] * len(sides)
    while world.pending and sum(decisions) < LONGEST:
        request = world.pending[0]
        place = sides.index(request.side)
        began = time.process_time()
        line = players[place](world, request)
        seconds[place] += time.process_time() - began
        decisions[place] += 1
        events_before = len(world.events)
        world.give(request, line)
        tell(request, line, world.events[events_before:])
    if world.result is None:
        raise RuntimeError(f"{match.name} does not come to an end")
    result = world.result
    return Played(match, tuple(result.winners), result.reason, tuple(decisions), tuple(seconds))


def finished(number: int, played: Played) -> FinishedGame:
    """A match as `standings` counts it, `number` of the league."""
    sides = find(played.match.rules).sides
    is_draw = not played.winners
    players = [
        PlayerResult(name, name, side in played.winners, is_draw)
        for name, side in zip(played.match.players, sides, strict=True)
    ]
    return FinishedGame(played.match.name, number, tuple(players))
