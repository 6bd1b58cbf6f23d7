"""Where the names of places stand on the map, and how they make way for pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pbem.drawing.boxes import Box, Ends, Ground, Span, around, best, boxes_beside, dotted, span
from pbem.engine.picture import Place

LETTER = 6.5
"""Width of a letter of a name."""
HIGH = 13
FIRM, PRINT = 12.0, 0.8
"""How bad it is to cover a place or card, and the small print of a hex."""

Label = tuple[Box, str]
"""Where a name stands, and how it is anchored there, as in SVG's text-anchor."""


class Sign(Struct, frozen=True):
    """What is drawn of a place, whoever is there: its shape, and its `name` unless that is its hex's number."""

    name: str
    shape: str
    x: float
    y: float
    port: bool

    @property
    def body(self) -> Box:
        """The room that its own shape takes."""
        if self.shape == "box":
            half = (len(self.name) * (LETTER + 1.3) + 38) / 2
            return Box(self.x - half, self.y - 14, half * 2, 28, FIRM)
        if self.shape == "hex":
            return self._square(5) if self.name else self.small_print
        return self._square({"square": 10, "circle": 9, "tower": 11, "star": 14}[self.shape])

    @property
    def small_print(self) -> Box:
        """In the upper corner of a hex: its number on the grid and who holds it."""
        return Box(self.x - 17, self.y - 33, 34, 11, FIRM * 8)

    def harbour(self, label: Label) -> Box:
        """The anchor of a port, on the side that the name leaves free."""
        box, anchor = label
        if self.shape == "box":
            x = box.x - 9
        elif self.shape == "hex":
            x = self.x - 23
        else:
            x = self.x + (19 if anchor == "end" else -19)
        return Box(x - 6, self.y - 6, 12, 14, FIRM)

    def choices(self) -> list[Box]:
        gap = {"star": 18.0, "hex": 7.0}.get(self.shape, 14.0)
        at, wide = (self.x, self.y), len(self.name) * LETTER
        found = around(at, wide, HIGH, gap)
        if self.shape == "hex":  # within its hex, if it may
            found = [*found[2:], *found[:2]]
        return [*found, *around(at, wide, HIGH, gap + 5)]

    def anchored(self, box: Box) -> Label:
        if box.x > self.x:
            return box, "start"
        return box, "end" if box.x + box.w < self.x else "middle"

    def _square(self, half: float) -> Box:
        return Box(self.x - half, self.y - half, half * 2, half * 2, FIRM)


def sign(place: Place, shape: str, x: float, y: float) -> Sign:
    """A hex that has no other name than its id has none."""
    return Sign("" if place.name == place.id else place.name, shape, x, y, place.port)


@lru_cache(maxsize=8)
def labels(signs: tuple[Sign, ...], ends: Ends, frame: Box) -> tuple[Label, ...]:
    """For each place where its name stands while no pieces are about."""
    taken = [span(one.body) for one in signs]
    taken += [span(one.small_print) for one in signs if one.shape == "hex" and one.name]
    ground = Ground(taken, dotted(ends), frame)
    found: list[Label] = []
    for one in signs:
        if one.shape == "box" or not one.name:
            found.append((one.body, "middle"))
            continue
        box = best(one.choices(), ground, far=1.5)
        found.append(one.anchored(box))
        taken.append(_firm(box))
        if one.port:
            taken.append(span(one.harbour(found[-1])))
    return tuple(found)


def aside(
    signs: Sequence[Sign], labels: Sequence[Label], cards: Sequence[Box], ends: Ends, frame: Box
) -> tuple[Label, ...]:
    """The same, but the names that pieces would cover stand elsewhere, where there is room."""
    covered = [
        n
        for n, (one, (box, _)) in enumerate(zip(signs, labels, strict=True))
        if one.name and one.shape != "box" and any(box.overlap(card) for card in cards)
    ]
    if not covered:
        return tuple(labels)
    found, dots = list(labels), dotted(ends)
    solid = [*(span(one.body) for one in signs), *map(_firm, cards)]
    names = [_firm(box) for box, _ in labels]
    harbours = {
        n: span(one.harbour(label))
        for n, (one, label) in enumerate(zip(signs, labels, strict=True))
        if one.port
    }
    for n in covered:
        ports = (port for at, port in harbours.items() if at != n)
        taken = [*solid, *names[:n], *names[n + 1 :], *ports]
        box = best(_choices(signs[n], cards), Ground(taken, dots, frame), far=1.5)
        found[n], names[n] = signs[n].anchored(box), _firm(box)
        if n in harbours:
            harbours[n] = span(signs[n].harbour(found[n]))
    return tuple(found)


def _choices(one: Sign, cards: Sequence[Box]) -> list[Box]:
    """Where its name may stand: beside the pieces that lie on it, if any do."""
    over = [card for card in cards if card.holds((one.x, one.y))]
    wide = len(one.name) * LETTER
    return [box for card in over for box in boxes_beside(card, wide, HIGH, 2, 3)] or one.choices()


def _firm(box: Box) -> Span:
    return span(Box(box.x, box.y, box.w, box.h, FIRM))
