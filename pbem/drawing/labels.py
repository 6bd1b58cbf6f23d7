"""Where the names of places stand on the map, and how they make way for pieces."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pbem.drawing.boxes import (
    Box,
    Ends,
    Ground,
    Rows,
    Span,
    around,
    best,
    boxes_beside,
    dotted,
    reach,
    span,
    strange,
)
from pbem.drawing.letters import text_width
from pbem.engine.picture import Place

TYPE = 11.5
"""Size of the type of names."""
HIGH = 13
AWAY, ASTRAY, LEVEL, STRANGE = 3.0, 800.0, 60.0, 100.0
"""How bad it is for a name to stand one unit farther off, as near to another place, on a line with one, and wholly where
another is nearer."""
BY, RANK = 5.0, 1.5
"""No farther off it is by its place; how bad it is to be one later in what reads best."""
FAR = 20.0
"""A name that stands farther off its place had better take room from others."""
DOUBT = 20.0
"""A name that is in no more doubt than this stands as it reads best."""
NEARER, IN_LINE = 4.0, 20.0
"""By how much a name is nearer to its own place than to others, and as far off a place it reads as on a line with it."""
TOUCH = 12.0
"""How much of a badge another place may cover."""
BAND = 48.0
"""Height of the bands of the map by which boxes are looked for."""
BADGE = 13.0
"""From one badge of a place to the next."""
ROUND = (3.0, 9.0, 16.0, 24.0, 34.0, 46.0, 60.0, 76.0)
"""How far names may stand off their places where all is crowded."""
BESIDE = 2.0
"""How far it stands off pieces that lie where it would be."""
PORT = 64.0
"""How far from a name the anchor of its port lies at most, while the name is beside its place."""
FIRM, PRINT, BADGED = 12.0, 0.8, 3.0
"""How bad it is to cover a place or card, the small print of a hex, and a badge on it."""

Label = tuple[Box, str]
"""Where a name stands, and how it is anchored there, as in SVG's text-anchor."""


class Sign(Struct, frozen=True, dict=True):
    """What is drawn of a place, whoever is there: its shape, and its `name` unless that is its hex's number.

    Attributes:
        marked: room is kept for a badge. `mirrored`: its badges lie on its left, for another place is on its right.
    """

    name: str
    shape: str
    x: float
    y: float
    port: bool
    marked: bool = True
    mirrored: bool = False

    @property
    def wide(self) -> float:
        return round(text_width(self.name, TYPE) + 2, 1)

    @cached_property
    def body(self) -> Box:
        """The room that its own shape takes."""
        if self.shape == "box":
            half = round((text_width(self.name, TYPE, bold=True) + 38) / 2, 1)
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
            x = self.x + (23 if anchor == "end" else -23)
        else:
            x = self.x + (19 if anchor == "end" else -19)
        return Box(x - 6, self.y - 6, 12, 14, FIRM)

    def badges(self, label: Label, count: int) -> list[Box]:
        """The marks that lie there, from the place outwards."""
        box, anchor = label
        if self.shape == "hex":
            away = -1 if anchor == "start" else 1
            first, above, weight = self.x + 11 * away, self.y - 2, BADGED
        else:
            away, above, weight = -1 if self.mirrored else 1, self.y - 10, FIRM
            first = box.x + box.w if self.shape == "box" else self.x + 9 * away
        return [Box(first + BADGE * away * n - 6, above - 6, 12, 12, weight) for n in range(count)]

    def corners(self, row: float) -> list[Box]:
        """Room for its badges, `row` wide, at each corner of its shape, where they are plainly its own."""
        if self.shape in ("box", "hex"):
            return []
        return [
            Box(x, y, row, 12)
            for y in (self.y - 16, self.y + 4)
            for x in (self.x + 3, self.x - 3 - row)
        ]

    def choices(self) -> list[Box]:
        gap = {"star": 18.0, "hex": 7.0}.get(self.shape, 15.0)
        at = (self.x, self.y)
        boxes = around(at, self.wide, HIGH, gap)
        if self.shape == "hex":  # within its hex, if it may
            boxes = [*boxes[2:], *boxes[:2]]
        return [*boxes, *around(at, self.wide, HIGH, gap + 5)]

    def farther_choices(self) -> list[Box]:
        """All around it, for where none of the first is free."""
        return [box for gap in ROUND for box in boxes_beside(self.body, self.wide, HIGH, gap)]

    def anchored(self, box: Box) -> Label:
        if box.x > self.x:
            return box, "start"
        return box, "end" if box.x + box.w < self.x else "middle"

    def _square(self, half: float) -> Box:
        return Box(self.x - half, self.y - half, half * 2, half * 2, FIRM)


def sign(place: Place, shape: str, x: float, y: float, marked: bool = True) -> Sign:
    """A hex that has no other name than its id has none."""
    return _sign("" if place.name == place.id else place.name, shape, x, y, place.port, marked)


@lru_cache(maxsize=2048)
def _sign(name: str, shape: str, x: float, y: float, port: bool, marked: bool) -> Sign:
    """Kept with the room that it takes."""
    return Sign(name, shape, x, y, port, marked)


@lru_cache(maxsize=8)
def mirrored(signs: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """The signs; where another place is where a badge would lie, it lies on the left."""
    bodies = {spot: spot.body for spot in signs if spot.shape not in ("box", "hex")}
    new_signs = list[Sign]()
    for spot in signs:
        badge = spot.badges((spot.body, ""), 1)[0]
        others = (body for other, body in bodies.items() if other is not spot)
        is_covered = spot in bodies and any(body.overlap(badge) > TOUCH for body in others)
        new_signs.append(replace(spot, mirrored=True) if is_covered else spot)
    return tuple(new_signs)


@lru_cache(maxsize=8)
def labels(signs: tuple[Sign, ...], ends: Ends, frame: Box) -> tuple[Label, ...]:
    """For each place where its name is while no pieces are about: a box and where the text is anchored."""
    spans = [span(one.body) for one in signs]
    marked_signs = [one for one in signs if one.marked and one.shape not in ("hex", "box")]
    spans += [span(box) for one in marked_signs for box in one.badges((one.body, ""), 1)]
    bare, ground = len(spans), Ground(spans, dotted(ends), frame)
    labels_so_far: list[Label] = []
    for n, spot in enumerate(signs):
        if spot.shape == "box" or not spot.name:
            labels_so_far.append((spot.body, "middle"))
            continue
        box = _free(n, signs, spot.choices(), (), ground)
        labels_so_far.append(spot.anchored(box))
        spans.append(_firm(box))
        if spot.port:
            spans.append(span(spot.harbour(labels_so_far[-1])))
        if spot.marked and spot.shape == "hex":
            spans += map(span, spot.badges(labels_so_far[-1], 1))
    if any(one.shape == "hex" for one in signs):
        return tuple(labels_so_far)
    return _settled(signs, tuple(labels_so_far), ground._replace(taken=spans[:bare]))


def _settled(
    signs: tuple[Sign, ...],
    labels: tuple[Label, ...],
    ground: Ground,
    cards: Sequence[Box] = (),
    which: Collection[int] = (),
) -> tuple[Label, ...]:
    """The labels again; where a name is in doubt it takes better room from others, if these have other room.

    Args:
        ground: without names.
        cards: pieces, which names are beside. `which`: only these take room, for they had to make way; all if empty.
    """
    bodies = [one.body for one in signs if one.shape != "box"]

    def all_doubt(some: Sequence[Label], which: Collection[int]) -> float:
        """Of these names."""
        cost = 0.0
        for n in which:
            box, own = some[n][0], signs[n].body
            near = grown(box, max(IN_LINE, box.gap(own) + NEARER))
            others = [body for body in bodies if body is not own and body.overlap(near)]
            cost += doubt(box, own, others) + AWAY * max(0.0, box.gap(own) - FAR)
            cost += ASTRAY * ground.covered(box) if cards else 0
        return cost

    def stood(n: int, settled: Sequence[Label], over: Collection[int]) -> Label:
        """Where a name stands among the others; it may cover some."""
        others = [at for at, one in enumerate(signs) if one.name and at != n and at not in over]
        spans = [_firm(settled[at][0]) for at in others if signs[at].shape != "box"]
        spans += [span(signs[at].harbour(settled[at])) for at in others if signs[at].port]
        free = ground._replace(taken=[*ground.taken, *spans])
        in_way = [
            card
            for card in cards
            if card.overlap(labels[n][0]) or card.holds((signs[n].x, signs[n].y))
        ]
        choices = _choices(signs[n], cards)
        return signs[n].anchored(_free(n, signs, choices, in_way, free))

    def parts(n: int, label: Label) -> list[Box]:
        """What is written there."""
        return [label[0], inner(signs[n].harbour(label))] if signs[n].port else [label[0]]

    named_signs = [n for n, one in enumerate(signs) if one.name and one.shape != "box"]
    for n in which or named_signs:
        if all_doubt(labels, [n]) < DOUBT:
            continue
        new_labels = list(labels)
        new_labels[n] = stood(n, labels, named_signs)
        mine = parts(n, new_labels[n])
        covered = [
            at
            for at in named_signs
            if at != n and any(one.overlap(box) for one in parts(at, labels[at]) for box in mine)
        ]
        for at in covered:
            new_labels[at] = stood(at, new_labels, ())
        touched = [n, *covered]
        if all_doubt(new_labels, touched) < all_doubt(labels, touched):
            labels = tuple(new_labels)
    return labels


@lru_cache(maxsize=8)
def move_covered(
    signs: tuple[Sign, ...],
    labels: tuple[Label, ...],
    cards: tuple[Box, ...],
    badges: tuple[Box, ...],
    ends: Ends,
    frame: Box,
) -> tuple[Label, ...]:
    """The labels again; names that pieces or badges would cover are moved to where there is room.

    Each moved name may cover another that has not been moved yet, which is then moved as well.
    """
    covers = [*cards, *badges]
    rows = Rows(covers, BAND)
    to_move_first = [
        n
        for n, (spot, (box, _)) in enumerate(zip(signs, labels, strict=True))
        if spot.name and spot.shape != "box" and rows.cover(box)
    ]
    if not to_move_first:
        return tuple(labels)
    new_labels, dots = list(labels), dotted(ends)
    solid = [*(span(one.body) for one in signs), *map(_firm, covers)]
    names = [_firm(box) for box, _ in labels]
    harbours = {
        n: span(spot.harbour(label))
        for n, (spot, label) in enumerate(zip(signs, labels, strict=True))
        if spot.port
    }
    to_move, moved = to_move_first, set[int]()
    while to_move:
        n, *to_move = to_move
        moved.add(n)
        spot, over = signs[n], [card for card in cards if card.overlap(labels[n][0])]
        ports = [port for at, port in harbours.items() if at != n]
        other_names = [*names[:n], *names[n + 1 :]]
        choices = _choices(spot, cards)
        ground = Ground([*solid, *other_names, *ports], dots, frame)
        box = _free(n, signs, choices, over, ground)
        if ground.covered(box):  # names that have not moved yet make way
            settled_names = [
                name for index, name in enumerate(names) if index in moved and index != n
            ]
            box = _free(
                n, signs, choices, over, Ground([*solid, *settled_names, *ports], dots, frame)
            )
            to_move += [
                index
                for index, (other_box, _) in enumerate(new_labels)
                if index not in moved | set(to_move)
                and signs[index].name
                and other_box.overlap(box)
            ]
        new_labels[n], names[n] = spot.anchored(box), _firm(box)
        if n in harbours:
            harbours[n] = span(spot.harbour(new_labels[n]))
    if any(one.shape == "hex" for one in signs):
        return tuple(new_labels)
    ground = Ground(solid, dots, frame)
    return _settled(signs, tuple(new_labels), ground, cards, sorted(moved))


def marks_aside(
    signs: Sequence[Sign],
    badges: Sequence[Sequence[Box]],
    harbours: Sequence[Box],
    cards: Sequence[Box],
    frame: Box,
) -> tuple[tuple[Box, ...], ...]:
    """The boxes of the badges of each place. Badges that a card covers are moved to another corner of their place, or
    to the best room beside the card.

    Args:
        harbours: the anchors of ports, which badges keep off.
    """
    box_rows = [tuple(boxes) for boxes in badges]
    for n, boxes in enumerate(badges):
        over = [card for card in cards if any(box.overlap(card) for box in boxes)] if boxes else []
        if not over:
            continue
        spans = [*map(_firm, cards), *(span(one.body) for one in signs if one.name)]
        spans += [
            span(box)
            for index, other_boxes in enumerate(box_rows)
            if index != n
            for box in other_boxes
        ]
        row = (len(boxes) - 1) * BADGE + 12
        obstacles = [*cards, *(one.body for one in signs if one is not signs[n])]
        obstacles += [box for other_boxes in box_rows for box in other_boxes]
        obstacles += harbours
        beside = [*boxes_beside(over[0], row, 12, 1)]
        free = (box for box in signs[n].corners(row) if not any(map(box.overlap, obstacles)))
        around = Ground(spans, (), frame)
        nearest = sorted(beside, key=signs[n].body.gap)
        free_aside = (box for box in nearest if not around.covered(box))
        room = next(free, None) or next(free_aside, None) or best(beside, around, far=0.2)
        box_rows[n] = tuple(
            Box(room.x + BADGE * i, room.y, 12, 12, FIRM) for i in range(len(boxes))
        )
    return tuple(box_rows)


def _free(
    n: int, signs: Sequence[Sign], choices: Sequence[Box], cards: Sequence[Box], ground: Ground
) -> Box:
    """The best box for the name of sign `n`: of `choices` if one is free, else near it and near no other place.

    Args:
        cards: the pieces in its way.
        ground: the bodies of all signs come first in what is taken there.
    """
    spot = signs[n]
    off = max(spot.wide, HIGH)
    whole = reach(
        [
            *choices,
            grown(spot.body, ROUND[-1] + off),
            *(grown(card, BESIDE + off) for card in cards),
        ]
    )
    x, y, right, low, _ = span(whole)
    bodies = tuple(
        signs[at].body
        for at, (left, top, end, foot, _) in enumerate(ground.taken[: len(signs)])
        if left < right and x < end and top < low and y < foot and at != n
    )
    return _freed(spot, tuple(choices), tuple(cards), bodies, ground.within(grown(whole, PORT)))


@lru_cache(maxsize=512)
def _freed(
    spot: Sign, choices: Sequence[Box], cards: Sequence[Box], bodies: Sequence[Box], ground: Ground
) -> Box:
    """See `_free`. Kept: most names stand where they stood before. `bodies`: of the other places around it."""

    def blocks_port(box: Box, near: Ground) -> bool:
        """If the name stands in this box, does the anchor of a port lie on the name or on something else?"""
        anchor = inner(spot.harbour(spot.anchored(box)))
        return spot.port and (anchor.overlap(box) > 0 or near.covered(anchor))

    hexed, own = spot.shape == "hex", spot.body
    box = best(choices, ground, far=1.5)
    around = ground.within(grown(box, PORT))
    is_clear = not doubt(box, own, bodies, hexed)
    if is_clear and not around.covered(box) and not blocks_port(box, around):
        return box
    all_ = [*choices, *_all_choices(spot, cards)]
    whole = reach(all_)
    near, by, rank = ground.within(grown(whole, PORT)), 0 if hexed else BY, 0 if hexed else RANK
    other_bodies = [body for body in bodies if body.overlap(whole)]
    least, choice = math.inf, None
    for n, box in enumerate(all_):
        # A box costs what it covers, how far from its place it is, and more if one could read it as another's.
        away = AWAY * max(0.0, box.gap(own) - by) + min(n, len(choices)) * rank
        if away >= least or near.covered(box) or blocks_port(box, near):
            continue
        cost = near.cost(box, away, least)
        if cost < least:
            cost += doubt(box, own, other_bodies, hexed)
        if cost < least:
            least, choice = cost, box
    return choice or best(all_, near, far=0.2)


def doubt(box: Box, own: Box, others: Sequence[Box], hexed: bool = False) -> float:
    """How bad it is that a name in this box can be read as that of another place: one that is hardly farther off, or
    on a line with the name while its own is not, or nearer to a part of it.

    Args:
        hexed: places are hexes, whose names only must not be as near to another.
    """
    away = box.gap(own)
    gaps = [other.gap(box) for other in others]
    apart = min(gaps, default=math.inf) - away
    if hexed:
        return ASTRAY if apart <= 0 else 0.0
    near = [other for other, gap in zip(others, gaps, strict=True) if gap < IN_LINE]
    cost = ASTRAY * (2 - max(0.0, apart) / NEARER) / 2 if apart < NEARER else 0.0
    if not _level(box, own) and any(_level(box, other) for other in near):
        cost += LEVEL
    return cost + STRANGE * strange(box, own, [span(other) for other in near])


def _level(box: Box, body: Box) -> bool:
    """Is a name beside a place as high as its middle?"""
    return box.y < body.y + body.h / 2 < box.y + box.h


def grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by, box.weight)


def inner(box: Box) -> Box:
    """An anchor without its margin, which may lie on the place itself."""
    return Box(box.x + 2, box.y + 2, box.w - 4, box.h - 4, box.weight)


def _choices(spot: Sign, cards: Sequence[Box]) -> list[Box]:
    """Where its name may stand: beside the pieces that lie on it, if any do."""
    over = [card for card in cards if card.holds((spot.x, spot.y))]
    return [
        box for card in over for box in boxes_beside(card, spot.wide, HIGH, BESIDE, 3)
    ] or spot.choices()


def _all_choices(spot: Sign, cards: Sequence[Box]) -> list[Box]:
    """Where else its name may stand: farther off, or beside the pieces in its way."""
    beside = [box for card in cards for box in boxes_beside(card, spot.wide, HIGH, BESIDE)]
    return [*spot.farther_choices(), *beside]


def _firm(box: Box) -> Span:
    return span(Box(box.x, box.y, box.w, box.h, FIRM))
