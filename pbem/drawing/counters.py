"""Where the pieces of each place stand on the map: beside it, and plainly nearer to it than to any other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from pbem.drawing.boxes import Box, Ground, Point, Span, boxes_beside, span, strange
from pbem.drawing.labels import FIRM
from pbem.drawing.letters import text_width
from pbem.engine.picture import Piece, Place, Sea

TYPE, SMALL = 12.0, 10.5
"""Sizes of type: of names, which are bold, and of what stands below them."""
ROW, SHORT = 30, 80.0
"""Height of a piece, and how wide a name may be that is not broken in two rows."""
CROWD = 4
"""Pieces in a column."""
FLAT = 19
"""Height of a piece whose small print stands beside its name."""
TOUCHING, IN_HEX, APART = 8.0, 26.0, 4.0
"""How far a card may stand off its place, or the middle of its hex, without a line; and by how much more off others."""
BY = 1.0
"""A card that lies on the middle of its hex stands off other towns by so much."""
UNDER = 3.0
"""Pieces as near to the name of another place read as there."""
INTO = 3.0
"""How far within the edge of its place a line to a card begins, clear of the letter there."""
SEEN = 9.5
"""A line that is so long is seen though a card touches its town."""
GAPS = (1.0, 5.0, 10.0, 16.0, 25.0, 37.0, 52.0, 72.0, 96.0, 124.0)
CLEAR, DOUBT = 14.0, 25.0
"""A card that is less than this farther off another place reads as there; how bad each unit less is."""
LINE, HIDDEN = 12.0, 60.0
"""A shorter line to a card that reads as elsewhere is hard to see; how bad each unit less is, where places are no hexes."""
FARTHER, ELSEWHERE, COVERED, CRAMPED, STRANGE, ABROAD = 20.0, 1500.0, 600.0, 120.0, 600.0, 250.0
"""How bad it is for a card to stand one unit farther off, as near to another place, to cover the town of its own hex, to
be harder to read, and, where places are no hexes, to stand wholly where another is nearer, and by more than half."""
AWAY, NEAR = 8.0, 30.0
"""How bad it is that the middle of a card is one unit farther from that of its hex than NEAR: it reads as in the next hex."""
OVER = (0.5, 0.4, 0.6, 0.3, 0.7, 0.15, 0.85)
"""Where in a card that lies on it its town is."""
MIDDLE = 30.0
"""How bad it is to cover the middle of another's hex, per unit of area."""
HALF = 0.5
CROSSED, SOLID = 400.0, 30.0
"""How bad each bead of a line is that runs over another card or place; how bad it is to cover one."""
BEAD = 6.0
"""Size of the boxes in which a line is cut."""


class Card(Struct, frozen=True):
    """The pieces at one spot; `x`, `y`: where it is.

    Attributes:
        columns: a crowd stands in so many. `flat`: each has its small print beside its name, not below it.
        bare: each has its name alone. `broken`: that stands in two rows.
        line: from within its place to the card's edge. `lead`: it is drawn, for the card does not
            touch its place, or another place is as near, or hardly farther off, or the name of one.
    """

    box: Box
    x: float
    y: float
    pieces: tuple[Piece, ...]
    place: str
    columns: int
    flat: bool
    bare: bool
    broken: bool
    line: tuple[Point, Point]
    lead: bool

    @property
    def track(self) -> list[Box]:
        """The line that leads to its place, as a row of small boxes on which no name should stand."""
        return beads(self.line) if self.lead else []


def cards(
    homes: Sequence[Place | Sea],
    at: Mapping[str, Point],
    rooms: Mapping[str, Box],
    name_boxes: Mapping[str, Box],
    fixed_boxes: Sequence[Box],
    dots: Sequence[Point],
    frame: Box,
    hexes: bool,
) -> tuple[Card, ...]:
    """The cards of pieces, each near its place; those of crowded places are placed first, so that they are near.

    Args:
        homes: where pieces are. `rooms`: what is drawn for each place; `name_boxes`: its name, which makes way for its own
            pieces. `fixed_boxes`, `dots`: as in `boxes.best`.
    """
    cards_so_far: list[Card] = []
    full, names = (
        [span(box) for box in fixed_boxes],
        {id: span(box) for id, box in name_boxes.items()},
    )
    middles = {home.id: _middle(at[home.id]) for home in homes if hexes and home.id not in rooms}
    for home in sorted(homes, key=lambda home: -len(home.pieces)):
        x, y = at[home.id]
        own = rooms.get(home.id, Box(x, y, 0, 0))
        forms = _forms(home.pieces, bare=not hexes)
        wide, high = max(form.w for form in forms), max(form.h for form in forms)
        reach = _ring(own, wide, high, GAPS[-1])
        other_middles = [middle for id, middle in middles.items() if id != home.id]
        other_rooms = [room for id, room in rooms.items() if id != home.id and room.overlap(reach)]
        other_rooms += [middle for middle in other_middles if middle.overlap(reach)]
        obstacles = [*full, *map(span, other_middles)]
        obstacles += [one for id, one in names.items() if id != home.id]
        ground = Ground(obstacles, dots, frame).within(reach)
        box, form = _stood(own, tuple(forms), tuple(other_rooms), ground, hexes)
        box = Box(round(box.x, 1), round(box.y, 1), box.w, box.h)
        full.append(span(Box(box.x - 2, box.y - 2, box.w + 4, box.h + 4, FIRM * 8)))
        spans = [span(one) for one in other_rooms]
        apart, abroad = _apart(box, own, spans), 0 if hexes else strange(box, own, spans)
        astray = apart < APART or abroad > HALF or (abroad == HALF and apart < CLEAR / 2)
        line = _line((x, y), own, box)
        afloat = home.id in rooms and home.id not in name_boxes  # beside a box in open sea
        lead = astray or afloat or box.gap(own) > (IN_HEX if hexes else TOUCHING)
        if hexes and math.dist(*line) < SEEN and _in_another_hex(box, (x, y), at):
            line, lead = _pin((x, y), box), True
        cards_so_far.append(
            Card(
                box,
                x,
                y,
                home.pieces,
                home.name,
                form.columns,
                form.flat,
                form.bare,
                form.broken,
                line,
                lead,
            )
        )
        full += map(span, cards_so_far[-1].track)
    return tuple(cards_so_far)


def _middle(at: Point) -> Box:
    """Of a hex without a town where pieces are: others' do not lie there, as on a town."""
    return Box(at[0] - 5, at[1] - 5, 10, 10, MIDDLE)


def under_names(cards: Sequence[Card], names: Sequence[tuple[str, Box]]) -> tuple[Card, ...]:
    """The cards again; a line leads to those that stand close by the name of another place.

    Args:
        names: each place's with where it is written.
    """
    return tuple(
        card
        if card.lead or all(card.place == name or card.box.gap(box) > UNDER for name, box in names)
        else replace(card, lead=True)
        for card in cards
    )


@lru_cache(maxsize=128)
def _stood(
    own: Box, forms: tuple[_Form, ...], others: tuple[Box, ...], ground: Ground, hexes: bool
) -> tuple[Box, _Form]:
    """The best place and form of a card. Kept: most pieces stand where they stood before."""
    least, box, form = math.inf, own, forms[0]
    for n, candidate in enumerate(forms):
        cramped = CRAMPED * (n + 2 * candidate.bare)
        if least <= cramped:
            break
        cost, place = _best_place(own, candidate.w, candidate.h, others, ground, hexes)
        if cost + cramped < least:
            least, box, form = cost + cramped, place, candidate
    return box, form


def _best_place(
    own: Box, w: float, h: float, other_rooms: Sequence[Box], ground: Ground, hexes: bool
) -> tuple[float, Box]:
    """The best place of a card, and how bad that is; ring by ring, as long as a farther one can be better."""
    least, place = math.inf, own
    for gap in GAPS:
        ring_cost = (gap - GAPS[0]) * FARTHER
        if ring_cost >= least:
            break
        near_ground = ground.within(_ring(own, w, h, gap))
        near = [one for one in other_rooms if one.gap(own) < 2 * (gap + math.hypot(w, h))]
        spans = [span(one) for one in near]
        for n, box in enumerate(boxes_beside(own, w, h, gap, 3 if hexes else 1)):
            if ring_cost + n >= least:
                break
            box = box.inside(ground.frame)
            cost = near_ground.cost(box, ring_cost + n, least)
            off = max(0.0, math.dist(box.center, own.center) - NEAR)
            cost += AWAY * off if hexes else 0
            if cost < least:
                apart = _apart(box, own, spans)
                if apart < APART:
                    seen = hexes and own.w and off < 4
                    cost += ELSEWHERE + (0 if seen else HIDDEN * max(0.0, LINE - box.gap(own)))
                cost += 0 if hexes else DOUBT * (CLEAR - apart)
                if cost < least and box.gap(own) > TOUCHING:
                    cost += CROSSED * _crossings(own, box, near_ground)
            if cost < least and not hexes:
                abroad = strange(box, own, spans)
                cost += STRANGE * abroad + (ABROAD if abroad > HALF else 0)
            if cost < least:
                least, place = cost, box
    if not hexes:
        return least, place
    spans = [span(one) for one in other_rooms]
    if own.w and _apart(place, own, spans) >= APART:
        return least, place
    # In a hex without a town, and among towns that stand close, a counter lies on its hex, as on a table.
    (x, y), own_span = own.center, span(own)
    bare = ground._replace(taken=tuple(one for one in ground.taken if one != own_span))
    for part, down in product(OVER, OVER):
        box = Box(x - w * part, y - h * down, w, h)
        if _apart(box, own, spans) >= (APART if own.w else BY):
            off = AWAY * max(0.0, math.dist(box.center, own.center) - NEAR)
            cost = bare.cost(box, off + (COVERED if own.w else 0), least)
            if cost < least:
                least, place = cost, box
    return least, place


def _crossings(own: Box, card: Box, ground: Ground) -> int:
    """On how many beads of a line to a card other places and cards lie."""
    own_span = span(own)[:4]
    solid = [one for one in ground.taken if one[4] >= SOLID and one[:4] != own_span]
    dots = [span(bead) for bead in beads(_line(own.center, own, card))]
    return sum(
        any(x < end and left < right and y < foot and top < low for x, y, right, low, _ in solid)
        for left, top, end, foot, _ in dots
    )


def beads(line: tuple[Point, Point]) -> list[Box]:
    """A line as a row of small boxes."""
    (x, y), (right, low) = line
    parts = math.ceil(math.dist(*line) / BEAD)
    points = ((x + (right - x) * n / parts, y + (low - y) * n / parts) for n in range(1, parts))
    return [Box(x - BEAD / 2, y - BEAD / 2, BEAD, BEAD, FIRM * 8) for x, y in points]


def _line(at: Point, own: Box, card: Box) -> tuple[Point, Point]:
    """From within a place to the edge of a card; both its middle where the card lies on it."""
    (x, y), end = at, card.nearest(at)
    wide, high = end[0] - x, end[1] - y
    across, down = own.w / 2 - INTO, own.h / 2 - INTO
    reach = math.hypot(wide / across, high / down) if across > 0 and down > 0 else 0.0
    part = min(1.0, 1 / reach) if reach else 0.0
    return (round(x + wide * part, 1), round(y + high * part, 1)), end


def _in_another_hex(card: Box, home: Point, at: Mapping[str, Point]) -> bool:
    """Is the middle of a card that does not lie on its own hex's in another?"""
    if card.holds(home):
        return False
    off = math.dist(card.center, home)
    return any(math.dist(card.center, other) < off for other in at.values() if other != home)


def _pin(at: Point, card: Box) -> tuple[Point, Point]:
    """A short line that is seen: from the middle of a town to within the card that touches it."""
    x, y = card.nearest(at)
    part = SEEN / (math.dist(at, (x, y)) or 1.0)
    end = round(at[0] + (x - at[0]) * part, 1), round(at[1] + (y - at[1]) * part, 1)
    return at, end if part > 1 else (x, y)


def _ring(own: Box, w: float, h: float, gap: float) -> Box:
    """What boxes of this size beside another can cover."""
    wide, high = gap + w, gap + h
    return Box(own.x - wide, own.y - high, own.w + 2 * wide, own.h + 2 * high)


def _apart(box: Box, own: Box, others: Sequence[Span]) -> float:
    """How much farther off any other place is than its own, CLEAR at most."""
    (x, y, right, low, _), gap = span(box), box.gap(own)
    least = (gap + CLEAR) ** 2
    for left, top, end, foot, _ in others:
        wide = left - right if left > right else x - end if x > end else 0.0
        high = top - low if top > low else y - foot if y > foot else 0.0
        square = wide * wide + high * high
        if square < least:
            least = square
    return math.sqrt(least) - gap


def rows(card: Card) -> list[tuple[Box, Piece]]:
    """Each piece of a card with its row."""
    out, x = [], card.box.x
    for column, wide in enumerate(_widths(card.pieces, card)):
        y = card.box.y + 1
        for piece in card.pieces[column :: card.columns]:
            high = _high(piece, card)
            out.append((Box(round(x, 1), round(y, 1), wide, high), piece))
            y += high
        x += wide
    return out


def named_wide(piece: Piece, broken: bool = False) -> float:
    """How far its name reaches."""
    names = broken_name(piece) if broken else (piece.name,)
    return max(text_width(name, TYPE, bold=True) for name in names)


def broken_name(piece: Piece) -> tuple[str, ...]:
    """Its name in two rows, as even as its words allow, if it is long."""
    if named_wide(piece) <= SHORT:
        return (piece.name,)
    words = piece.name.split(" ")
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(halves, key=lambda rows: max(map(len, rows))) if halves else (piece.name,)


class _Form(Struct, frozen=True):
    """How the pieces of a card are arranged, and how large that is."""

    columns: int
    flat: bool
    bare: bool
    broken: bool = False
    w: float = 0.0
    h: float = 0.0


def _forms(pieces: Sequence[Piece], bare: bool) -> list[_Form]:
    """The best to read first; at last names alone, if `bare`."""
    crowd = -(-len(pieces) // CROWD)
    glance = any(piece.glance for piece in pieces)
    shapes = [(crowd, False)] + [(crowd, True)] * glance
    if len(pieces) > 1:
        shapes += [(crowd - 1, glance)] * (crowd > 1) + [(crowd + 1, False)]
    forms = [_Form(columns, flat, False) for columns, flat in shapes]
    if glance and bare:
        forms += [_Form(n, True, True) for n in (crowd, crowd + 1) if n <= len(pieces)]
    if bare and any(len(broken_name(piece)) > 1 for piece in pieces):
        forms.append(_Form(crowd, False, True, True))
    return [_measured(pieces, form) for form in forms]


def _measured(pieces: Sequence[Piece], form: _Form) -> _Form:
    columns = (pieces[n :: form.columns] for n in range(form.columns))
    high = max(sum(_high(piece, form) for piece in column) for column in columns) + 2
    return replace(form, w=round(sum(_widths(pieces, form)), 1), h=high)


def _widths(pieces: Sequence[Piece], form: _Form | Card) -> list[float]:
    """Of each column as wide as its widest piece."""
    columns = (pieces[n :: form.columns] for n in range(form.columns))
    return [max(_wide(piece, form) for piece in column) for column in columns]


def _wide(piece: Piece, form: _Form | Card) -> float:
    below = 0.0 if form.bare else text_width(piece.glance, SMALL)
    if form.flat and below:
        return round(named_wide(piece) + 8 + below + 31, 1)
    return round(max(named_wide(piece, form.broken), below) + 34, 1)


def _high(piece: Piece, form: _Form | Card) -> int:
    if form.flat:
        return FLAT
    two_rows = len(broken_name(piece)) > 1 if form.broken else piece.glance and not form.bare
    return ROW if two_rows else ROW - 10
