"""3.0 The map at the scale of a campaign: hexes with their terrain, roads, control and leaders."""

from __future__ import annotations

from functools import cache

from pbem.engine.picture import Picture, Piece, Place, Sea, Shape, Way
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import ABROAD, SIDES, Hex, facts
from pbem.games.plantagenet_1450.position_words import glance, marker, status
from pbem.games.plantagenet_1450.state import State

WAYS = (("road", "Road"), ("bridge", "Road across a river"))
HIGH = 1000 / 46
"""A row of hexes; a column is wider, as hexes are."""
WIDE = HIGH / 0.866


def drawn(state: State) -> Picture:
    """Everybody may see all of it."""
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Control",
        kinds=tuple(Shape(id, "circle", id.capitalize()) for id in facts().terrain),
        ways_by_kind=WAYS,
        places=tuple(_place(state, one) for one in facts().hexes.values()),
        ways=_roads(),
        seas=tuple(_abroad(state, id, n) for n, id in enumerate(facts().territories)),
        areas=tuple((area.id, area.name) for area in facts().areas.values()),
        cells=True,
        key=tuple((unit.abbr, unit.name) for unit in facts().units.values()),
    )


@cache
def _roads() -> tuple[Way, ...]:
    links = sorted(tuple(sorted(link)) for link in facts().roads)
    return tuple(Way(a, b, "bridge" if board.is_river(a, b) else "road") for a, b in links)


def spot(one: Hex) -> tuple[int, int]:
    """Where a hex is drawn; the Tower, which is on no grid, beside London (C9)."""
    if one.r < 0:
        (gate,) = facts().beside[one.id]
        x, y = spot(facts().hexes[gate])
        return x + round(WIDE / 2), y + round(HIGH / 2)
    return round((one.q + one.r / 2) * WIDE), round((one.r + 1) * HIGH)


def _place(state: State, one: Hex) -> Place:
    x, y = spot(one)
    marks = []
    if one.id in facts().forts:
        fort = facts().forts[one.id]
        marks.append((str(fort.fort_value), f"{fort.fort_name}, fortification value"))
    garrison = state.garrisons.get(one.id)
    if garrison is not None and garrison.units:
        marks.append(
            ("G", f"garrison of {glance(garrison.units)}, {board.side_name(garrison.side)}")
        )
    return Place(
        one.id,
        one.town or one.id,
        one.terrain,
        x,
        y,
        board.controller(state, one.id),
        one.area,
        bool(one.port),
        tuple(marks),
        _pieces(state, one.id),
    )


def _abroad(state: State, id: str, n: int) -> Sea:
    return Sea(id, facts().territories[id].name, 850, 60 + 60 * n, _pieces(state, ABROAD + id))


def _pieces(state: State, at: str) -> tuple[Piece, ...]:
    there = [id for id in leaders.in_play(state) if state.leaders[id].at == at]
    return tuple(_piece(state, id) for id in there)


def _piece(state: State, id: str) -> Piece:
    one = state.leaders[id]
    told = ", ".join(
        filter(
            None,
            (leaders.counted(one.army), f"fatigue {marker(one.fatigue) or 'none'}", status(one)),
        )
    )
    return Piece(id, leaders.name(id), board.flag(one.side), glance(one.army), told)
