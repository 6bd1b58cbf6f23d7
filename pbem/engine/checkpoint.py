"""What is kept of a game that is put away: the state between two steps, and all results since."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Checkpoint:
    """All that is needed to go on: plain data, public.

    Attributes:
        asked: how many requests came before the step. `passed`: how many names of requests were
            used up otherwise (put again, or taken back), so that none, and no secret stack's, comes twice.
        waiting: a card is to be turned up that only its owner can open.
        patches: corrections of the state, each after so many results of the record.
        moments: numbers, counted in the step, of those moments at which somebody acted or was asked;
            all others passed in silence and left nothing. `quiet`: how many did so before the step, since
            the last request.
    """

    state: dict[str, Any]
    asked: int = 0
    record: list[Any] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)
    passed: int = 0
    waiting: bool = False
    patches: list[Patched] = field(default_factory=list)
    moments: list[int] = field(default_factory=list)
    quiet: int = 0


@dataclass
class Patched:
    """One line of a ruling that corrected the state in the middle of a step."""

    after: int
    line: str
