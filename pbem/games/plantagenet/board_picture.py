"""1.3 The game board, drawn: Locales with Favour and wear, Lords with their mats at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pbem.engine.document import cells_text
from pbem.engine.drawing import drawing_position, land
from pbem.engine.picture import Picture, Piece, Place, Sea, Shape, Way
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import SIDES, Locale, facts
from pbem.games.plantagenet.position_map import AREAS
from pbem.games.plantagenet.position_words import forces_cells
from pbem.games.plantagenet.state import State

KINDS = (
    Shape("city", "square", "City"),
    Shape("town", "circle", "Town"),
    Shape("fortress", "tower", "Fortress"),
    Shape("special", "star", "Special Stronghold"),
    Shape("exile_box", "box", "Exile box"),
)
WAYS = (("highway", "Highway"), ("road", "Road"), ("path", "Path"))
SHORT = {
    "men_at_arms": "MA",
    "longbowmen": "LB",
    "militia": "Mi",
    "mercenaries": "Me",
    "handgunners": "HG",
}
"""Troops on the map; short, so that a Lord's forces fit under his name."""
WEAR = {"depleted": ("D", "Depleted"), "exhausted": ("E", "Exhausted")}


def map_picture(state: State) -> Picture:
    """The board with its pieces, of a state as its reader may see it."""
    pieces = {
        place: tuple(_lord(state, id) for id in ids)
        for place, ids in board.lords_by_place(state).items()
    }
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Favour",
        kinds=KINDS,
        ways_by_kind=WAYS,
        places=tuple(_place(state, locale, pieces) for locale in facts().locales.values()),
        ways=_ways(),
        seas=tuple(
            Sea(id, name, *facts().sea_at[id], pieces.get(id, ()))
            for id, name in facts().seas.items()
        ),
        areas=tuple((id, AREAS[id]) for id in facts().areas),
        land=land("plantagenet"),
        key=(
            *((short, facts().units[kind].name) for kind, short in SHORT.items()),
            ("V", "Vassal"),
        ),
    )


def _place(state: State, locale: Locale, pieces: Mapping[str, tuple[Piece, ...]]) -> Place:
    """A Locale on the map: who is in Favour, its wear, and the pieces there."""
    marks = [WEAR[state.wear[locale.id]]] if locale.id in state.wear else []
    if locale.id == "london" and state.london_twice:
        marks.append(("2", "counts twice"))
    return Place(
        locale.id,
        locale.name,
        locale.kind,
        *drawing_position("plantagenet", locale.id, locale.x, locale.y),
        board.favour(state, locale.id),
        "" if locale.area == "none" else locale.area,
        board.is_port(locale.id),
        tuple(marks),
        pieces.get(locale.id, ()),
    )


def _lord(state: State, id: str) -> Piece:
    """A cylinder with what is on its mat; behind a screen (1.5.3) only that there is one."""
    mat, side = state.lords[id], lords.side_of(id)
    if mat.hidden:
        return Piece(id, lords.name(id), side, "mat hidden", "mat hidden", id == state.active)
    troops = forces.present(mat.troops)
    glance = [f"{n}{SHORT[kind]}" for kind, n in troops.items()]
    glance += [f"{len(mat.vassals)}V"] if mat.vassals else []
    words = cells_text(forces_cells(True, mat.vassals, troops))
    return Piece(id, lords.name(id), side, " ".join(glance), words, id == state.active)


@cache
def _ways() -> tuple[Way, ...]:
    """Each Way once; a Way that leads only one way starts where it may be used."""
    ways = []
    for a, kinds in facts().ways.items():
        for b, kind in kinds.items():
            both = a in facts().ways[b]
            if not both or a < b:
                ways.append(Way(a, b, kind, one_way=not both))
    return tuple(ways)
