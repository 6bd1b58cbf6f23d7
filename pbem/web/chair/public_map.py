"""A position as everybody may see it: what the map of the chair shows, and of what comes of a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from msgspec.structs import replace

from pbem.drawing.svg import draw
from pbem.drawing.tags import Markup
from pbem.engine.document import AnyPart, Map
from pbem.engine.picture import Picture, Piece
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.reports.context import PUBLIC
from pbem.web.lookups.at_pointer import about
from pbem.web.seat.position import PositionView


def public(ledger: Ledger) -> PositionView | None:
    """Where a game stands; None before all have joined."""
    if not ledger.begun:
        return None
    rules, state = ledger.rules, state_for(ledger.rules, ledger.play.state, PUBLIC)
    return PositionView(rules.report(state, PUBLIC, {}), rules.picture(state, PUBLIC), {})


def chart(title: str, stand: PositionView, changed: frozenset[str] = frozenset()) -> Markup:
    """Its map, on which what is `changed` is marked."""
    drawing = Map(stand.picture, title, stand.document.now)
    return Markup(draw(drawing, alone=False, live=True, changed=changed))


def differing(before: PositionView, after: PositionView) -> frozenset[str]:
    """The places and pieces that look otherwise on the map or in the tables: `place:york`, `piece:warwick`."""
    spaces_before, spaces_after = _spaces(before.picture), _spaces(after.picture)
    places = {
        f"place:{id}"
        for id in {*spaces_before, *spaces_after}
        if spaces_before.get(id) != spaces_after.get(id)
    }
    mine, theirs = (dict(_pieces(stand.picture)) for stand in (before, after))
    pieces = {
        f"piece:{id}"
        for id in {*mine, *theirs}
        if mine.get(id) != theirs.get(id)
        or parts_about_piece(before.document.parts, id)
        != parts_about_piece(after.document.parts, id)
    }
    return frozenset(places | pieces)


def _spaces(picture: Picture) -> Mapping[str, object]:
    """Each space without the pieces on it: who comes and goes is marked himself."""
    return {one.id: replace(one, pieces=()) for one in picture.spaces}


def _pieces(picture: Picture) -> Iterator[tuple[str, tuple[str, Piece]]]:
    """Each piece, with where it is."""
    of_spaces = ([(space.id, piece) for piece in space.pieces] for space in picture.spaces)
    return ((piece.id, (where, piece)) for where, piece in chain.from_iterable(of_spaces))


def parts_about_piece(parts: tuple[AnyPart, ...], id: str) -> tuple[AnyPart, ...]:
    return tuple(about(parts, "piece", id))
