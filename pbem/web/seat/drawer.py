"""The drawer beside the map: what somebody looked up, until he closes it. It covers nothing that is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.drawing.tags import Markup, tag
from pbem.drawing.templates import environment
from pbem.engine.document import AnyPart
from pbem.errors import PbemError
from pbem.web.lookups.links import live
from pbem.web.seat.seat import Drawer, Opened, Seat
from pbem.web.server.page import Answer


def drawer_panel(seat: Seat) -> str:
    """The drawer, hidden while nothing lies in it."""
    if seat.drawer is None:
        return tag("aside", id="drawer", hidden="hidden")
    try:
        contents = seat.drawer(seat)
    except PbemError as error:
        contents = Drawer("It cannot be told", paragraphs(str(error)))
    return template_markup("drawer", title=contents.title, body=Markup(contents.body))


def open_(seat: Seat, opened: Opened) -> Answer:
    """Put something into the drawer. Raises what making it raises; what lay in it stays then."""
    contents = opened(seat)
    seat.drawer = opened
    return seat.answer(f"{contents.title}: open next to the map.")


def show(seat: Seat, title: str, body: str) -> Answer:
    """Put something into it that stays as it is."""
    return open_(seat, lambda seat: Drawer(title, body))


def close(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Close it."""
    seat.drawer = None
    return seat.answer("Closed.")


def template_markup(name: str, **context: Any) -> Markup:
    """One of the desk's templates."""
    return Markup(environment().get_template(f"desk/{name}.html.j2").render(**context))


def document_markup(seat: Seat, parts: Sequence[AnyPart]) -> Markup:
    """A document, in the colours of the game's sides."""
    return live(parts, tuple(seat.game.ledger.rules.sides.items()))


def paragraphs(*sentences: str) -> Markup:
    """A paragraph each."""
    return Markup("".join(tag("p", one) for one in sentences))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {"close": close}
