"""Cards about March and Intercept, and about the group that moves (4.3), but for Approach."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_1_3_held_events import PLAY
from pbem.games.plantagenet.s4_3_4_intercept import FlankAttack
from pbem.games.plantagenet.state import State


@hooks.ENTRY.event("Y25")
def owain_glyndwr(state: State, lord: str, place: str) -> str:
    """No Lancastrian Marches, Intercepts or Sails into a Stronghold of Wales, from inside Wales neither;
    but he may Disembark there (C123)."""
    barred = lords.side_of(lord) == "lancaster" and place in facts().areas["wales"]
    return f"Owain Glyndwr keeps Lancastrians out of {board.name(place)} (3.1.3)" if barred else ""


@hooks.MAY.event("L8")
def forced_marches(state: State, lord: str, what: str, place: str) -> bool:
    """Roads are Highways to Lancastrians who March alone."""
    return what == "roads" and lords.side_of(lord) == "lancaster"


@hooks.MAY.capability("Y11")
def yorkists_never_wait(state: State, lord: str, what: str, place: str) -> bool:
    """Roads are Highways when he Marches alone."""
    return what == "roads"


@PLAY.event("Y2", "L2")
async def flank_attack(table: Table[State], side: str, event: FlankAttack) -> None:
    """Offered with an Intercept (4.3.4), which succeeds without a die; its side Attacks (C53)."""
    text = f"{lords.name(event.lord)} makes a Flank Attack: no die is needed, and the {lords.side_name(side)} Attack."
    table.say("4.3.4", text, about=(event.lord,))


@hooks.RANK.capability("Y30")
def captain(state: State, lord: str) -> str:
    """A Marshal at any Locale with no other Yorkist Marshal or Lieutenant."""
    place = state.lords[lord].at
    leaders = [id for id in lords.companions(state, lord) if lords.card(id).rank != "none"]
    return "marshal" if board.is_locale(place) and not leaders else ""
