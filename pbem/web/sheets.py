"""What is asked or told above the page, on demand: conditions, policies, what the orders would do, the sealing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.script import statement
from pbem.engine.standing import DEFAULT
from pbem.reports.ink import environment
from pbem.web.guarded import COMPARED, NAME, WHEN, guards_of, names, terms
from pbem.web.seat import Seat

MOST_TIMES = 20


def sheet(name: str, **said: Any) -> Mapping[str, str]:
    """A sheet that opens, from its template."""
    return {"sheet": environment().get_template(f"desk/{name}.html.j2").render(**said)}


def closed() -> Mapping[str, str]:
    return {"sheet": '<dialog id="sheet"></dialog>'}


def conditions(seat: Seat, at: int) -> Mapping[str, str]:
    """The conditions of line `at`, to be chosen."""
    line = statement(seat.lines[at])
    alarm = line.alarm.text.strip() if line.alarm is not None else ""
    guards = guards_of(line)
    return sheet(
        "conditions",
        at=at,
        line=line,
        alarm=alarm,
        guards=guards,
        when=WHEN,
        typed=alarm or guards.condition,
        **_to_choose(seat),
    )


def alarm(seat: Seat) -> Mapping[str, str]:
    """The condition of a new alarm, to be chosen."""
    return sheet("alarm", **_to_choose(seat))


def _to_choose(seat: Seat) -> dict[str, Any]:
    """What a condition is put together from."""
    known = terms(seat.game.ledger.rules.terms())
    return {
        "plain": [term for term in known if not NAME.search(term)],
        "named": [term for term in known if NAME.search(term)],
        "names": names(seat.stand.picture),
        "compared": COMPARED,
        "most": MOST_TIMES,
    }


def policies(seat: Seat) -> Mapping[str, str]:
    """Standing answers to what an enemy may force on this side."""
    rules, game = seat.game.ledger.rules, seat.game
    mine = seat.reactions
    presets = rules.presets()
    kinds = [
        {
            "kind": kind,
            "about": about,
            "policy": mine.get(kind, ""),
            "ready": list(dict.fromkeys(p[kind] for p in presets.values() if kind in p)),
        }
        for kind, about in game.reactions.items()
    ]
    return sheet(
        "policies",
        kinds=kinds,
        default=mine.get(DEFAULT, "ask"),
        default_kind=DEFAULT,
        presets=presets,
        alone=game.owes_ready and bool(seat.orders.lines),
    )
