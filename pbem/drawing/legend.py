"""What the signs of a map mean, in rows below it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from msgspec import Struct

from pbem.drawing.labels import TYPE
from pbem.drawing.letters import text_width
from pbem.engine.document import Map
from pbem.engine.picture import Shape

ROW, LINE, MARGIN = 26, 18, 14.0
LETTER = 6.5
"""Width of a letter of sentences."""
ARROWS = {"retreat": ", dashed a retreat", "exile": ", dotted into exile"}


class Key(Struct, frozen=True):
    """What is told of a sign at `x`, `y`; `number`: of a side, a way or an edge in its order."""

    name: str
    x: float
    y: float
    number: int = 0
    kind: Shape | None = None


class Legend(Struct, frozen=True):
    """All of it. `lines`: words alone, each with its `y`; `height`: what it takes below the map."""

    kinds: tuple[Key, ...]
    owners: tuple[Key, ...]
    ways: tuple[Key, ...]
    edges: tuple[Key, ...]
    lines: tuple[tuple[float, str], ...]
    height: float


def legend(map: Map, owners: Iterable[tuple[str, int]], top: float, wide: float) -> Legend:
    """The legend below `top`, no line of it longer than `wide`: only of what is drawn."""
    picture = map.picture
    row = _Row(top + 22, wide)
    drawn_kinds = {place.kind for place in picture.places}
    drawn_ways = {way.kind for way in picture.ways}
    drawn_edges = {edge.kind for edge in picture.edges}
    kinds = tuple(
        Key(kind.name, *row.next(28, text_width(kind.name, TYPE) + 50), kind=kind)
        for kind in picture.kinds
        if kind.id in drawn_kinds
    )
    row.end()
    sides = tuple(
        Key(name, *row.next(25, text_width(name, TYPE) + 30), number) for name, number in owners
    )
    row.x += 24
    ways, edges = (
        tuple(
            Key(name, *row.next(MARGIN, text_width(name, TYPE) + 54), n)
            for n, (id, name) in enumerate(rows)
            if id in drawn_ids
        )
        for rows, drawn_ids in (
            (picture.ways_by_kind, drawn_ways),
            (picture.edges_by_kind, drawn_edges),
        )
    )
    row.end()
    words = [
        line
        for words in _words(map)
        for line in textwrap.wrap(words, int((wide - 2 * MARGIN) / LETTER))
    ]
    lines = tuple((row.y + LINE * n, line) for n, line in enumerate(words))
    height = row.y + LINE * max(len(words), 1) - top - 10
    return Legend(kinds, sides, ways, edges, lines, height)


class _Row(Struct):
    """Where the next sign stands; a row that is full is ended."""

    y: float
    wide: float
    x: float = 0.0

    def next(self, first: float, long: float) -> tuple[float, float]:
        """`first`: where it stands at the head of a row. `long`: up to the one after it."""
        if self.x and self.x + long - 20 > self.wide:
            self.end()
        at = self.x or first
        self.x = at + long
        return at, self.y

    def end(self) -> None:
        self.x, self.y = 0.0, self.y + ROW


def _words(map: Map) -> list[str]:
    """Marks that are on the map, and the abbreviations of forces."""
    picture = map.picture
    marks = {letter: meaning for place in picture.places for letter, meaning in place.marks}
    signs = [f"{letter} = {meaning}" for letter, meaning in marks.items() if letter.isalpha()]
    ports = ["anchor = Port"] if any(place.port for place in picture.places) else []
    kinds = {move.kind for move in map.moves}
    arrow_words = [words for kind, words in ARROWS.items() if kind in kinds]
    arrows = [f"numbered arrows = moves in their order{''.join(arrow_words)}"] if map.moves else []
    forces = [f"{short} = {name}" for short, name in picture.key]
    return ["; ".join([*ports, *signs, *arrows]), "; ".join(forces)]
