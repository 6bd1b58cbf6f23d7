"""Cards of an Intercept and of the group that moves (4.3.1, 4.3.4)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s3_1_3_held_events import PLAY
from pbem.games.plantagenet.s4_3_4_intercept import FlankAttack
from pbem.games.plantagenet.state import State


@PLAY.event("Y2", "L2")
async def flank_attack(table: Table[State], side: str, event: FlankAttack) -> None:
    """Offered with an Intercept (4.3.4), which succeeds without a die; its side Attacks (C53)."""
    text = f"{lords.name(event.lord)} makes a Flank Attack: no die is needed, and his side Attacks."
    table.say("4.3.4", text, about=(event.lord,))


@hooks.RANK.capability("Y30")
def captain(state: State, lord: str) -> str:
    """A Marshal at any Locale with no other Yorkist Marshal or Lieutenant."""
    place = state.lords[lord].at
    leaders = [id for id in lords.companions(state, lord) if lords.card(id).rank != "none"]
    return "marshal" if board.is_locale(place) and not leaders else ""
