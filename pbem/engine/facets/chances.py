"""The facet `rules.chances`: what `pbem odds` can tell. Here nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from pbem.engine.state import GameState

if TYPE_CHECKING:
    from pbem.engine.decision import Decision
    from pbem.engine.odds import Odds, Question

S = TypeVar("S", bound=GameState)


class Chances(Generic[S]):
    """Questions about chances, and which decisions raise them."""

    def odds(self) -> Mapping[str, Odds]:
        """The questions that can be asked, by name."""
        return {}

    def question(self, state: S, side: str, decision: Decision) -> Question | None:
        """Which of these a decision of a side raises, a battle most of all; None for most. `state` is veiled for
        the side. Cheap: it is asked of each choice that is shown."""
        return None
