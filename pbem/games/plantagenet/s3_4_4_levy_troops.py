"""3.4.4 Levy Troops at a Friendly Stronghold, which is Depleted by it."""

from __future__ import annotations

from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State


def listed(place: str) -> dict[str, int]:
    """Troops that the Strongholds table lists for a Stronghold."""
    row = facts().strongholds[facts().locales[place].type]
    return {kind: n for kind, n in row.levy_troops.items() if n}


def fill_levy_troops(menu: Menu, state: State, lord: str) -> None:
    """Allowed, and Depleting, even if the pool is short (C26)."""
    here, line = state.lords[lord].at, f"{lord}: troops"
    if board.is_box(here):
        menu.bar(line, "no Troops can be Levied in an Exile box (3.4.4)")
        return
    if board.exhausted(state, here):
        menu.bar(line, f"{board.name(here)} is Exhausted (3.4.4)")
        return
    come = {kind: min(n, forces.in_pool(state, kind)) for kind, n in listed(here).items()}
    note = forces.in_words({kind: n for kind, n in come.items() if n})
    menu.offer(line, rule="3.4.4", note=note)


def levy_troops(table: Table[State], lord: str) -> None:
    """3.4.4 Add the listed Troops as far as the pool goes, then Deplete the Stronghold. No check."""
    state = table.state
    here = state.lords[lord].at
    came = forces.muster(state, lord, listed(here))
    mark = board.deplete(state, here).capitalize()
    table.say(
        "3.4.4",
        f"{lords.name(lord)} Levies {forces.in_words(came)} at {board.name(here)}, now {mark}.",
        about=(here,),
    )
