"""How well a robot plays: two honest levels, which `pbem guide robots` tells in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct


class Level(StrEnum):
    """A word that stands for a card (`--lancaster simple`) and behind `robot SIDE`."""

    SIMPLE = "simple"
    STEADY = "steady"


class Foresight(Struct, frozen=True):
    """What a steady robot plays ahead at a request.

    Attributes:
        lines: what to try, the one first that wins a tie.
        outlook: how a side stands in a whole state that was played ahead to: the more the better.
        better: how much another line must be better than the first, in what `outlook` counts.
    """

    lines: Sequence[str]
    outlook: Callable[[Any, str], float]
    better: float = 0.0
