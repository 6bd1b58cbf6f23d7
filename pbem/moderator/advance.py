"""Answers that are there before anybody asks: lines sent earlier, scripts and policies.

The GM finds them in the standing orders that players sealed to it. Everybody else reads from the
log which answers were given that way; an audit after the game compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.notation import match
from pbem.engine.request import Request
from pbem.engine.standing import Prepared, answer, at_moment
from pbem.errors import PbemError, ReplayMismatch

if TYPE_CHECKING:
    from pbem.moderator.ledger import Ledger

EARLIER = "earlier"
MOST = 2000
"""Decisions in one entry; from there on nobody's policies go on, and he is asked."""


class FromOrders:
    """The GM's way: try the lines, ask the standing orders."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def earlier(self, request: Request, line: str) -> bool:
        """Is a line that was sent before still legal?"""
        try:
            order = str(match(request, line))
        except PbemError:
            return False
        base = order.partition(" with ")[0]
        held = self._ledger.held(request)
        return any(o.line in (order, base) and o.possible(held) for o in request.options)

    def prepared(self, request: Request) -> Prepared | None:
        """What standing orders answer to a request."""
        ledger, side = self._ledger, request.side
        standing = ledger.standing.get(side)
        if standing is None:
            return None
        rules, state = ledger.rules, ledger.play.state
        return answer(
            standing,
            request,
            rules.script_slot(state, request),
            rules.reactions().keys(),
            ledger.look(side),
            ledger.held(request),
        )

    def at_moment(self, request: Request) -> str:
        """What they say at a moment: a line, `ask`, or "" for nothing."""
        ledger, side = self._ledger, request.side
        if side not in ledger.standing:
            return ""
        said = at_moment(
            ledger.standing[side],
            request,
            ledger.look(side),
            ledger.held(request),
            side in ledger.play.declined,
        )
        return said.line if said is not None else ""


class FromLog:
    """A verifier's way: the answers that an entry says were given in advance.

    For his own `side` a player does not take the GM's word: his standing orders must say the same.
    """

    def __init__(
        self, n: int, ledger: Ledger, decisions: Sequence[dict[str, Any]], side: str = ""
    ) -> None:
        self._n = n
        self._ledger = ledger
        self._decisions = decisions
        self._side = side

    def _next(self, request: Request) -> dict[str, Any] | None:
        done = len(self._ledger.play.decisions)
        entry = self._decisions[done] if done < len(self._decisions) else {}
        return (
            entry
            if (entry.get("side"), entry.get("request")) == (request.side, request.id)
            else None
        )

    def earlier(self, request: Request, line: str) -> bool:
        entry = self._next(request)
        return entry is not None and entry["by"] == EARLIER

    def prepared(self, request: Request) -> Prepared | None:
        entry = self._next(request)
        said = entry is not None and entry["by"] in ("script", "policy")
        if request.side == self._side:
            own = FromOrders(self._ledger).prepared(request)
            told = (entry["line"], entry["by"]) if entry is not None and said else None
            if told != (own and (own.line, own.by)):
                why = f"your standing orders for {request.id} say {own and own.line}, the GM {told}"
                raise ReplayMismatch(n=self._n, why=why)
            return own
        if entry is None or not said:
            return None
        if request.side not in self._ledger.sealed_by:
            why = f"{request.side} never sent standing orders, so none can have decided"
            raise ReplayMismatch(n=self._n, why=why)
        return Prepared(entry["line"], entry["by"], "")

    def at_moment(self, request: Request) -> str:
        """What the entry says that standing orders said."""
        entry = self._next(request)
        told = "" if entry is None or entry["by"] != "policy" else str(entry["line"])
        if request.side == self._side:
            own = FromOrders(self._ledger).at_moment(request)
            if own != told:
                why = f"your standing orders for {request.id} say {own or None}, the GM {told or None}"
                raise ReplayMismatch(n=self._n, why=why)
        elif told and request.side not in self._ledger.sealed_by:
            why = f"{request.side} never sent standing orders, so none can have decided"
            raise ReplayMismatch(n=self._n, why=why)
        return told


Advance = FromOrders | FromLog


def acts(advance: Advance, request: Request) -> bool:
    """Does a side act at this moment of its own accord? Then its lines are for the question after it."""
    return request.moment and advance.prepared(request) is not None
