"""Odds: what a rule set can foretell of a check or a battle, and the form in which it tells it.

A rule set's `odds()` names what may be asked; the same questions serve the command line, JSON and
players' programs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from pbem.engine.notation import squash
from pbem.engine.standing import StandingOrders
from pbem.errors import BadQuestion

if TYPE_CHECKING:
    from pbem.engine.checkpoint import Checkpoint

Z = 1.96
"""Normal quantile of a range that holds 95 times in 100."""
MOST_BARS = 9
"""Rows of a histogram."""
MOST_GAMES = 1_000_000
"""Of a check or a battle."""
MOST_LONG_GAMES = 10_000
"""Of a turn, or of a whole game."""


PLACE, PIECE, SIDE, PRESETS = "place", "piece", "side", "preset"
"""What a parameter may name: something that lies on the map, a side, or a ready-made set of policies."""


class Parameter(Struct, frozen=True):
    """One thing that a question may name, such as the Lord.

    Attributes:
        number: a whole number from 0.
        kind: `PLACE`, `PIECE`, `SIDE` or `PRESETS`, where it names one of these and nothing else; "" for other words.
        several: it can name some of them, with commas between. `of`: the side whose pieces they are, "" for any.
        words: all that can be said, where they are few.
    """

    name: str
    help: str
    required: bool = False
    number: bool = False
    kind: str = ""
    several: bool = False
    of: str = ""
    words: tuple[str, ...] = ()


class Line(Struct, frozen=True):
    """One outcome: how often it comes, and between which bounds that is certain enough.

    Attributes:
        share: 0 to 1. `low`, `high`: the same as `share` where it is exact.
        count: in how many simulated games; 0 where it is exact.
    """

    label: str
    share: float
    low: float
    high: float
    count: int = 0
    note: str = ""


class OutcomeGroup(Struct, frozen=True, omit_defaults=True):
    """Outcomes that belong together, such as who wins. `fate`: who may be lost, told in short as well."""

    title: str
    lines: tuple[Line, ...]
    fate: bool = False


class Answer(Struct, frozen=True):
    """What the odds are.

    Attributes:
        games: how many were simulated; 0 if it is exact.
        numbers: averages, by name. `notes`: what was assumed, in plain words.
    """

    title: str
    blocks: tuple[OutcomeGroup, ...]
    games: int = 0
    seed: int = 0
    numbers: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class Question(Struct, frozen=True):
    """What a choice asks of the dice: the odds of this `name`, with these parameters."""

    name: str
    given: Mapping[str, str] = field(default_factory=dict)


class Inquiry(Struct, frozen=True):
    """Who asks what, with all that he may know and nothing more.

    Attributes:
        state: veiled for `side`. `known`: his own hidden cards by slot.
        standing: side to policies, as far as the asker may know them.
        asked: kinds of the open requests.
        checkpoint: where a game without hidden pieces stands, to go on from the middle of a step.
        given: parameters with what was said for them. `games`, `seed`: of a simulation.
        first: the order line with which the asker answers what he is asked now, "" for his policies; only of what is
            gone on with from the middle of a step.
        tick: called after each simulated game.
    """

    state: Any
    side: str
    given: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)
    standing: Mapping[str, StandingOrders] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    checkpoint: Checkpoint | None = None
    games: int = 1000
    seed: int = 1
    tick: Callable[[], None] = lambda: None
    first: str = ""


class Odds(Struct, frozen=True):
    """Something that can be asked of a rule set. `example`: parameters as typed, for the help.

    `sampled`: answered by simulation, so that `games` and `seed` matter. `run` raises BadQuestion.
    """

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    run: Callable[[Inquiry], Answer]
    example: str = ""
    sampled: bool = False


def one_of(text: str, known: Collection[str], what: str) -> str:
    """The known id that `text` means, cut short or not; "" for "". Raises BadQuestion."""
    typed = squash(text)
    if not typed:
        return ""
    matches = [id for id in known if squash(id) == typed]
    matches = matches or [id for id in known if squash(id).startswith(typed)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise BadQuestion(why=f"`{text.strip()}` can be {' or '.join(matches)}")
    near = ", ".join(sorted(known)[:12]) + (" and others" if len(known) > 12 else "")
    raise BadQuestion(why=f"there is no {what} `{text.strip()}`. There are: {near}")


def check_games(games: int, most: int = MOST_LONG_GAMES) -> None:
    """Can so many be waited for? Raises BadQuestion."""
    if not 1 <= games <= most:
        raise BadQuestion(why=f"--games is a number from 1 to {most} here")


def certain(label: str, share: float, note: str = "") -> Line:
    """An outcome whose chance is exact."""
    return Line(label, share, share, share, note=note)


def sampled(label: str, count: int, games: int, note: str = "") -> Line:
    """An outcome seen `count` times in `games`."""
    low, high = wilson(count, games)
    return Line(label, count / games, low, high, count, note)


def wilson(count: int, games: int, z: float = Z) -> tuple[float, float]:
    """The Wilson score interval of a share: between which bounds the true one lies."""
    share, spread = count / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean(values: list[int]) -> float:
    """The average."""
    return sum(values) / len(values)


def on_average(words: str, values: list[int]) -> OutcomeGroup:
    """How a number was spread over the games, its mean in the heading."""
    return OutcomeGroup(f"{words}: {mean(values):.1f} on average", histogram(values))


def histogram(values: list[int], signed: bool = False) -> tuple[Line, ...]:
    """How often each number came; neighbours together where there are more than `MOST_BARS`.

    Args:
        signed: show a plus too.
    """
    low, high = min(values), max(values)
    distinct = sorted(set(values))
    width = 1 if len(distinct) <= MOST_BARS else -(-(high - low + 1) // MOST_BARS)
    sign = "+" if signed else ""
    lines = []
    for start in distinct if width == 1 else range(low, high + 1, width):
        count = sum(start <= value < start + width for value in values)
        bar_end = min(high, start + width - 1)
        label = f"{start:{sign}}" if start == bar_end else f"{start:{sign}} to {bar_end:{sign}}"
        lines.append(sampled(label, count, len(values)))
    return tuple(lines)
