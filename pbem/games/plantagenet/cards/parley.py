"""Cards about Parley, in Levy (3.4.1) and on Campaign (4.6.4), but for ratings."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Grant, Terms
from pbem.games.plantagenet.state import State

NO_GRANT = Grant(0)
GLOUCESTERS = ("gloucester_1", "gloucester_2", "richard_iii")


@hooks.GRANT.event("Y4")
def jack_cade(state: State, lord: str) -> Grant:
    """Two Parleys, free and sure, for Yorkists in or next to an Area that they Dominate."""
    near = [state.lords[lord].at, *board.ways(state.lords[lord].at)]
    entitled = lords.side_of(lord) == "york" and any(
        board.dominates(state, "york", area) and any(place in near for place in places)
        for area, places in facts().areas.items()
    )
    return Grant(2 if entitled else 0, extra=True, free=True, sure=True, must=True)


@hooks.GRANT.event("Y18")
def succession(state: State, lord: str) -> Grant:
    """One Parley of each Yorkist Lord (C36)."""
    return Grant(1, discount=1, sure=True) if lords.side_of(lord) == "york" else NO_GRANT


@hooks.GRANT.event("L18")
def parliament_votes(state: State, lord: str) -> Grant:
    """One Parley of each Lancastrian Lord, at London too."""
    if lords.side_of(lord) != "lancaster":
        return NO_GRANT
    return Grant(1, discount=1, sure=True, london=True)


@hooks.GRANT.event("Y28")
def gloucester_as_heir(state: State, lord: str) -> Grant:
    """Up to three more Parleys."""
    return Grant(3, extra=True) if lord in GLOUCESTERS else NO_GRANT


@hooks.GRANT.event("L17")
def my_crown_is_in_my_heart(state: State, lord: str) -> Grant:
    """Two more Parleys for Henry VI, at London too."""
    return Grant(2, extra=True, london=True) if lord == "henry_vi" else NO_GRANT


@hooks.CHECK.event("Y29")
def dorset(state: State, lord: str, purpose: str, terms: Terms) -> Terms:
    """Campaign Parleys of Devon at Exeter."""
    if purpose == "parley" and lord == "devon" and state.lords[lord].at == "exeter":
        return Terms(0, sure=True)
    return terms


@hooks.CHECK.event("Y34")
def an_honest_tale(state: State, lord: str, purpose: str, terms: Terms) -> Terms:
    """One point more for each Lancastrian Parley, a free one too."""
    if purpose in ("levy_parley", "parley") and lords.side_of(lord) == "lancaster":
        return replace(terms, cost=terms.cost + 1)
    return terms


@hooks.WHOLE_CARD.event("L10")
def new_act_of_parliament(state: State, lord: str, command: str) -> bool | None:
    """Yorkist Campaign Parleys take a whole card."""
    return True if command == "parley" and lords.side_of(lord) == "york" else None
