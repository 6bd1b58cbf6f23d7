"""How well a robot plays: two honest levels, which `pbem guide robots` tells in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct


class Level(StrEnum):
    """A word that stands for a card (`--lancaster simple`) and behind `robot SIDE`."""

    SIMPLE = "simple"
    STEADY = "steady"


class Foresight(Struct, frozen=True):
    """What a steady robot plays ahead at a request.

    Attributes:
        lines: what to try, the one first that wins a tie.
        better: how much another must be better than the first, in what `RuleSet.outlook` counts.
    """

    lines: Sequence[str]
    better: float = 0.0
