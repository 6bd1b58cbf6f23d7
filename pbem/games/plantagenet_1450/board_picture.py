"""3.0 The map: areas with their control while cards are played, hexes in a Campaign. Everybody may see all of it.

All of the board is drawn: a march by road may lead almost anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from pbem.engine.drawing import drawing_position, ground, inset
from pbem.engine.picture import Edge, Picture, Piece, Place, Sea, Shape, Way
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import ABROAD, SIDES, Area, Hex, facts
from pbem.games.plantagenet_1450.position_words import fatigue_text, glance, status
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State

AREAS_WIDE = 32
"""From one hex of a row to the next."""
AREA, CATHEDRAL, FOREIGN = "area", "cathedral", "foreign"
KINDS = (
    Shape(AREA, "circle", "Area"),
    Shape(CATHEDRAL, "square", "Area with a cathedral"),
    Shape(FOREIGN, "box", "Foreign territory"),
)
HEXES_WIDE = 64
"""From one hex of a row to the next."""
TOWER = "tower"
WAYS = (("road", "Road"),)
EDGES = (("river", "River"), ("estuary", "Estuary"))
ASPECT = 0.866 / 1.3
"""How far apart rows are for hexes of width 1, on a page that is drawn 1.3 times as high."""
APART = 19
"""So far from London the Tower stands at least."""


def map_picture(state: State) -> Picture:
    return hexes_picture(state) if state.in_campaign else areas_picture(state)


def areas_picture(state: State) -> Picture:
    kinds = {unit.kind for one in state.leaders.values() for unit in one.army}
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Control",
        kinds=KINDS,
        ways_by_kind=WAYS,
        places=(
            *(_area(state, area) for area in facts().areas.values()),
            *(_territory(state, id) for id in facts().territories),
        ),
        ways=_area_roads(),
        key=tuple((one.abbr, one.name) for one in facts().units.values() if one.id in kinds),
        grid=AREAS_WIDE,
    )


def _middle(hexes: Sequence[str]) -> tuple[int, int]:
    """The hex nearest to the middle of all."""
    spots = [spot(facts().hexes[id], AREAS_WIDE) for id in hexes]
    mean = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
    return min(spots, key=lambda one: math.dist(one, mean))


def _area_roads() -> tuple[Way, ...]:
    """Between neighbours that a road joins (11.2)."""
    return tuple(
        Way(area.id, to, "road")
        for area in facts().areas.values()
        for to in area.adjacent
        if area.id < to and set(area.roads) & set(facts().areas[to].roads)
    )


def _area(state: State, area: Area) -> Place:
    """An area on the map of areas: its control, port, fort and the pieces in all its hexes."""
    hexes = board.hexes_in(anchor(area.id))
    right, down = inset("plantagenet_1450", area.id)
    across, below = right * AREAS_WIDE, round(down * AREAS_WIDE * ASPECT)
    x, y = _middle(hexes)
    ground = [spot(hex, AREAS_WIDE) for id in hexes if (hex := facts().hexes[id]).r >= 0]
    return Place(
        area.id,
        area.name,
        CATHEDRAL if area.cathedral else AREA,
        x + across,
        y + below,
        state.control.get(area.group, ""),
        port=bool(board.port_zones(state, area.id)),
        marks=marks(state, area.fort_hex),
        pieces=pieces(state, hexes),
        ground=tuple((x + across, y + below) for x, y in ground),
        parts=tuple(hexes),
    )


def _territory(state: State, id: str) -> Place:
    """15.2 Whose friend it is, and how much."""
    territory = facts().territories[id]
    relations = state.relations.get(id)
    markers = ((str(relations.level), territory.levels[relations.level - 1]),) if relations else ()
    return Place(
        id,
        territory.name,
        FOREIGN,
        *drawing_position("plantagenet_1450", id, 0, 0),
        relations.side if relations else "",
        marks=markers,
        pieces=pieces(state, (ABROAD + id,)),
    )


def hexes_picture(state: State) -> Picture:
    """The map of hexes, on which campaigns are fought."""
    kinds = {unit.kind for one in state.leaders.values() for unit in one.army}
    occupied = {one.at for one in state.leaders.values()}
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Control",
        kinds=(
            *(_terrain(id) for id in facts().terrain),
            Shape(TOWER, "tower", "The Tower"),
        ),
        ways_by_kind=WAYS,
        places=tuple(_place(state, one, occupied) for one in facts().hexes.values()),
        ways=_hex_roads(),
        seas=_territories(state),
        areas=tuple((area.id, area.name) for area in facts().areas.values()),
        key=tuple((one.abbr, one.name) for one in facts().units.values() if one.id in kinds),
        grid=HEXES_WIDE,
        edges=_rivers(),
        edges_by_kind=EDGES,
    )


def _terrain(id: str) -> Shape:
    return Shape(id, "hex", id.capitalize(), *ground("plantagenet_1450", id))


def _hex_roads() -> tuple[Way, ...]:
    return tuple(Way(a, b, "road") for a, b in sorted(map(sorted, facts().roads)))


def _rivers() -> tuple[Edge, ...]:
    broad = facts().estuaries
    return tuple(
        Edge(a, b, "estuary" if frozenset((a, b)) in broad else "river")
        for a, b in sorted(map(sorted, facts().rivers))
    )


def _place(state: State, hex: Hex, occupied: Collection[str]) -> Place:
    """A hex on the map of hexes, or the Tower, which is off the grid. `occupied`: where leaders are."""
    x, y = spot(hex, HEXES_WIDE)
    on_grid = hex.r >= 0
    return Place(
        hex.id,
        hex.town or hex.id,
        hex.terrain if on_grid else TOWER,
        x,
        y,
        board.controller(state, hex.id),
        hex.area,
        bool(board.port(state, hex.id)),
        marks(state, hex.id),
        pieces(state, (hex.id,)) if hex.id in occupied else (),
        ((x, y),) if on_grid else (),
    )


def _territories(state: State) -> tuple[Sea, ...]:
    """In the sea on the side where each lies, beyond the edges of the map."""
    return tuple(
        Sea(
            id,
            known.name,
            *drawing_position("plantagenet_1450", ABROAD + id, 0, 0),
            pieces(state, (ABROAD + id,)),
        )
        for id, known in facts().territories.items()
    )


def spot(hex: Hex, wide: int) -> tuple[int, int]:
    """Where a hex is drawn; the Tower, which is on no grid, at the east end of London (C9)."""
    if hex.r < 0:
        (gate,) = facts().beside[hex.id]
        x, y = spot(facts().hexes[gate], wide)
        return x + max(APART, wide // 3), y
    return hex.q * wide + hex.r * wide // 2, round((hex.r + 1) * wide * ASPECT)


def pieces(state: State, places: Iterable[str]) -> tuple[Piece, ...]:
    """The leaders in these hexes, or in a territory."""
    some = set(places)
    if not any(one.at in some for one in state.leaders.values()):
        return ()  # as of most of many hexes
    return tuple(_piece(state, id) for id in leaders.in_play(state) if state.leaders[id].at in some)


def _piece(state: State, id: str) -> Piece:
    leader = state.leaders[id]
    tired = fatigue_text(leader.fatigue) if state.in_campaign else ""
    parts = [leaders.army_text(leader.army) if leader.army else "", tired, status(leader)]
    short = " ".join(
        filter(None, (glance(leader.army) if leader.army else "", _held(leader.status)))
    )
    return Piece(
        id,
        facts().leaders[id].short,
        board.flag(leader.side),
        short,
        ", ".join(filter(None, parts)),
    )


def _held(status: str) -> str:
    return "captive" if status == "captive" else ""


def marks(state: State, at: str) -> tuple[tuple[str, str], ...]:
    """The fortification of a hex: its value, its garrison, a siege."""
    if at not in facts().forts:
        return ()
    fort = facts().forts[at]
    found_marks = [(str(fort.fort_value), f"{fort.fort_name}, fortification value")]
    garrison = state.garrisons.get(at)
    if garrison is not None and garrison.units:
        garrison_text = f"garrison of {glance(garrison.units)}, {board.side_name(garrison.side)}"
        found_marks.append(("G", garrison_text))
    siege = state.sieges.get(at)
    if siege is not None and siege.reduced:
        found_marks.append(("R", "reduced"))
    elif siege is not None:
        found_marks.append(("S", f"under siege by {board.side_name(siege.by)}, +{siege.bonus}"))
    return tuple(found_marks)
