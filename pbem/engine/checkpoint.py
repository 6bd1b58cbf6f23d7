"""What is kept of a game that is put away: the state between two steps, and all results since."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from typing import Any, Self

import msgspec
from msgspec.structs import replace

from pbem.engine import codec


class Patched(msgspec.Struct):
    """One line of a ruling that corrected the state in the middle of a step."""

    after: int
    line: str


class Checkpoint(msgspec.Struct):
    """All that is needed to go on: public, and nothing in it is shared with a running game.

    Attributes:
        state: as `codec.encode` writes it; it is read when a game goes on from there.
        asked: how many requests came before the step. `passed`: how many names of requests were
            used up otherwise (put again, or taken back), so that none, and no secret stack's, comes twice.
        waiting: a card is to be turned up that only its owner can open.
        patches: corrections of the state, each after so many results of the record.
        moments: numbers, counted in the step, of those moments at which somebody acted or was asked;
            all others passed in silence and left nothing. `quiet`: how many did so before the step, since
            the last request.
    """

    state: msgspec.Raw
    asked: int = 0
    record: list[Any] = []
    answers: dict[str, Any] = {}
    passed: int = 0
    waiting: bool = False
    patches: list[Patched] = []
    moments: list[int] = []
    quiet: int = 0

    @classmethod
    def of(cls, state: Any) -> Self:
        """Of a game that begins with this state."""
        return cls(msgspec.Raw(codec.encode(state)))

    def copied(self) -> Self:
        """One that does not grow with the game; states and results in it are never changed."""
        return replace(
            self,
            record=list(self.record),
            answers=dict(self.answers),
            moments=list(self.moments),
            patches=list(self.patches),
        )
