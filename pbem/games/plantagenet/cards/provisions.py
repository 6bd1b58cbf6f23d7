"""Cards about Coin and Provender: Pay (3.2), Supply, Forage and Tax (4.5, 4.6), and what a phase brings."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

STAFFORD = ("exeter", "launceston", "plymouth", "wells", "dorchester")


@hooks.PROCEEDS.capability("Y7", "L7")
def harbingers(state: State, lord: str, what: str, amount: int) -> int:
    """Supply is doubled."""
    return 2 * amount if what == "supply" else amount


@hooks.PROCEEDS.capability("Y13")
def scourers(state: State, lord: str, what: str, amount: int) -> int:
    """One more from Forage, even if it fails."""
    return amount + (what == "forage")


@hooks.YIELD.capability("Y29")
def stafford_branch(state: State, lord: str, what: str, place: str) -> int:
    """One more than the table says in Devon's country (C47)."""
    return int(place in STAFFORD)


@hooks.PROCEEDS.capability("Y34")
def so_wise_so_young(state: State, lord: str, what: str, amount: int) -> int:
    """One more from Tax, even if it fails, never doubled (C47)."""
    return amount + (what == "tax")


@hooks.SPARED.capability("L14")
def percys_power(state: State, northumberland: str, lord: str) -> bool:
    """Lancastrians in the North need no Pay while Northumberland is there."""
    north = facts().areas["north"]
    return state.lords[northumberland].at in north and state.lords[lord].at in north


@hooks.BEGINS.capability("L22")
def stafford_estates(table: Table[State], lord: str, phase: str) -> None:
    """A Coin and a Provender for Buckingham when a Campaign begins."""
    if phase == "campaign" and lords.on_map(table.state, lord):
        mat = table.state.lords[lord]
        mat.coin, mat.provender = mat.coin + 1, mat.provender + 1
        text = f"Stafford Estates: {lords.name(lord)} gains 1 Coin and 1 Provender."
        tell(table, "4", lords.side_of(lord), text)


@hooks.BEGINS.capability("L37")
def madame_la_grande(table: Table[State], lord: str, phase: str) -> None:
    """A Coin when Pay begins, at or one Way from a Friendly Port of the Channel."""
    state, place = table.state, table.state.lords[lord].at
    channel = facts().ports["english_channel"]
    near = [place, *board.ways(place)]
    if phase == "pay" and any(p in channel and state.favour.get(p) == "lancaster" for p in near):
        state.lords[lord].coin += 1
        text = f"Madame La Grande: {lords.name(lord)} gains 1 Coin."
        tell(table, "3.2", lords.side_of(lord), text)
