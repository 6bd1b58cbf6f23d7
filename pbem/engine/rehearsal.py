"""A player's dry run in a veiled game: the rest of a step, from what his side sees of the position."""

from __future__ import annotations

from typing import Any, TypeVar

from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.ruleset import RuleSet
from pbem.engine.state import GameState
from pbem.engine.table import Effect, Moment
from pbem.errors import Impossible

S = TypeVar("S", bound=GameState)


class Rehearsal(Play[S]):
    """A play that knows no more than one side; it ends, with nothing pending, where that is not enough."""

    def __init__(self, rules: RuleSet[S], state: S) -> None:
        super().__init__(rules, Checkpoint.of(state))

    @classmethod
    def at(cls, rules: RuleSet[S], state: S, kind: str) -> Rehearsal[S] | None:
        """Standing at a request of this kind; None if the rules cannot go on from what is seen."""
        rehearsal = cls(rules, state)
        rest = rules.imagination.from_here(rehearsal.table, kind)
        if rest is None:
            return None
        rehearsal._run = rest
        rehearsal._stop_at(rest.send(None))
        return rehearsal

    def _send(self, value: Any) -> Effect | None:
        self._plain = None
        if self._run is None:
            raise Impossible("this rehearsal does not run")
        try:
            effect: Effect | Moment = self._run.send(value)
            while isinstance(effect, Moment):
                effect = self._run.send(None)
        except StopIteration:
            return None
        return effect
