"""The board of a battle: its sides face each other, as the game's players know it; on the desk and on every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from pbem.drawing.tags import Markup
from pbem.drawing.templates import environment
from pbem.engine.declared import Side
from pbem.engine.picture import Tray
from pbem.resources import resource

Styles = Mapping[str, tuple[str, str, str]]
"""How a side is drawn: its classes, its colour, and what its people are called."""


class Line(Struct, frozen=True):
    """A battle as it is drawn: what stands at the same place of both sides is in one of the `columns`."""

    tray: Tray
    columns: list[str]

    @classmethod
    def of(cls, tray: Tray) -> Line:
        """The columns are the titles of the groups, if both sides have some of them."""
        titles, columns = list[str](), list[str]()
        # Where rows are nothing but columns, as on a Battle Board, the others stand free.
        rows = [row for row in tray.rows if row.columns] or tray.rows
        for row in rows:
            titles += (row_titles := [group.title for group in row.groups if group.title])
            for n, title in enumerate(row_titles):
                if title not in columns:
                    later = (columns.index(one) for one in row_titles[n + 1 :] if one in columns)
                    columns.insert(next(later, len(columns)), title)
        aligned = len(columns) < len(titles)
        return cls(tray, columns if aligned else [])


def board(trays: Iterable[Tray], sides: Sequence[tuple[str, Side]], live: bool = False) -> Markup:
    """The boards of battles, "" without any. `live`: its pieces are buttons, as on the desk."""
    lines = [Line.of(tray) for tray in trays if tray.is_battle]
    if not lines:
        return Markup()
    template = environment().get_template("html/board.html.j2")
    return Markup(template.render(battles=lines, sides=side_styles(sides), live=live))


def side_styles(sides: Sequence[tuple[str, Side]]) -> Styles:
    """How each side's pieces are drawn."""
    return {id: (f"side side{n}", side.colour, side.people) for n, (id, side) in enumerate(sides)}


def css() -> Markup:
    """The style of boards and of what lies on them."""
    return Markup(resource("templates/html/board.css").read_text("utf-8"))
