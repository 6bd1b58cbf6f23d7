"""The board of a battle: its sides face each other, as the game's players know it; on the desk and on every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.drawing.tags import Markup
from pbem.drawing.templates import environment
from pbem.engine.declared import Side
from pbem.engine.picture import Cast, Fight, Tray
from pbem.resources import resource

Styles = Mapping[str, tuple[str, str, str]]
"""How a side is drawn: its classes, its colour, and what its people are called."""


class Line(Struct, frozen=True):
    """A battle as it is drawn: what stands at the same place of both sides is in one of the `columns`.

    Attributes:
        by_piece: dice below the piece that rolled them. `by_row`: below the side, by the number of its row.
        loose: dice of whoever has left the board.
    """

    tray: Tray
    columns: list[str]
    by_piece: Mapping[str, list[Cast]]
    by_row: Mapping[int, list[Cast]]
    loose: list[Cast]

    @classmethod
    def of(cls, tray: Tray, casts: Iterable[Cast] = ()) -> Line:
        """The columns are the titles of the groups, if both sides know some of them or rows are nothing but columns. A
        group without tokens has no column of its own, but keeps those of the other side in their order."""
        titles, columns, aligned = list[str](), list[str](), False
        # Where rows are nothing but columns, as on a Battle Board, the others stand free.
        column_rows = [row for row in tray.rows if row.columns]
        rows = column_rows or tray.rows
        # One group without a side's title has left the field.
        rows = [row for row in rows if row.title or len(row.groups) > 1] or rows
        for row in rows:
            aligned = aligned or any(group.title in columns for group in row.groups)
            titles += [group.title for group in row.groups if group.title and group.tokens]
            row_titles = [group.title for group in row.groups if group.title]
            for n, title in enumerate(row_titles):
                if title not in columns:
                    later = (columns.index(one) for one in row_titles[n + 1 :] if one in columns)
                    columns.insert(next(later, len(columns)), title)
        columns = [title for title in columns if title in titles]
        aligned = aligned or bool(column_rows)
        return cls(tray, columns if aligned else [], *_placed(tray, casts))


def _placed(
    tray: Tray, casts: Iterable[Cast]
) -> tuple[dict[str, list[Cast]], dict[int, list[Cast]], list[Cast]]:
    """The dice of the pieces on a board, those of its rows, and the others; a label names who rolled."""
    names = tray.pieces
    rows = dict[str, int]()
    for n, row in enumerate(tray.rows):
        rows.setdefault(row.side, n)
    by_piece, by_row, loose = dict[str, list[Cast]](), dict[int, list[Cast]](), list[Cast]()
    for cast in casts:
        words = cast.label.split()
        # A block has the letter of its side before the name that its dice have.
        pieces = {id for id in names if id in words} or {
            id for id in names if any(id.endswith(f"_{word}") for word in words)
        }
        side = next((word for word in words if word in rows), "")
        if len(pieces) == 1 and side not in words[:1]:
            (piece,) = pieces
            by_piece.setdefault(piece, []).append(_without(cast, names[piece]))
        elif side:
            name = next((word for word in cast.words.split() if word.lower() == side), "")
            by_row.setdefault(rows[side], []).append(_without(cast, name))
        else:
            loose.append(cast)
    return by_piece, by_row, loose


def _without(cast: Cast, name: str) -> Cast:
    """Dice without the name that they are next to: `Protection Norfolk Militia` is `Protection of Militia`, and
    `Burgundian Handgunners York (the higher, the more come)` is `Burgundian Handgunners (the higher, the more come)`."""
    others, bracket, meaning = " ".join(cast.words.replace(name, "", 1).split()).partition(" (")
    label = cast.words.removesuffix(f"{bracket}{meaning}")
    rest = others.removesuffix(" of")
    purpose, _, whose = rest.partition(" ")
    amid = not label.startswith(name) and not label.endswith(name)
    if whose and amid and not whose.startswith(("of ", "from ")):
        rest = f"{purpose} of {whose}"
    return replace(cast, words=f"{rest[:1].upper()}{rest[1:]}{bracket}{meaning}")


def board(fight: Fight, sides: Sequence[tuple[str, Side]], live: bool = False) -> Markup:
    """The boards of a battle with its dice and how it ended, "" without any. `live`: its pieces are buttons."""
    lines = [Line.of(tray, fight.casts) for tray in fight.trays if tray.is_battle]
    if not lines:
        return Markup()
    template = environment().get_template("html/board.html.j2")
    styles = side_styles(sides)
    return Markup(template.render(battles=lines, fight=fight, sides=styles, live=live))


def side_styles(sides: Sequence[tuple[str, Side]]) -> Styles:
    """How each side's pieces are drawn."""
    return {id: (f"side side{n}", side.colour, side.people) for n, (id, side) in enumerate(sides)}


def css() -> Markup:
    """The style of boards and of what lies on them."""
    return Markup(resource("templates/html/board.css").read_text("utf-8"))
