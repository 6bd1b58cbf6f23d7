"""Cards about March (4.3), but for Intercept and Approach."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
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
