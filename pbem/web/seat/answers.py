"""Answers of a policy by choosing: the forms that an answer to a question can have, with lists for what they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from pbem.engine.decision import Decision, Field, Part
from pbem.engine.notation import EVERYBODY
from pbem.engine.script import ASK, PASS
from pbem.engine.standing import DEFAULT
from pbem.errors import NotOnThisPage
from pbem.reports.policy_texts import ALWAYS, Answers, Piece, own_cards, question, whose_pieces
from pbem.reports.writing import spaces_of
from pbem.web.seat.seat import Seat
from pbem.web.server.page import whole_number

NUMBERS = range(1, 21)
MOST_SEVERAL = 3
"""So many are named in a row by choosing."""
WITH = " with "
OPEN = "\N{EN DASH}"

Named = tuple[str, str]
"""A word, and what it is called."""


class Gap(Struct, frozen=True):
    """Words of a form, or what is chosen there.

    Attributes:
        text: words that always stand there, "" for what is chosen.
        name: of what is chosen. `called`: its field. `any`: what leaves it open. `groups`: headings with what can be
            chosen.
        times: how many can be chosen.
    """

    text: str = ""
    name: str = ""
    called: str = ""
    any: str = ""
    groups: Sequence[tuple[str, Sequence[Named]]] = ()
    times: int = 1


class Form(Struct, frozen=True):
    """One way to answer: number `n` of its question, as a sentence with gaps; `line`: as its order line goes."""

    n: int
    gaps: Sequence[Gap]
    line: str

    @property
    def said(self) -> str:
        return " ".join("".join(gap.text or "\N{HORIZONTAL ELLIPSIS}" for gap in self.gaps).split())


def forms(seat: Seat, kind: str) -> list[Form]:
    """The ways to answer questions of a kind, the shorter first."""
    answers_of_kind, known = Answers(seat.names, kind), _known(seat)
    return [
        Form(
            n,
            [
                gap
                for piece in answers_of_kind.pieces(decision_kind)
                for gap in _gaps(answers_of_kind, decision_kind, n, piece, known)
            ],
            decision_kind.notation.line,
        )
        for n, decision_kind in enumerate(answers_of_kind.forms)
    ]


Known = Mapping[str, Sequence[tuple[str, Sequence[Named]]]]
"""Kind of field, or whose piece, to headings with words."""


def _known(seat: Seat) -> Known:
    rules, picture = seat.game.ledger.rules, seat.stand.picture
    _, places = spaces_of(picture)
    own, others = (list(some.items()) for some in whose_pieces(picture, seat.side))
    return {
        "own": [("", own)],
        "others": [("", others)],
        "all": [("Yours", own), ("Others", others)],
        "place": [("", sorted(places.items(), key=lambda one: one[1]))],
        "card": [("", list(own_cards(rules, seat.side).items()))],
        "amount": [("", [(str(n), str(n)) for n in NUMBERS])],
    }


def _gaps(
    answers_of_kind: Answers, kind: type[Decision], n: int, piece: Piece, known_names: Known
) -> Iterator[Gap]:
    """A part of a sentence as gaps: its words, and after them the list of what can be chosen there."""
    if piece.text:
        yield Gap(piece.text)
    if not piece.field:
        return
    part = next(part for part in kind.notation.parts if part.field == piece.field)
    name, label = f"{n}-{piece.field}", piece.field.replace("_", " ")
    if part.flag:
        word = part.before.strip()
        yield Gap("", name, label, OPEN, [("", [(word, piece.flag or word)])])
        return
    field = kind.notation.fields[piece.field]
    groups = [*_groups(answers_of_kind, piece.field, field, known_names)]
    if part.before == WITH:
        groups = [("", [(EVERYBODY[0], "all who can")]), *groups]
    some = MOST_SEVERAL if field.several else 1
    yield Gap(
        "", name, label, OPEN if part.optional else answers_of_kind.open(piece.field), groups, some
    )
    if piece.after:
        yield Gap(piece.after)


def _groups(
    answers_of_kind: Answers, name: str, field: Field, known: Known
) -> Sequence[tuple[str, Sequence[Named]]]:
    kind = field.kind
    whose = answers_of_kind.whose(name) if kind.name == "piece" and not kind.words else kind.words
    if isinstance(whose, str):
        return known[whose]
    if kind.name == "piece" or kind.words:
        return [("", [(word, word.replace("_", " ").capitalize()) for word in whose])]
    return known.get(kind.name, ())


def answer(seat: Seat, kind: str, words: Mapping[str, str]) -> str:
    """The answer that was chosen: `form` is its number, or `ask` or `pass`. Raises NotOnThisPage."""
    form, kinds = words.get("form", ""), Answers(seat.names, kind).forms
    if form in (ASK, PASS):
        return form
    n = whole_number(form)
    if n is None or n >= len(kinds):
        raise NotOnThisPage(why="no answer was chosen")
    text = "".join(
        _text(part, words.get(f"{form}-{part.field}", "")) for part in kinds[n].notation.parts
    )
    line = " ".join(re.sub(r"^[ :]+", "", text).split())
    if not line:
        raise NotOnThisPage(why="choose what the answer names")
    return line


def _text(part: Part, choice: str) -> str:
    """A part as it stands in the line; what is left open is any."""
    words = " ".join(choice.split())
    if not part.field:
        return part.before
    if part.flag:
        return f" {words}"
    if not words:
        return "" if part.optional else " "
    return f"{part.before or ' ' * (not part.optional)}{words}{part.after}"


def policy_told(seat: Seat, kind: str, text: str) -> tuple[str, str, str]:
    """A policy: the question, the answer as it is written, and in a sentence."""
    if kind == DEFAULT:
        return "What no policy answers:", text, ALWAYS.get(text, text)
    asks, known = question(seat.game.ledger.rules, kind), seat.policies_told
    if text and (kind, text) not in known:
        known[kind, text] = Answers(seat.names, kind).policy(text) or text
    return asks, text, known[kind, text] if text else "As all others"
