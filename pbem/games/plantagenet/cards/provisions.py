"""Cards about what Supply, Forage and Tax bring (4.5, 4.6.2, 4.6.3)."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet.state import State

STAFFORD = ("exeter", "launceston", "plymouth", "wells", "dorchester")


@hooks.GAIN.capability("Y7", "L7")
def harbingers(state: State, lord: str, what: str, amount: int) -> int:
    """Supply is doubled."""
    return 2 * amount if what == "supply" else amount


@hooks.GAIN.capability("Y13")
def scourers(state: State, lord: str, what: str, amount: int) -> int:
    """One more from Forage, even if it fails."""
    return amount + (what == "forage")


@hooks.YIELD.capability("Y29")
def stafford_branch(state: State, lord: str, what: str, place: str) -> int:
    """One more than the table says in Devon's country (C47)."""
    return int(place in STAFFORD)


@hooks.GAIN.capability("Y34")
def so_wise_so_young(state: State, lord: str, what: str, amount: int) -> int:
    """One more from Tax, even if it fails, never doubled (C47)."""
    return amount + (what == "tax")
