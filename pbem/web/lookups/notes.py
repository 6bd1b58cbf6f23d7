"""What is known of a place, a piece or a card, and what its reader has noted: shown where it is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pbem.drawing.tags import Markup, tag
from pbem.engine.about import AIMS
from pbem.engine.document import AnyPart, Figure, Item, Items, Mat, Note, cells
from pbem.engine.picture import Piece, Place
from pbem.errors import NotOnThisPage
from pbem.home import computer, notebook
from pbem.imagine.foretell import odds_offered
from pbem.web.lookups.books import card_body, has_text
from pbem.web.lookups.chances import are_offered, names
from pbem.web.seat.drawer import document_markup, open_, template_markup
from pbem.web.seat.highlights import name_of, place_of
from pbem.web.seat.lines import number
from pbem.web.seat.seat import Drawer, Seat
from pbem.web.server.page import Answer, whole_number

BRANCH, ENTRY = "branch", "entry"


def about(seat: Seat, words: Mapping[str, str]) -> Answer:
    """What there is to know of `what`, as `place:york`, `piece:warwick`, `card:Y20`, `entry:31`, `branch:first`."""
    what = words.get("what", "")
    if what.partition(":")[0] not in (*AIMS, ENTRY, BRANCH) or not what.partition(":")[2]:
        raise NotOnThisPage(why="it is about nothing")
    return open_(seat, lambda seat: _about(seat, what))


def _about(seat: Seat, what: str) -> Drawer:
    kind, _, id = what.partition(":")
    title = _title(seat, what)
    rules = seat.game.ledger.rules
    is_text = kind == "card" and has_text(rules, id)
    body = card_body(rules, id) if is_text else document_markup(seat, tuple(_facts(seat, kind, id)))
    mine = [(n, one) for n, one, about in _keyed(seat) if about == what]
    more = template_markup("about", what=what, odds=_odds(seat, what), notes=mine)
    return Drawer(title, body + more)


def _title(seat: Seat, what: str) -> str:
    kind, _, id = what.partition(":")
    return f"{kind.title()} {id}" if kind in (ENTRY, BRANCH) else name_of(seat.names, what)


def _facts(seat: Seat, kind: str, id: str) -> Iterator[AnyPart]:
    """What this player knows of a place and the pieces there, or of a piece and its mat."""
    stand = seat.stand
    if kind == "place":
        place = place_of(stand.picture, id)
        if place is not None:
            yield Items(tuple(_place_items(seat, place)))
        space = next((one for one in stand.picture.spaces if one.id == id), None)
        pieces = space.pieces if space is not None else ()
        yield (
            Items(tuple(map(_piece_item, pieces)), "There") if pieces else Note("Nobody is there.")
        )
    if kind == "piece":
        mats = [mat for mat in _mats(stand.document.parts) if mat.title.piece == id]
        for space in stand.picture.spaces:
            for piece in space.pieces:
                if piece.id == id:
                    yield Items((Item(cells(space.name), "At"), _piece_item(piece)))
        if mats:
            yield Figure("", tuple(mats))


def _place_items(seat: Seat, place: Place) -> Iterator[Item]:
    picture = seat.stand.picture
    kind = next((one.name for one in picture.kinds if one.id == place.kind), place.kind)
    yield Item(cells(kind), "Kind")
    area = dict(picture.areas).get(place.area, "")
    if area:
        yield Item(cells(area), "Area")
    if place.owner:
        side = dict(picture.sides)[place.owner]
        yield Item(cells(side.name), picture.owned.capitalize())
    for _, meaning in place.marks:
        yield Item(cells(meaning))


def _piece_item(piece: Piece) -> Item:
    return Item(cells(piece.words or piece.glance), piece.name)


def _mats(parts: Sequence[AnyPart]) -> Iterator[Mat]:
    for part in parts:
        if isinstance(part, Figure):
            yield from part.mats


def _odds(seat: Seat, what: str) -> list[str]:
    """The odds that can be asked of it; none in a branch, or where the game has none or the table's terms forbid it."""
    if seat.tried or not are_offered(seat.game):
        return []
    return [one.name for one in odds_offered(seat.game).values() if names(one, what)]


# -- notes ------------------------------------------------------------------------------------------


def _notes(seat: Seat) -> list[notebook.Note]:
    return notebook.load(_path(seat))


def _path(seat: Seat) -> Path:
    return notebook.path_of(computer.pins().folder, seat.game.ledger.game)


def key(seat: Seat, note: notebook.Note) -> str:
    """What a note is about, as `place:york`: by its kind and id, or by an id or a name; else its entry, `entry:12`."""
    word = note.about.strip().lower()
    kind, _, id = note.about.strip().partition(" ")
    if not word:
        return f"{ENTRY}:{note.entry}"
    if id and kind in (*AIMS, BRANCH):
        return f"{kind}:{id}"
    picture = seat.stand.picture
    for place in picture.places:
        if word in (place.id.lower(), place.name.lower()):
            return f"place:{place.id}"
    for space in picture.spaces:
        for piece in space.pieces:
            if word in (piece.id.lower(), piece.name.lower()):
                return f"piece:{piece.id}"
    for card in seat.game.ledger.rules.cards():
        if word in (card.id.lower(), *(half.name.lower() for half in card.halves)):
            return f"card:{card.id}"
    return f"{ENTRY}:{note.entry}"


def _keyed(seat: Seat) -> list[tuple[int, notebook.Note, str]]:
    """All notes, by number, with what each is about."""
    return [(n, one, key(seat, one)) for n, one in enumerate(_notes(seat))]


def notes(seat: Seat, words: Mapping[str, str]) -> Answer:
    """All notes on this game."""
    return open_(seat, _all)


def _all(seat: Seat) -> Drawer:
    last = len(seat.game.save.entries) - 1
    rows = [(n, one, what, _title(seat, what)) for n, one, what in _keyed(seat)]
    return Drawer("Your notes", template_markup("notes", notes=rows, last=last))


def note(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Note `text` on `what`; it stays on this machine."""
    last = len(seat.game.save.entries) - 1
    kind, _, id = words.get("what", "").partition(":")
    at = whole_number(id) if kind == ENTRY else None
    entry = last if at is None else at
    word = "" if kind == ENTRY else f"{kind} {id}"
    text, held = words.get("text", "").strip(), _notes(seat)
    if not text:
        raise NotOnThisPage(why="the note has no text")
    new_note = notebook.Note(entry, text, word)
    if why := notebook.trouble(new_note, held, last):
        raise NotOnThisPage(why=why)
    notebook.save(_path(seat), [*held, new_note])
    return seat.answer("Noted, for you alone.")


def unnote(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take note `at` away."""
    held = _notes(seat)
    at = number(words, "at", len(held))
    notebook.save(_path(seat), held[:at] + held[at + 1 :])
    return seat.answer(f"Taken away: {held[at]}")


def note_marks(seat: Seat) -> str:
    """What has notes, for the page to mark it where it stands."""
    texts_by_key: dict[str, list[str]] = {}
    for own_note in _notes(seat):
        texts_by_key.setdefault(key(seat, own_note), []).append(own_note.text)
    joined = {what: " / ".join(texts) for what, texts in texts_by_key.items()}
    return tag("div", Markup(), id="noted", hidden="hidden", data_noted=json.dumps(joined))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "about": about,
    "notes": notes,
    "note": note,
    "unnote": unnote,
}
