"""The map as SVG: our own drawing of any game's board, legible in greyscale and for the colour-blind.

Every colour has a letter or a shape beside it. Names from the game and from mails are text only:
the template escapes all of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from pbem.drawing.hexes import Grid
from pbem.drawing.layout import Chart, Line, Spot, chart
from pbem.drawing.legend import legend
from pbem.drawing.letters import text_width
from pbem.drawing.templates import environment
from pbem.engine.document import Map
from pbem.engine.picture import Place, Sea, Shape

INK = "#1d1a16"
HEAD_TYPE = 21
"""Size of the type of the title, as far as the map is wide enough for it."""
TINT, PALE = 0.85, 0.6
"""How much white is in the colour of an area that a side holds, and in its letter by night."""
NIGHT = "#1b1916"
DIM, DIMMER = 0.62, 0.72
"""How much of the night is in a ground of its own colour, and in that of an area that a side holds."""
AT_NIGHT = "@media screen and (prefers-color-scheme:dark)"
DRAWN = re.compile(r' (?:x|y|x1|y1|x2|y2|cx|cy|width|height|d|points)="[^"]*"')
WHOLE = re.compile(r"(?<=\d)\.0(?!\d)")
ROOM = (540.0, 744.0)
"""What a live map fills: on a screen of 1366x768 names are 11 pixels high there."""


class Drawing(Struct, frozen=True, dict=True):
    """What the template needs beside the positions."""

    map: Map

    @cached_property
    def side_number(self) -> dict[str, int]:
        return {"": -1} | {id: n for n, (id, _) in enumerate(self.map.picture.sides)}

    @cached_property
    def side_names(self) -> dict[str, str]:
        return {id: side.people for id, side in self.map.picture.sides} | {"": "neutral"}

    @property
    def letters(self) -> list[str]:
        return [side.people[0] for _, side in self.map.picture.sides]

    @cached_property
    def kinds(self) -> dict[str, Shape]:
        return {kind.id: kind for kind in self.map.picture.kinds}

    @cached_property
    def fills(self) -> list[str]:
        """The colours of grounds."""
        return [kind.fill for kind in self.map.picture.kinds if kind.fill]

    def ground(self, chart: Chart) -> Markup:
        """The ground of a board of hexes as SVG."""
        sides = tuple(id for id, _ in self.map.picture.sides)
        return _grid_svg(chart.grid, sides, tuple(self.fills))

    def hits(self, chart: Chart) -> Markup:
        """The ground of the places of a board of hexes, to be clicked."""
        return _hits_svg(tuple(chart.grounds))

    def ways(self, chart: Chart) -> Markup:
        """The ways of a map on which they can be lit up."""
        return _ways_svg(chart.lines)

    def spots(self, chart: Chart, changed: Collection[str]) -> Markup:
        """All places as SVG."""
        owners = {id: f"{self.map.picture.owned} {name}" for id, name in self.side_names.items()}
        owners[""] = "neutral"
        letters = (*self.letters, "")  # nobody's number is -1
        spots = []
        for spot in chart.spots:
            place = spot.place
            side, is_new = self.side_number[place.owner], f"place:{place.id}" in changed
            looks = letters[side], owners[place.owner], self.kinds[place.kind]
            spots.append(_spot_svg(spot, side, *looks, is_new))
        return Markup("").join(spots)

    @property
    def colours(self) -> str:
        """Style rules for grounds and sides, by day and by night.

        The first side is light, the others dark, so that they differ in grey.
        """
        day, night = [], []
        for n, fill in enumerate(self.fills):
            day.append(f".chart .ground{n}{{fill:{fill}}}")
            night.append(f".chart .ground{n}{{fill:{mixed(fill, NIGHT, DIM)}}}")
        for n, (_, side) in enumerate(self.map.picture.sides):
            fill, ink = (side.colour, "#fff") if n else ("#fff", side.colour)
            day.append(
                f".chart .cell{n}{{fill:{mixed(side.colour, '#ffffff', TINT)}}}"
                f".chart .on{n}{{fill:{ink}}}.chart .of{n}{{fill:{side.colour};font-weight:bold}}"
                f".chart .side{n}{{fill:{fill};stroke:{side.colour if not n else INK};stroke-width:2.3}}"
            )
            night.append(
                f".chart .cell{n}{{fill:{mixed(side.colour, NIGHT, DIMMER)}}}"
                f".chart .of{n}{{fill:{mixed(side.colour, '#ffffff', PALE)}}}"
                f".chart .side{n}{{stroke:{side.colour if not n else '#f3ecdc'}}}"
            )
        return "\n".join((*day, f"{AT_NIGHT}{{", *night, "}"))

    @property
    def words(self) -> str:
        """The map for those who do not see it: pieces by place, then moves."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        parts = []
        for home in self.map.picture.spaces:
            if home.pieces:
                parts.append(f"{home.name}: {self.pieces_words(home)}")
        parts += [f"Move {n}: {move.words}" for n, move in enumerate(self.map.moves, 1)]
        return parts

    def pieces_words(self, space: Place | Sea) -> str:
        """`March (Yorkists), Warwick (Yorkists).`; nothing where nobody is."""
        who = ", ".join(f"{p.name} ({self.side_names[p.side]})" for p in space.pieces)
        return f"{who}." if who else ""

    def place_words(self, place: Place) -> str:
        """`York, City, Favour Yorkists, Depleted`; a mark that is a number is told: `points a turn 2`."""
        owned = f"{self.map.picture.owned} {self.side_names[place.owner]}"
        return _words(place, self.kinds[place.kind].name, owned if place.owner else "neutral")

    @property
    def owners(self) -> list[tuple[str, int]]:
        """Whom a place may favour, or neutral, with the number of the side."""
        return [
            (f"{self.map.picture.owned} {name}" if id else name.capitalize(), self.side_number[id])
            for id, name in self.side_names.items()
        ]


def _words(place: Place, kind: str, owner: str) -> str:
    marks = (f"{meaning} {mark}" if mark.isdigit() else meaning for mark, meaning in place.marks)
    return ", ".join([place.name, kind, *(["Port"] if place.port else []), owner, *marks])


@lru_cache(maxsize=2048)
def _spot_svg(spot: Spot, side: int, letter: str, owner: str, kind: Shape, changed: bool) -> Markup:
    """Kept: from one map to the next most places stay as they are, and a board of hexes has hundreds of them."""
    module: Any = environment().get_template("svg/spot.svg.j2").module
    words = _words(spot.place, kind.name, owner)
    svg: Markup = module.spot(spot, side, letter, words, kind.sign, changed)
    return svg


@lru_cache(maxsize=8)
def _ways_svg(lines: tuple[Line, ...]) -> Markup:
    """Kept: they do not change while a game lasts."""
    return Markup(environment().get_template("svg/ways.svg.j2").render(lines=lines))


@lru_cache(maxsize=8)
def _hits_svg(grounds: tuple[tuple[str, str], ...]) -> Markup:
    """The ground of each place as what can be clicked: kept, for only hexes that change on a map differ."""
    path = Markup('<path class="hit" data-place="{}" d="{}"/>\n')
    return Markup("").join(path.format(id, field) for id, field in grounds)


@lru_cache(maxsize=8)
def _grid_svg(grid: Grid, sides: tuple[str, ...], fills: tuple[str, ...]) -> Markup:
    """The ground of a board of hexes: kept, for it is the same until a place has another owner."""
    numbers = {side: n for n, side in enumerate(sides)}
    template = environment().get_template("svg/grid.svg.j2")
    return Markup(template.render(grid=grid, side_number={"": -1} | numbers, fills=fills))


def mixed(colour: str, other: str, share: float) -> str:
    """A `#rrggbb` with this share of another."""
    pairs = ((int(one[at : at + 2], 16) for one in (colour, other)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def draw(
    map: Map,
    alone: bool = True,
    live: bool = False,
    changed: Collection[str] = (),
    fits: bool = False,
) -> str:
    """The SVG, for a file of its own or (not `alone`) for a page; `live`: its parts can be chosen there.

    Args:
        fits: it is laid out for half a screen, as a live one is, with large type; title and key are kept out of sight.
        changed: what is marked on a live one, as `piece:warwick`, `place:york`.
    """
    laid_out: Chart = chart(map.picture, map.moves, ROOM if live or fits else None)
    drawing = Drawing(map)
    key = legend(map, drawing.owners, laid_out.legend_y, laid_out.width)
    wide = text_width(map.title, HEAD_TYPE, bold=True, serif=True)
    template = environment().get_template("svg/map.svg.j2")
    text = template.render(
        chart=laid_out,
        map=drawing,
        part=map,
        key=key,
        head_size=round(HEAD_TYPE * min(1, (laid_out.width - 32) / max(wide, 1)), 1),
        alone=alone,
        live=live,
        fits=live or fits,
        changed=changed,
    )
    lines = "\n".join(line for line in text.splitlines() if line) + "\n"
    # A page that is mailed has hundreds of numbers that are whole.
    return lines if live else DRAWN.sub(lambda number: WHOLE.sub("", number[0]), lines)


def spoken(map: Map) -> str:
    """What the map shows, a place or a move a line, ending in a newline."""
    return "\n".join([f"{map.title}. {map.now}.", *Drawing(map).sentences]) + "\n"
