"""The facet `rules.imagination`: how a game is played on from what one side sees. Here it is not."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pbem.engine.state import GameState
from pbem.engine.table import Table

if TYPE_CHECKING:
    from pbem.engine.chance import SeededChance
    from pbem.engine.unseen import Unseen

S = TypeVar("S", bound=GameState)


class Imagination(Generic[S]):
    """Whoever looks ahead (`try`, the odds of a turn, steady robots) needs it where something is hidden."""

    def deal(self, seen: S, side: str, chance: SeededChance) -> bool:
        """Deal everything anew that is hidden from `side`, so that it fits what the side may know: fill a state as
        it sees it, and `chance.secrets`. False where a game does not say how its hidden things may lie."""
        return False

    def unseen(self, state: S, side: str, secrets: Mapping[str, str]) -> Sequence[Unseen]:
        """What of an imagined world is hidden from `side` and can be set by hand, place by place."""
        return ()

    def lay(self, state: S, side: str, secrets: dict[str, str], moved: Mapping[str, str]) -> None:
        """Put what `unseen` names where it shall lie, slot to what lies there; `state` and `secrets` change.

        A game overrides it whose `unseen` has pieces: they lie in the state, not in slots (Richard III).
        """
        secrets.update(moved)

    def from_here(
        self, table: Table[S], kind: str, whole: bool = False
    ) -> Coroutine[Any, Any, None] | None:
        """The rest of the step, to its end, from a veiled state that stands at a request of this kind.

        With it a player of a veiled game can try several order lines on what he sees. It must ask,
        allow and do what the step itself would, whatever the veil hides; None where that is not so.

        Args:
            whole: nothing is veiled, the state is imagined.
        """
        return None

    def turn_up(self, state: S, side: str, card: str, below: int) -> str:
        """Change a state to how it would stand if this card of a side's secret stack were turned up now, with so
        many left `below` it, so that its script can be tried.

        Only Plantagenet has a secret stack that is scripted (its Plan, 4.1); the rules turn cards up one by one,
        so no position says how it would stand behind several of them.

        Returns:
            The kind of request that comes then; "" if that cannot be told.
        """
        return ""
