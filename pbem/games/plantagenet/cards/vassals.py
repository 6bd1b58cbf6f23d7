"""Cards about Levy Vassal (3.4.3)."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.hooks import Terms
from pbem.games.plantagenet.state import State

TUDOR = "henry_tudor"


@hooks.BAR.event("Y7")
def yorkists_block_parliament(state: State, lord: str, what: str) -> str:
    """No Lancastrian Levies Vassals or cards with Special Vassals; but L35 and L37 go before (C111)."""
    if lords.side_of(lord) != "lancaster" or what not in ("vassal", "special_vassal"):
        return ""
    allowed = "L37" in state.in_force or ("L35" in state.in_force and lord == TUDOR)
    if what == "vassal" and allowed:
        return ""
    return "Yorkists Block Parliament: no Vassals this Levy (3.1.3)"


@hooks.CHECK.event("L34")
def buckinghams_plot(state: State, lord: str, purpose: str, terms: Terms) -> Terms:
    """Two points more for each Yorkist Levy Vassal."""
    if purpose == "vassal" and lords.side_of(lord) == "york":
        return terms._replace(cost=terms.cost + 2)
    return terms


@hooks.MAY.event("L35")
def margaret_beaufort(state: State, lord: str, what: str, place: str) -> bool:
    """Henry Tudor may Levy any Ready Vassal."""
    return what == "vassal" and lord == TUDOR


@hooks.CHECK.event("L37")
def the_earl_of_richmond(state: State, lord: str, purpose: str, terms: Terms) -> Terms:
    """Lancastrian Levy Vassal succeeds without a roll."""
    if purpose == "vassal" and lords.side_of(lord) == "lancaster":
        return terms._replace(sure=True)
    return terms


@hooks.CHECK.capability("L32")
def two_roses(state: State, lord: str, purpose: str, terms: Terms) -> Terms:
    """So does Henry Tudor's."""
    return terms._replace(sure=True) if purpose == "vassal" else terms


@hooks.SERVICE.capability("Y17")
def alice_montagu(state: State, lord: str) -> int:
    """Salisbury's Vassals serve one box longer."""
    return 1
