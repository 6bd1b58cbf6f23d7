"""What a line may bring in a branch: every way in which its dice can fall, or where those are many a sample."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import Struct

from pbem.errors import BadTry
from pbem.imagine.fork import Fork

MOST = 300
"""Runs for the exact chances; with more there is a sample."""
SAMPLE = 200


class Outcome(Struct, frozen=True):
    """What may come of a line: how likely, what happens, and what is asked then."""

    chance: float
    told: tuple[str, ...]
    asked: str


class Fan(Struct, frozen=True):
    """The likeliest first; `games`: of a sample, 0 where the chances are exact."""

    outcomes: tuple[Outcome, ...]
    games: int = 0


def fan(fork: Fork, words: str, tick: Callable[[], None] = lambda: None) -> Fan:
    """The outcomes of a line, or with "" of the die that waits. Raises what `Fork.take` raises."""
    if not words and not fork.waits:
        raise BadTry(why="it goes `fan LINE`; alone it is for a die that waits (`dice ask`)")
    exact = _exact(fork, words, tick)
    if exact is not None:
        return Fan(_sorted(exact))
    found: dict[tuple[tuple[str, ...], str], float] = {}
    for n in range(SAMPLE):
        tick()
        key = _key(fork, fork.tried(words, (), Random(f"fan {n}")))
        found[key] = found.get(key, 0.0) + 1 / SAMPLE
    return Fan(_sorted(found), SAMPLE)


def _exact(
    fork: Fork, words: str, tick: Callable[[], None]
) -> dict[tuple[tuple[str, ...], str], float] | None:
    """What happens and is asked then, with its chance; None if there are too many ways."""
    found: dict[tuple[tuple[str, ...], str], float] = {}
    ways: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for n, (dice, chance) in enumerate(ways):
        if n >= MOST or len(ways) > 2 * MOST:
            return None
        tick()
        other = fork.tried(words, dice)
        if other.die is not None:
            sides = other.die[1]
            ways += [((*dice, value), chance / sides) for value in range(1, sides + 1)]
            continue
        key = _key(fork, other)
        found[key] = found.get(key, 0.0) + chance
    return found


def _key(before: Fork, after: Fork) -> tuple[tuple[str, ...], str]:
    events = after.play.events[len(before.play.events) :]
    told = tuple(event.naming({}, str).text for event in events if event.kind != "die")
    request = after.request()
    if after.result is not None:
        return told, f"The game is over: {after.result.reason}"
    return told, f"{request.side} is asked: {request.question}" if request is not None else ""


def _sorted(found: dict[tuple[tuple[str, ...], str], float]) -> tuple[Outcome, ...]:
    made = [Outcome(chance, *key) for key, chance in found.items()]
    return tuple(sorted(made, key=lambda one: -one.chance))
