"""The facet `rules.policies`: which standing orders can matter now. Here all can, and none is a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from pbem.engine.request import Request
from pbem.engine.state import GameState

S = TypeVar("S", bound=GameState)


class PolicyRules(Generic[S]):
    """Kinds of questions and ready-made answers are in `policies.toml` (`engine.policies`); this is what hangs on
    the position.

    Attributes:
        moments: the reactions at which nobody is asked (`table.moment`): `default` is not for them.
        duel_kinds: further kinds that a policy answers in a duel, where cards have no scripts, with the question that each
            asks; `default` is not for them.
        decides_for_absent: do these rules ever answer for a side that is absent (`unattended`)?
    """

    moments: tuple[str, ...] = ()
    duel_kinds: Mapping[str, str] = {}
    decides_for_absent: bool = False

    def may_come(self, state: S, kind: str) -> bool:
        """Can a reaction of this kind still come in this game, as far as all can see? Only such are listed.

        Plantagenet has kinds that belong to single cards, and its scenarios have other cards each.
        """
        return True

    def script_slot(self, state: S, request: Request) -> str:
        """The secret slot whose script answers this request now, or "".

        Only Plantagenet has scripts, for the cards of its Plan; which card is played now, its state says.
        """
        return ""

    def unattended(self, before: S, request: Request) -> Callable[[Sequence[str]], str] | None:
        """How the rules answer for a side that is declared absent; None where it is waited for, or its GM.

        Whether they do hangs on what all can see. The line hangs on the cards of the request's slots, "" for one
        that is not known ("" if it cannot be told without), and lays them open.

        It is a rule of play of 1450-1500 (6.2.3): no policy can play a card whose name nobody may know.

        Args:
            before: the state as this step began.
        """
        return None
