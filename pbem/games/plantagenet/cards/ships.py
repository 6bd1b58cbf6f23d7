"""Cards about Ships, Carts and Sail (1.3.1, 4.6.1)."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State


def _one_action(side: str, lord: str, command: str) -> bool | None:
    return False if command == "sail" and lords.side_of(lord) == side else None


@hooks.WHOLE_CARD.event("Y6")
def yorkist_seamanship(state: State, lord: str, command: str) -> bool | None:
    """Yorkist Sail takes one action."""
    return _one_action("york", lord, command)


@hooks.WHOLE_CARD.event("L6")
def lancastrian_seamanship(state: State, lord: str, command: str) -> bool | None:
    """Lancastrian Sail takes one action."""
    return _one_action("lancaster", lord, command)


@hooks.BAR.event("L21")
def french_fleet(state: State, lord: str, what: str) -> str:
    """No Yorkist Sails."""
    barred = what == "sail" and lords.side_of(lord) == "york"
    return "the French Fleet bars Sail this Campaign (3.1.3)" if barred else ""


@hooks.WORTH.capability("Y6", "L6")
def great_ships(state: State, lord: str, asset: str, use: str) -> int:
    """Each Ship carries and yields double, and links all Seas."""
    return 2 if asset == "ships" else 1


@hooks.WORTH.capability("L8")
def hay_wains(state: State, lord: str, asset: str, use: str) -> int:
    """Each Cart counts double for Haul and Supply (C113)."""
    return 2 if asset == "carts" and use in ("haul", "supply") else 1


@hooks.BLOCKADE.capability("Y15")
def naval_blockade(state: State, lord: str) -> str:
    """The Sea of the Port where Warwick is (C46)."""
    place = state.lords[lord].at
    return board.sea_of(place) if board.is_port(place) else ""


@hooks.MAY.capability("L29")
def high_admiral(state: State, lord: str, what: str, place: str) -> bool:
    """Exeter may Sail, alone, to a Port with Yorkist Lords: an Approach (C58)."""
    return what == "land" and place in facts().locales
