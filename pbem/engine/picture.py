"""The board, and what lies next to it, as one audience may see it, in plain pieces that can be drawn without knowing
the game.

A rule set fills them from a veiled state, so nothing in them is more than its reader may know. Positions
are schematic, 0 to 1000 on both axes, origin at the top left: our own drawing, not the publisher's.
"""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from pbem.engine.declared import Side


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that stands on the board.

    Attributes:
        side: a side id, or "" for nobody's.
        glance: what it has, as short as can be, such as `2MA 1LB`; `words`: the same in full.
        active: it acts now.
    """

    id: str
    name: str
    side: str
    glance: str = ""
    words: str = ""
    active: bool = False


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of the board.

    Attributes:
        kind: decides its shape: an id in `Picture.kinds`.
        owner: the side it favours or that controls it, or "".
        marks: markers that lie on it, one or two letters each with what they mean.
        area: id of the area it belongs to, or "".
        ground: the centres of the hexes that it fills, on a board with a grid. `parts`: their ids, where
            moves name them instead of the place.
    """

    id: str
    name: str
    kind: str
    x: int
    y: int
    owner: str = ""
    area: str = ""
    port: bool = False
    marks: tuple[tuple[str, str], ...] = ()
    pieces: tuple[Piece, ...] = ()
    ground: tuple[tuple[int, int], ...] = ()
    parts: tuple[str, ...] = ()


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """A connection of two places.

    Attributes:
        kind: an id in `Picture.ways_by_kind`, widest first.
        by: points through which it is drawn, as a sea route around a coast; mostly none.
    """

    a: str
    b: str
    kind: str
    one_way: bool = False
    by: tuple[tuple[int, int], ...] = ()


class Edge(Struct, frozen=True, forbid_unknown_fields=True):
    """What runs along the side that two hexes share; `kind`: an id in `Picture.edges_by_kind`."""

    a: str
    b: str
    kind: str


class Sea(Struct, frozen=True, forbid_unknown_fields=True):
    """A sea; pieces may be on it."""

    id: str
    name: str
    x: int
    y: int
    pieces: tuple[Piece, ...] = ()


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of place: how it is drawn and its name.

    Attributes:
        shape: `square`, `circle`, `tower`, `star` or `box`; `hex` for a hex of a grid, which has its id in
            small print and a dot if its name is another.
        fill: colour of its ground, "" for that of its owner. `sign`: what tells it apart without colour.
    """

    id: str
    shape: str
    name: str
    fill: str = ""
    sign: str = ""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of a side went from one place or sea to another, as `words` tell; an arrow on the map.

    Attributes:
        to: "" for off the map. `kind`: `move`, `retreat` or `exile`. `via`: places between, in their order.
    """

    origin: str
    to: str
    side: str
    words: str = ""
    kind: str = "move"
    via: tuple[str, ...] = ()


class Picture(Struct, frozen=True, forbid_unknown_fields=True):
    """The board as it is drawn: all that a map shows.

    Attributes:
        sides: id and side, in the order of the game; the first is drawn light, the others dark.
        owned: what a place's owner is called, such as `Favour`.
        kinds: of places. `ways_by_kind`: id and name, from the easiest to the hardest way.
        areas: id and name of areas that count as a whole.
        land: outlines of the land as closed rings of points; none where places are the land.
        cells: places are areas, each up to its neighbours.
        key: abbreviations of `Piece.glance`, with what they mean.
        grid: how far apart the centres of neighbours in a row of hexes are; 0 without hexes,
            64 or more where they have small print.
        edges: what runs between hexes. `edges_by_kind`: id and name; the first is drawn as a river, the
            others as broad water.
    """

    sides: tuple[tuple[str, Side], ...]
    owned: str
    kinds: tuple[Shape, ...]
    ways_by_kind: tuple[tuple[str, str], ...]
    places: tuple[Place, ...]
    ways: tuple[Way, ...]
    seas: tuple[Sea, ...] = ()
    areas: tuple[tuple[str, str], ...] = ()
    land: tuple[tuple[tuple[int, int], ...], ...] = ()
    cells: bool = False
    key: tuple[tuple[str, str], ...] = ()
    grid: int = 0
    edges: tuple[Edge, ...] = ()
    edges_by_kind: tuple[tuple[str, str], ...] = ()

    @property
    def spaces(self) -> tuple[Place | Sea, ...]:
        """Wherever pieces may be."""
        return (*self.places, *self.seas)

    @property
    def is_bare(self) -> bool:
        """Is there no piece on it, as where a scenario is a battle without a map?"""
        return not any(space.pieces for space in self.spaces)


# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.


KINDS = ("card", "block", "counter", "chit")
STANDS, LIES, DOWN = "", "lies", "down"
"""A block stands, or lies with its face up as it does in battle; whatever is face down shows nothing."""


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that lies there.

    Attributes:
        kind: a `card`, a `block` with its strength along its edges, a `counter`, or a `chit` of which there are
            `count` in one box.
        text: its name, and `notes` what else is printed on it, short: `A3`, `2*`. `words`: the same in full, for
            who listens or points at it.
        piece, place, card: the id of what it is, if it is any.
        pose: STANDS, LIES or DOWN.
        steps: the strength that is left to it, `full`: when nothing is lost; 0 without any.
        active: it acts now, or it was used.
    """

    kind: str
    text: str = ""
    side: str = ""
    piece: str = ""
    place: str = ""
    card: str = ""
    notes: tuple[str, ...] = ()
    words: str = ""
    pose: str = STANDS
    steps: int = 0
    full: int = 0
    count: int = 0
    active: bool = False

    @property
    def edges(self) -> tuple[int, ...]:
        """The numbers along the edges of a block, from the upper one clockwise: the upper one is what is left,
        and a block that takes a hit is turned by a quarter."""
        if not self.full:
            return ()
        return tuple(
            n if 0 < n <= self.full else 0
            for n in ((self.steps - 1 - turn) % max(4, self.full) + 1 for turn in range(4))
        )


def face_down(kind: str, side: str, count: int = 1) -> tuple[Token, ...]:
    """So many that show nothing but whose they are."""
    return (Token(kind, side=side, pose=DOWN),) * count


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens side by side, in their order, below a title: a wing, a rank, Reserves."""

    tokens: tuple[Token, ...]
    title: str = ""


class TrayRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Groups side by side; a row of a battle line is a side."""

    groups: tuple[Group, ...]
    title: str = ""
    side: str = ""

    @property
    def columns(self) -> bool:
        """Are its groups columns, each with a title, as those of the row below or above?"""
        titled = not self.title and all(group.title for group in self.groups)
        return titled and len(self.groups) > 1


class Tray(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand, a mat, a stack or a battle line.

    Attributes:
        near: it belongs beside the question, whatever is asked.
        piece, place: whose mat it is, or of which place it tells: it comes beside the question with him.
        key: signs on it, with what they mean.
    """

    title: str
    rows: tuple[TrayRow, ...]
    side: str = ""
    near: bool = False
    piece: str = ""
    place: str = ""
    key: tuple[tuple[str, str], ...] = ()

    @property
    def is_battle(self) -> bool:
        """Is it the board of the battle that is being fought?"""
        return self.near and bool(self.place)

    @property
    def tokens(self) -> Iterator[Token]:
        return (token for row in self.rows for group in row.groups for token in group.tokens)

    @property
    def pieces(self) -> dict[str, str]:
        """The names of the pieces on it, by their ids; of many in one box only how many are printed, and no name."""
        some = (token for token in self.tokens if token.piece and token.kind != "chit")
        return {token.piece: token.text for token in some}


def signs_on(
    rows: Iterable[TrayRow], signs: Iterable[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    """Those of these signs that some token of the rows has: `MA` is in `R 2MA`, and `V` is not in `Valour`."""
    tokens = [token for row in rows for group in row.groups for token in group.tokens]
    text = " ".join(note for token in tokens for note in (token.text, *token.notes))
    apart = "(?<![A-Za-z]){}(?![A-Za-z])"
    return tuple(
        (sign, meaning) for sign, meaning in signs if re.search(apart.format(re.escape(sign)), text)
    )


class Cast(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of a battle that fell for one purpose, drawn next to whoever rolled them.

    Attributes:
        label: as the rules named them, with ids of pieces and sides; `words`: the same to be read.
        wins: values that succeed; none where any number means something. `verdict`: `holds`, `no`, `2 of 5 hold`.
    """

    label: str
    words: str
    values: tuple[int, ...]
    wins: tuple[int, ...] = ()
    verdict: str = ""


class Fight(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle as it is drawn: its boards, the dice that fell last, and once it is over how it ended.

    Attributes:
        ends: `Outcome`, `Losses`, `Retreat`, each with sentences; none while it is being fought.
    """

    trays: tuple[Tray, ...] = ()
    casts: tuple[Cast, ...] = ()
    ends: tuple[tuple[str, tuple[str, ...]], ...] = ()


def tray(title: str, *tokens: Token, side: str = "", near: bool = False) -> tuple[Tray, ...]:
    """One with a single row, as a hand is; none without tokens."""
    if not tokens:
        return ()
    return (Tray(title, (TrayRow((Group(tokens),)),), side, near),)


def tray_row(
    title: str, groups: Iterable[tuple[str, tuple[Token, ...]]], side: str = ""
) -> TrayRow:
    """A row of the groups that have tokens."""
    return TrayRow(tuple(Group(tokens, name) for name, tokens in groups if tokens), title, side)


def battle_row(
    title: str, groups: Iterable[tuple[str, tuple[Token, ...]]], side: str = ""
) -> TrayRow:
    """A side's row of a battle: its groups without tokens keep those of both sides in one order."""
    return TrayRow(tuple(Group(tokens, name) for name, tokens in groups), title, side)
