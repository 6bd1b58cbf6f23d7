"""6.0 Special rules of scenarios that act in the middle of other sections.

Ia: Capture of the King. Ib: Norfolk is Late, Test of Arms (its end in `s5_victory`).
"""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.state import Battle, State

KING = "henry_vi"
RANSOM = 10
"""Influence for the capture of the King, and again for his release."""

LATE = "norfolk"
WAS_LATE = "norfolk_was_late"
FREED = "king_freed"
TEST_OF_ARMS = "york"
"""The Stronghold that the Test of Arms is about."""


def is_captured(state: State, battle: Battle) -> bool:
    """6.0 Ia Do the Yorkists win this Battle against Henry VI? Whether he Fled does not matter."""
    return (
        scenario.has_rule(state, "capture_of_the_king")
        and KING in battle.lords
        and battle.winner == state.enemy(lords.side_of(KING))
    )


def earn_capture(state: State) -> None:
    """6.0 Ia The victors add 10 Influence."""
    influence.gain(state, state.enemy(lords.side_of(KING)), RANSOM)


def hold(state: State, keeper: str) -> None:
    """6.0 Ia The Disbanded King's cylinder goes to a mat, not the Calendar: no Muster, not on map."""
    king = state.lords[KING]
    king.at, king.keeper = "captive", keeper
    king.box, king.exile = 0, False


def release(state: State, keeper: str) -> list[str]:
    """6.0 Ia Captives whom a Lord loses by Exile, Disband, Death or Shipwreck; 10 Influence for each.

    Their cylinders go to the Calendar as if just Disbanded, which `s3_2_4_disband` does. It is also
    where this is called, so that no way off the map is forgotten; `tell_release` tells it after.
    """
    freed = [id for id, lord in state.lords.items() if lord.keeper == keeper]
    for captive in freed:
        influence.gain(state, lords.side_of(captive), RANSOM)
        state.flags.append(FREED)
    return freed


def tell_release(table: Table[State]) -> None:
    """Report a release once; of no effect if there was none."""
    state = table.state
    if FREED in state.flags:
        state.flags.remove(FREED)
        side = lords.side_name(lords.side_of(KING))
        table.say(
            "6.0 Ia",
            f"{lords.name(KING)} is free, his keeper gone: he is on the Calendar in box "
            f"{state.lords[KING].box}, and the {side} gain {RANSOM} Influence.",
        )


def hold_back(state: State, battle: Battle) -> str:
    """6.0 Ib Norfolk is Late: in the first Battle with him and another Yorkist, and in no other (C86).

    Returns the Lord who stays in Reserve through Round 1, or "".
    """
    if not scenario.has_rule(state, "norfolk_is_late") or WAS_LATE in state.flags:
        return ""
    side = lords.side_of(LATE)
    friends = [id for id, lord in battle.lords.items() if lord.side == side and id != LATE]
    if LATE not in battle.lords or not friends:
        return ""
    state.flags.append(WAS_LATE)
    return LATE


def test_of_arms(table: Table[State], place: str, winner: str) -> None:
    """6.0 Ib After any Battle at York it Favours the winner; a Battle nobody wins changes nothing (C87)."""
    state = table.state
    if place != TEST_OF_ARMS or not winner or not scenario.has_rule(state, "test_of_arms"):
        return
    if board.favour(state, place) != winner:
        board.set_favour(state, place, winner)
        table.say("6.0 Ib", f"Test of Arms: York now Favours the {lords.side_name(winner)}.")
