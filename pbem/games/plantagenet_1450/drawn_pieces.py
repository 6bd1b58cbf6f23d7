"""What stands on the map at either scale: leaders with their armies, and what lies on a fortification."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.picture import Piece
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import Hex, facts
from pbem.games.plantagenet_1450.position_words import glance, marker, status
from pbem.games.plantagenet_1450.state import State

ASPECT = 0.866 / 1.3
"""How far apart rows are for hexes of width 1, on a page that is drawn 1.3 times as high."""

APART = 19
"""So far from London the Tower stands at least."""


def spot(one: Hex, wide: int) -> tuple[int, int]:
    """Where a hex is drawn; the Tower, which is on no grid, at the east end of London (C9)."""
    if one.r < 0:
        (gate,) = facts().beside[one.id]
        x, y = spot(facts().hexes[gate], wide)
        return x + max(APART, wide // 3), y
    return one.q * wide + one.r * wide // 2, round((one.r + 1) * wide * ASPECT)


def pieces(state: State, places: Iterable[str]) -> tuple[Piece, ...]:
    """The leaders in these hexes, or in a territory."""
    some = set(places)
    if not any(one.at in some for one in state.leaders.values()):
        return ()  # as of most of many hexes
    return tuple(_piece(state, id) for id in leaders.in_play(state) if state.leaders[id].at in some)


def _piece(state: State, id: str) -> Piece:
    one = state.leaders[id]
    tired = f"fatigue {marker(one.fatigue) or 'none'}" if state.in_campaign else ""
    told = [leaders.army_text(one.army) if one.army else "", tired, status(one)]
    short = " ".join(filter(None, (glance(one.army) if one.army else "", _held(one.status))))
    return Piece(
        id, facts().leaders[id].short, board.flag(one.side), short, ", ".join(filter(None, told))
    )


def _held(status: str) -> str:
    return "captive" if status == "captive" else ""


def marks(state: State, at: str) -> tuple[tuple[str, str], ...]:
    """The fortification of a hex: its value, its garrison, a siege."""
    if at not in facts().forts:
        return ()
    fort = facts().forts[at]
    found = [(str(fort.fort_value), f"{fort.fort_name}, fortification value")]
    garrison = state.garrisons.get(at)
    if garrison is not None and garrison.units:
        held = f"garrison of {glance(garrison.units)}, {board.side_name(garrison.side)}"
        found.append(("G", held))
    siege = state.sieges.get(at)
    if siege is not None and siege.reduced:
        found.append(("R", "reduced"))
    elif siege is not None:
        found.append(("S", f"under siege by {board.side_name(siege.by)}, +{siege.bonus}"))
    return tuple(found)
