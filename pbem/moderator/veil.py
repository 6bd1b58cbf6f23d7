"""Veiled games: the state is itself secret (hidden blocks, hidden mats).

The GM seals to each side a packet with the state as that side may see it and its own request with
the menu; what is published is the public's view and the questions. Nobody but the GM can replay
such a game before it is over; then the GM's reveal key opens everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.engine import codec
from pbem.engine.play import Decision, Play, waited_for
from pbem.engine.request import Menu, Option, Request, Stack
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.table import Event
from pbem.errors import GameOver, NotYourTurn

PUBLIC = "public"


@dataclass
class Glimpse:
    """What a client knows of a veiled game; stands in for its `Play`.

    Attributes:
        state: as veiled for this client. `pending`: the open requests, one's own with its menu.
    """

    state: Any
    pending: tuple[Request, ...]
    result: Result | None
    waiting_for_opening: str = ""
    events: tuple[Event, ...] = ()

    def request(self, side: str) -> Request:
        """The open request of `side`. Raises NotYourTurn, GameOver."""
        for request in self.pending:
            if request.side == side:
                return request
        if self.result is not None:
            raise GameOver(result=self.result.reason)
        raise NotYourTurn(side=side, waiting=waited_for(self.pending))


def packet(
    rules: RuleSet[Any],
    play: Play[Any],
    pending: tuple[Request, ...],
    side: str,
    held: Callable[[Request], list[str]] = lambda _: [],
) -> dict[str, Any]:
    """Plain data for one side, or for the public: the veiled state, the requests, the result.

    Args:
        held: the side's own hidden cards that a request is about, as far as they are known.
    """
    result = play.result
    return {
        "state": codec.dump(rules.veil(play.state, side)),
        "asked": [
            dump_request(request, request.side == side, held(request)) for request in pending
        ],
        "over": result is not None,
        "winner": result.winner if result else "",
        "reason": result.reason if result else "",
    }


def seen(rules: RuleSet[Any], state: Any, side: str) -> Any:
    """The state as a side gets it, down to the order of its tables: from a packet, if it is veiled."""
    if not rules.veiled(state):
        return state
    return codec.copied(rules.veil(state, side))


def glimpse(rules: RuleSet[Any], data: dict[str, Any]) -> Glimpse:
    """The inverse of `packet`."""
    state = codec.load(rules.state_type, data["state"])
    result = Result(data["winner"], data["reason"]) if data["over"] else None
    return Glimpse(state, tuple(load_request(entry) for entry in data["asked"]), result)


def dump_request(request: Request, own: bool, held: Sequence[str] = ()) -> dict[str, Any]:
    """A request as plain data; without its menu for anybody but the side that is asked.

    What it cannot choose with the cards that it holds is barred.
    """
    data: dict[str, Any] = {
        "side": request.side,
        "kind": request.kind,
        "question": request.question,
        "rule": request.rule,
        "id": request.id,
        "forced": request.forced,
        "secret_menu": request.secret_menu,
    }
    if request.stack is not None:
        stack = request.stack
        limits = [[name, limit] for name, limit in stack.limits.items()] if own else []
        data["stack"] = {"verb": stack.verb, "size": stack.size, "limits": limits}
    elif own:
        data["slots"] = list(request.slots)
        known = bool(held) and "" not in held
        options = [o for o in request.options if not known or o.possible(held)]
        data["options"] = [codec.dump(replace(option, fits=None)) for option in options]
        barred = {o.line: _unfit(o) for o in request.options if o not in options}
        data["barred"] = [[line, why] for line, why in (barred | request.menu.barred).items()]
    return data


def _unfit(option: Option) -> str:
    why = "the cards that you hold do not allow it" if option.fits else ""
    why = why or ("you do not hold that card" if option.shows else "you hold that card")
    return f"{why}: {option.note} ({option.rule})" if option.note else f"{why} ({option.rule})"


def load_request(data: dict[str, Any]) -> Request:
    """The inverse of `dump_request`."""

    def fill(menu: Menu) -> None:
        for option in data.get("options", []):
            menu.offer(**{**option, "group": tuple(option["group"])})
        for line, why in data.get("barred", []):
            menu.bar(line, why)

    stack = data.get("stack")
    return Request(
        data["side"],
        data["kind"],
        data["question"],
        data["rule"],
        fill,
        Stack(stack["verb"], stack["size"], dict(stack["limits"])) if stack else None,
        forced=data["forced"],
        slots=tuple(data.get("slots", [])),
        secret_menu=data["secret_menu"],
        id=data["id"],
    )


def told(decisions: Sequence[Decision], events: Sequence[Event], to: str) -> dict[str, Any]:
    """What one side (or the public) may read about an entry, in the order in which it happened."""
    hidden_before = [sum(e.to not in ("", to) for e in events[:i]) for i in range(len(events) + 1)]
    own = [replace(d, after=d.after - hidden_before[d.after]) for d in decisions if d.side == to]
    return {
        "decisions": [codec.dump(decision) for decision in own],
        "events": [codec.dump(event) for event in events if event.to in ("", to)],
    }


def read(data: dict[str, Any]) -> tuple[tuple[Decision, ...], tuple[Event, ...]]:
    """The inverse of `told`."""
    return (
        tuple(codec.load(Decision, d) for d in data["decisions"]),
        tuple(codec.load(Event, e) for e in data["events"]),
    )
