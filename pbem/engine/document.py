"""A position, or a whole report, as a document: what is said, and which piece or place each word shows.

A rule set makes one from a veiled state, so nothing in it is more than its reader may know. A format
(`pbem.reports.formats`) renders every part, and knows no game. All of it is text: a format makes it
harmless. The parts are in the order in which they are read aloud.
"""
# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from collections.abc import Sequence

from msgspec import Struct

from pbem.engine.declared import Side
from pbem.engine.picture import Fight, Move, Picture


class Cell(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A few words, and the piece, the place or the card (their ids) that they show.

    Attributes:
        side: whose it is: a side id, or "" for nobody's.
        heard: the same for who listens, where the text is a code: `5-2-3-6`, `2LB 1MA`.
    """

    text: str
    piece: str = ""
    place: str = ""
    side: str = ""
    heard: str = ""
    card: str = ""


Cells = tuple[Cell, ...]
"""A list of words: they are read one after the other, with commas between."""


def cells(*texts: str | Cell) -> Cells:
    """What is said as cells; empty texts are left out."""
    text_cells = (Cell(one) if isinstance(one, str) else one for one in texts)
    return tuple(cell for cell in text_cells if cell.text)


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag=str.lower):
    """One part of a document."""


class Heading(Part, frozen=True):
    """Opens what follows, up to the next heading of its level or above.

    Attributes:
        level: 1 for the document's title, 2 for its chapters, and on without gaps.
        anchor: a word by which a page can be entered here.
        entry: the last entry of the log that it tells of; 0 for other chapters.
    """

    text: str
    level: int = 3
    anchor: str = ""
    entry: int = 0


class Note(Part, frozen=True):
    """A paragraph.

    Attributes:
        title: what it is about: `Influence`.
        mark: what it is in the document: `lead` (its sum), `call` (what the reader must do), `foot`
            (small print at the end), "" for all else.
        copied: words to be copied as they stand, at its end.
    """

    text: str
    title: str = ""
    mark: str = ""
    copied: str = ""


class Item(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One row of a list, read as `title: line words (aside)`, then the rows below it.

    Attributes:
        line: an order line, to be copied as it stands.
        words: what is said. `aside`: a rule or a remark.
        mark: what it is in a story: `order`, `part` (opens a part of it), `die`, `move`, `rout`; or "".
        fold: a format that can hide something hides this row behind these words.
    """

    words: Cells = ()
    title: str = ""
    line: str = ""
    aside: str = ""
    items: tuple["Item", ...] = ()
    mark: str = ""
    fold: str = ""


class Items(Part, frozen=True):
    """A list.

    Attributes:
        caption: its title, if it has one.
        kind: `story` (what happened, in its order), `choices` (order lines), `panel` (a summary that
            stands out), or "" for any other.
        fold: a format that can hide something hides the list behind these words.
    """

    items: tuple[Item, ...]
    caption: str = ""
    kind: str = ""
    fold: str = ""


class ReportTable(Part, frozen=True, tag="table"):
    """A table. The first field of each row heads it, each column has its name; a field may list several.

    Attributes:
        described: the second field says what the row's head is, and is read with it.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cells, ...], ...]
    described: bool = False


class Mark(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A marker on a track, or (`goal`) a number that means something there."""

    at: int
    text: str
    side: str = ""
    piece: str = ""
    goal: bool = False


class Track(Part, frozen=True):
    """Numbers from `low` to `high` with markers on them.

    Attributes:
        words: where the markers are, for who does not see the track.
    """

    caption: str
    words: str
    low: int
    high: int
    marks: tuple[Mark, ...]


class Box(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A box of a calendar.

    Attributes:
        number: as printed. `title`: its time. `now`: it is that time.
        notes: what happens in it whatever the players do.
    """

    number: int
    title: str
    now: bool = False
    holds: Cells = ()
    notes: str = ""


class Calendar(Part, frozen=True):
    """Boxes of time, and what lies in them. Boxes off its ends are there only if they hold something."""

    caption: str
    boxes: tuple[Box, ...]


class Mat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A mat, or whatever else has a title and lines on it.

    Attributes:
        at: where it stands. `row`, `column`: in the figure's grid, from 0.
    """

    title: Cell
    items: tuple[Item, ...]
    at: Cell = Cell("")
    row: int = 0
    column: int = 0


class Figure(Part, frozen=True):
    """Mats one after the other, or with `rows` and `columns` a grid such as a battle line."""

    caption: str
    mats: tuple[Mat, ...]
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


class Course(Part, frozen=True):
    """A number turn by turn, the first before the first turn; `words` say the same.

    Attributes:
        turns: the name of the turn with the number in words. `values`: positive for the first side.
        sides: the names of the first side and of the second.
    """

    words: str
    turns: tuple[str, ...]
    values: tuple[int, ...]
    sides: tuple[str, str] = ("", "")


class Map(Part, frozen=True):
    """The picture with moves as arrows, in the order of events; words for it are in other parts.

    Attributes:
        title: the game. `now`: where it stands.
    """

    picture: Picture
    title: str
    now: str
    moves: tuple[Move, ...] = ()


class Board(Part, frozen=True):
    """The boards of battles with their dice, as `engine.picture.Fight`; words for them are in other parts."""

    fight: Fight


AnyPart = Heading | Note | Items | ReportTable | Track | Calendar | Figure | Course | Map | Board


class Document(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position as one reader may know it.

    Attributes:
        now: where the game stands. `headline`: the same in two short sentences, with the score.
        sides: side id to side, in the order of the game.
        battle: the place of the battle that is being fought, "" without one.
        note: for every report's small print.
    """

    now: str
    headline: str
    sides: tuple[tuple[str, Side], ...]
    parts: tuple[AnyPart, ...]
    battle: str = ""
    note: str = ""


def cells_text(parts: Sequence[Cell]) -> str:
    """Cells as one line."""
    return separator(parts).join(cell.text for cell in parts)


def separator(parts: Sequence[Cell]) -> str:
    """Commas stand between cells, semicolons where one has points of its own, nothing between sentences."""
    if all(cell.text.endswith(".") for cell in parts):
        return " "
    return "; " if any("," in cell.text or ":" in cell.text for cell in parts) else ", "


def parted(parts: Cells) -> tuple[Cells, Cells]:
    """A list as what is read in its line, and what stands row by row below.

    A cell that shows nothing, before cells that do, sums them up: `strength 6`. Without one a list
    whose cells have points of their own stands row by row.
    """
    first, rest = parts[:1], parts[1:]
    shows = [bool(cell.piece or cell.place) for cell in parts]
    if rest and all(shows[1:]) and not shows[0]:
        return first, rest
    return ((), parts) if rest and separator(parts) == "; " else (parts, ())
