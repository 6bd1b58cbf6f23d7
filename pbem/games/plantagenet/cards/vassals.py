"""Cards about Levy Vassal (3.4.3), and Capabilities that bring a Special Vassal (1.5.4): he and his card leave together."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Grant, Ratings, Terms
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

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
        return replace(terms, cost=terms.cost + 2)
    return terms


@hooks.MAY.event("L35")
def margaret_beaufort(state: State, lord: str, what: str, place: str) -> bool:
    """Henry Tudor may Levy any Ready Vassal."""
    return what == "vassal" and lord == TUDOR


@hooks.CHECK.event("L37")
def the_earl_of_richmond(state: State, lord: str, purpose: str, terms: Terms) -> Terms:
    """Lancastrian Levy Vassal succeeds without a roll."""
    if purpose == "vassal" and lords.side_of(lord) == "lancaster":
        return replace(terms, sure=True)
    return terms


@hooks.CHECK.capability("L32")
def two_roses(state: State, lord: str, purpose: str, terms: Terms) -> Terms:
    """So does Henry Tudor's."""
    return replace(terms, sure=True) if purpose == "vassal" else terms


@hooks.SERVICE.capability("Y17")
def alice_montagu(state: State, lord: str) -> int:
    """Salisbury's Vassals serve one box longer."""
    return 1


@hooks.CARD_GAINED.capability("L19", "L21", "L23", "L26", "L35")
def join(table: Table[State], lord: str) -> None:
    """The Special Vassal of the card just gained comes to the Lord's mat."""
    mat = table.state.lords[lord]
    for id, counter in facts().special_vassals.items():
        if counter.card in mat.capabilities and id not in mat.vassals:
            mat.vassals.append(id)
            text = f"The Vassal {counter.name} joins {lords.name(lord)}."
            tell(table, "1.5.4", lords.side_of(lord), text, about=(lord,))


@hooks.CARD_GAINED.capability("Y24")
def hastings(table: Table[State], lord: str) -> None:
    """With two Men-at-Arms, which from then on are Troops like others (C10)."""
    join(table, lord)
    came = forces.muster(table.state, lord, {"men_at_arms": 2})
    text = f"Hastings brings {forces.in_words(came)}."
    tell(table, "1.5.4", lords.side_of(lord), text, about=(lord,))


@hooks.RATINGS.capability("Y24")
def with_hastings(state: State, lord: str) -> Ratings:
    """Command +1 while he is there."""
    return Ratings(command=1)


@hooks.RATINGS.capability("L19", "L21", "L26")
def with_a_captain(state: State, lord: str) -> Ratings:
    """Trollope, Clifford, Edward: Valour +1 while he is there."""
    return Ratings(valour=1)


@hooks.GRANT.capability("L35")
def thomas_stanley(state: State, lord: str) -> Grant:
    """Once a Levy a Levy Troops action for no Lordship."""
    return Grant(1, action="troops", extra=True)
