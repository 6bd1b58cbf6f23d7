"""What a piece, a place or a card is, for who points at it: its mat, its rows, its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pbem.drawing.svg import Drawing
from pbem.drawing.templates import environment
from pbem.engine.document import AnyPart, Cell, Figure, Map, ReportTable
from pbem.engine.picture import Picture
from pbem.engine.ruleset import RuleSet
from pbem.errors import NotOnThisPage
from pbem.reports.order_sentences import names_of
from pbem.web.lookups.books import card_body, has_text
from pbem.web.lookups.links import live
from pbem.web.seat.highlights import name_of
from pbem.web.seat.position import PositionView
from pbem.web.seat.seat import Seat
from pbem.web.server.page import Answer


def peek(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Tell what `what` is; the page stays as it is."""
    return description(seat.game.ledger.rules, seat.stand, words.get("what", ""))


def description(rules: RuleSet[Any], stand: PositionView, what: str) -> Answer:
    """What a `place:york` is in this position. Raises NotOnThisPage."""
    kind, _, id = what.partition(":")
    if kind not in ("piece", "place", "card") or not id:
        raise NotOnThisPage(why="there is nothing to look at")
    parts = tuple(about(stand.document.parts, kind, id))
    template = environment().get_template("desk/hint.html.j2")
    html = template.render(
        name=name_of(names_of(rules, "", stand.picture, stand.trays), what),
        said=_said(stand.picture, kind, id),
        card=card_body(rules, id) if kind == "card" and has_text(rules, id) else "",
        found=live(parts, stand.document.sides) if parts else "",
    )
    return Answer({"hint": html})


def _said(picture: Picture, kind: str, id: str) -> str:
    """What the map says of it."""
    if kind == "place":
        drawing = Drawing(Map(picture, "", ""))
        return next((drawing.place_words(one) for one in picture.places if one.id == id), "")
    pieces = (piece for space in picture.spaces for piece in space.pieces if piece.id == id)
    return next((piece.words for piece in pieces), "")


def about(parts: tuple[AnyPart, ...], kind: str, id: str) -> Iterator[AnyPart]:
    """The mats and table rows about a piece or a place: those headed by it, and the mats of what is there."""

    def shows(cell: Cell) -> bool:
        return (cell.piece if kind == "piece" else cell.place) == id

    for part in parts:
        match part:
            case Figure():
                mats = [mat for mat in part.mats if shows(mat.title) or shows(mat.at)]
                if mats:
                    yield Figure("", tuple(replace(mat, row=0, column=0) for mat in mats))
            case ReportTable():
                rows = tuple(row for row in part.rows if any(shows(cell) for cell in row[0]))
                if rows:
                    yield replace(part, rows=rows)
            case _:
                pass


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {"peek": peek}
