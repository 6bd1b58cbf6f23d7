"""Cards that add to a Lord's ratings (1.5.2), apart from those of Special Vassals."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Ratings
from pbem.games.plantagenet.state import State

NONE = Ratings()
GLOUCESTER = ("gloucester_1", "gloucester_2")
"""Not Richard III (C118)."""


def together(state: State, lord: str, *others: str) -> bool:
    """Is he at the same Locale as one of these?"""
    place = state.lords[lord].at
    return board.is_locale(place) and any(
        id in state.lords and state.lords[id].at == place for id in others
    )


@hooks.RATINGS.event("Y14")
def richard_of_york(state: State, lord: str) -> Ratings:
    """Yorkist Parleys of this Levy."""
    return Ratings(levy_parley=1) if lords.side_of(lord) == "york" else NONE


@hooks.RATINGS.event("Y20")
def yorkist_parade(state: State, lord: str) -> Ratings:
    """All Yorkist checks of a Levy; played in a Campaign it waits for the next (C84)."""
    return Ratings(influence=2) if lords.side_of(lord) == "york" and state.in_levy() else NONE


@hooks.RATINGS.event("Y33")
def edward_v(state: State, lord: str) -> Ratings:
    """Gloucester's Lordship in this Levy."""
    return Ratings(lordship=3) if lord in GLOUCESTER else NONE


@hooks.RATINGS.event("Y35")
def privy_council(state: State, lord: str) -> Ratings:
    """All Yorkist checks of this Levy."""
    return Ratings(influence=1) if lords.side_of(lord) == "york" else NONE


@hooks.RATINGS.capability("Y5")
def thomas_bourchier(state: State, lord: str) -> Ratings:
    """For the whole card if it is revealed when he is at a Friendly City."""
    place = state.lords[lord].at
    city = place in facts().strongholds_by_kind["city"]
    return Ratings(revealed=1) if city and board.friendly(state, place, "york") else NONE


@hooks.RATINGS.capability("Y20")
def yorks_favoured_son(state: State, lord: str) -> Ratings:
    """Influence and Command."""
    return Ratings(influence=1, command=1)


@hooks.RATINGS.capability("Y22")
def fair_arbiter(state: State, lord: str) -> Ratings:
    """While Salisbury is at a Friendly Locale, an Exile box too."""
    place = state.lords[lord].at
    friendly = board.is_locale(place) and board.friendly(state, place, "york")
    return Ratings(influence=1, lordship=1) if friendly else NONE


@hooks.RATINGS.capability("Y26")
def fallen_brother(state: State, lord: str) -> Ratings:
    """Once Clarence is removed for good, by whatever (C8)."""
    clarence = state.lords.get("clarence")
    fallen = clarence is not None and clarence.at == "out"
    return Ratings(influence=2, lordship=1) if fallen else NONE


@hooks.RATINGS.capability("L11")
def in_the_name_of_the_king(state: State, lord: str) -> Ratings:
    """His Parleys, in Levy and on Campaign."""
    return Ratings(levy_parley=1, parley=1)


@hooks.RATINGS.capability("L13", "L20")
def valiant(state: State, lord: str) -> Ratings:
    """Expert Counsellors, Veteran of French Wars."""
    return Ratings(valour=2)


@hooks.RATINGS.capability("L24")
def married_to_a_neville(state: State, lord: str) -> Ratings:
    """While Clarence and Warwick are together at a Friendly Locale."""
    place = state.lords[lord].at
    joined = together(state, lord, "warwick_l") and board.friendly(state, place, "lancaster")
    return Ratings(influence=2, command=1) if joined else NONE


@hooks.RATINGS.capability("L28")
def loyal_somerset(state: State, lord: str) -> Ratings:
    """While Somerset is with Margaret; Valour counts when a Battle is Arrayed."""
    return Ratings(influence=1, valour=1) if together(state, lord, "margaret") else NONE
