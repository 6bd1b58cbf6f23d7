"""14.0 Henry VI: his health changes on 1-2 each turn while he lives and is not in the Tower."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s8_control import london_falls
from pbem.games.warriors.state import State

NOWHERE = ("out", "tower", "cup", "drawn")


async def henry_vi(table: Table[State]) -> None:
    """14.0 Also in a Covert Box or in exile (C43); infirm he may lose London (C19)."""
    state = table.state
    henry = state.nobles[facts().henry]
    if henry.at in NOWHERE:
        return
    change = facts().tables["henry_vi"]["change_on"]
    needed = f"{min(change)}-{max(change)}"
    die = await table.roll("henry vi changes", needed=needed, rule="14.0")
    if die not in change:
        table.say("14.0", f"Henry VI stays {health(henry.back)}.")
        return
    henry.back = not henry.back
    table.say("14.0", f"Henry VI is now {health(henry.back)}.", about=(facts().henry,))
    london_falls(table)


def health(back: bool) -> str:
    return "infirm" if back else "healthy"
