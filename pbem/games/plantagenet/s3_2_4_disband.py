"""3.2.4 Disband, and the removal of Lords (1.5.1, 4.4.3, 4.8.2)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s2_2_calendar import LAST_BOX, calendar_box
from pbem.games.plantagenet.state import LordState, State


def disband_lord(state: State, lord: str, exile: bool = False) -> None:
    """A Lord on the map or at Sea goes to the Calendar, six minus Influence boxes ahead.

    Args:
        exile: he chose Exile (4.3.5); from an Exile box he is marked in any case.
    """
    origin = state.lords[lord].at
    clear_mat(state, lord)
    to_calendar(state, lord)
    state.lords[lord].exile = exile or origin in facts().box_sea


def spared_exile(state: State, lord: str) -> bool:
    """Does a card let him Disband to the next Turn's box, unmarked and at no loss, instead of Exile?"""
    return any(spares(state, lord) for spares in hooks.EXILE.at_mat(state, lord))


def exile_lord(state: State, lord: str) -> None:
    """4.3.5 Into Exile: he Disbands with an Exile marker, unless a card spares him that."""
    spared = spared_exile(state, lord)
    disband_lord(state, lord, exile=not spared)
    if spared:
        state.lords[lord].box = calendar_box(state.box + 1)


def to_calendar(state: State, lord: str) -> None:
    """A cylinder without a mat goes to the box of a Lord who Disbands now."""
    box = calendar_box(state.box + 6 - lords.card(lord).influence)
    state.lords[lord] = LordState(box=box)


def whereabouts(state: State, lord: str) -> str:
    """Where a Disbanded Lord's cylinder lies now, for a report."""
    piece = state.lords[lord]
    off = piece.box > LAST_BOX
    where = "off the end of the Calendar" if off else f"on the Calendar in box {piece.box}"
    return f"now {where} as an Exile" if piece.exile else f"now {where}"


def remove_lord(state: State, lord: str) -> None:
    """Death or Shipwreck: cylinder, cards and Seat marker leave the game."""
    place = state.lords[lord].at
    clear_mat(state, lord)
    state.lords[lord].at, state.lords[lord].fell = "out", place
    state.removed.append(lord)
    state.seats.pop(lord, None)


def clear_mat(state: State, lord: str) -> None:
    """Vassals Disband, Troops and Assets return to the pools, Capabilities to the deck.

    A captive King is free again (6.0 Ia).
    """
    for vassal in list(state.lords[lord].vassals):
        disband_vassal(state, lord, vassal)
    state.lords[lord] = LordState()
    for captive in special.release(state, lord):
        to_calendar(state, captive)


def disband_vassal(state: State, lord: str, vassal: str) -> None:
    """Face down on the Calendar, six minus Service boxes ahead; a Special Vassal takes his card along."""
    piece = state.lords[lord]
    piece.vassals.remove(vassal)
    counter = lords.vassal(vassal)
    if lords.is_special(vassal):
        if counter.card in piece.capabilities:
            piece.capabilities.remove(counter.card)
        return
    marker = state.vassals[vassal]
    marker.status, marker.lord = "disbanded", ""
    marker.box = calendar_box(state.box + 6 - counter.service)


def without_troops(state: State) -> list[str]:
    """1.6 Mustered Lords that have no Troops left and so Disband at once outside Battle (C76)."""
    return [
        id for id in state.lords if lords.mustered(state, id) and not state.lords[id].troops.total()
    ]


def disband_without_troops(table: Table[State]) -> None:
    """1.6 They Disband with no loss of Influence (C76)."""
    for lord in without_troops(table.state):
        disband_lord(table.state, lord)
        table.say("1.6", f"{lords.name(lord)} has no Troops left and Disbands.")
        special.tell_release(table)
