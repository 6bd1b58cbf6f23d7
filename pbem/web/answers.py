"""Answers of a policy by choosing: the forms that an answer to a question can have, with lists for what they name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from pbem.engine.decision import Decision, Field, Part
from pbem.engine.notation import EVERYBODY
from pbem.engine.script import ASK, PASS
from pbem.engine.vocabulary import answering
from pbem.errors import NotOnThisPage
from pbem.reports.writing import spaces_of
from pbem.web.seat import Seat

NUMBERS = range(1, 21)
MOST_SEVERAL = 3
"""So many are named in a row by choosing."""
WITH = " with "

Named = tuple[str, str]
"""A word, and what it is called."""


class Gap(Struct, frozen=True):
    """A word of a form, or what is chosen there.

    Attributes:
        text: a word that always stands there, "" for what is chosen.
        name: of what is chosen. `any`: what leaves it open. `groups`: headings with what can be chosen.
        times: how many can be chosen.
    """

    text: str = ""
    name: str = ""
    any: str = ""
    groups: Sequence[tuple[str, Sequence[Named]]] = ()
    times: int = 1


class Form(Struct, frozen=True):
    """One way to answer: number `n` of its question."""

    n: int
    gaps: Sequence[Gap]


def forms(seat: Seat, kind: str) -> list[Form]:
    """The ways to answer questions of a kind, the shorter first."""
    known = _known(seat)
    return [
        Form(n, [gap for part in one.notation.parts for gap in _gaps(one, part, n, known)])
        for n, one in enumerate(_kinds(seat, kind))
    ]


def _kinds(seat: Seat, kind: str) -> list[type[Decision]]:
    found = answering(seat.game.ledger.rules, kind)
    return sorted(found, key=lambda one: (len(one.notation.fields), one.notation.line))


Known = Mapping[str, Sequence[tuple[str, Sequence[Named]]]]
"""Kind of field to headings with words."""


def _known(seat: Seat) -> Known:
    rules, picture = seat.game.ledger.rules, seat.stand.picture
    names, places = spaces_of(picture)
    own = {p.id for space in picture.spaces for p in space.pieces if p.side == seat.side}
    mine = {names[id] for id in own}
    pieces = sorted({name: id for id, name in names.items()}.items())
    cards = [(card.id.lower(), f"{card.id} {card.names}") for card in rules.cards()]
    return {
        "piece": [
            ("Yours", [(id, name) for name, id in pieces if name in mine]),
            ("Others", [(id, name) for name, id in pieces if name not in mine]),
        ],
        "place": [("Places", sorted(places.items(), key=lambda one: one[1]))],
        "card": [("Cards", cards)],
        "amount": [("How many", [(str(n), str(n)) for n in NUMBERS])],
    }


def _gaps(kind: type[Decision], part: Part, n: int, known: Known) -> list[Gap]:
    """What stands for a part of a line."""
    if not part.field:
        text = part.before.strip(": ")
        return [Gap(text)] if text else []
    name = f"{n}-{part.field}"
    if part.flag:
        word = part.before.strip()
        return [Gap("", name, "\N{EN DASH}", [("", [(word, word)])])]
    field = kind.notation.fields[part.field]
    groups = [*_groups(field, known)]
    words = [Gap(text) for text in (part.before.strip(), part.after.strip()) if text]
    if part.before == WITH:
        groups = [("", [(EVERYBODY[0], "all who can")]), *groups]
    some = MOST_SEVERAL if field.several else 1
    open_ = "\N{EN DASH}" if part.optional else f"any {part.field.replace('_', ' ')}"
    gap = Gap("", name, open_, groups, some)
    return [*words[:1], gap, *words[1:]] if part.before.strip() else [gap, *words]


def _groups(field: Field, known: Known) -> Sequence[tuple[str, Sequence[Named]]]:
    words = field.kind.words
    if words:
        return [("", [(word, word.replace("_", " ")) for word in words])]
    return known.get(field.kind.name, ())


def answer(seat: Seat, kind: str, words: Mapping[str, str]) -> str:
    """The answer that was chosen: `form` is its number, or `ask` or `pass`. Raises NotOnThisPage."""
    form, kinds = words.get("form", ""), _kinds(seat, kind)
    if form in (ASK, PASS):
        return form
    if not (form.isdecimal() and int(form) < len(kinds)):
        raise NotOnThisPage(why="no answer was chosen")
    text = "".join(
        _text(part, words.get(f"{form}-{part.field}", ""))
        for part in kinds[int(form)].notation.parts
    )
    line = " ".join(re.sub(r"^[ :]+", "", text).split())
    if not line:
        raise NotOnThisPage(why="choose what the answer names")
    return line


def _text(part: Part, chosen: str) -> str:
    """A part as it stands in the line; what is left open is any."""
    said = " ".join(chosen.split())
    if not part.field:
        return part.before
    if part.flag:
        return f" {said}"
    if not said:
        return "" if part.optional else " "
    return f"{part.before or ' ' * (not part.optional)}{said}{part.after}"
