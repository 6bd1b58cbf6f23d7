"""Policies as a player talks of them: what may be asked, what is answered then and when, each in a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import Struct, structs

from pbem.engine.decision import Decision, Field, Kind
from pbem.engine.notation import EVERYBODY
from pbem.engine.picture import Picture
from pbem.engine.policies import policy_words, presets_of
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ASK, PASS, ScriptLine, read
from pbem.engine.vocabulary import answering
from pbem.errors import BadScript
from pbem.reports.order_sentences import Names, guarded

OTHERWISE = "; if not possible: "
"""Between answers of a policy: the first that is possible."""
OTHERS = "Everything else"
EXAMPLE = re.compile("`([^`]+)`")
"""A policy that is quoted where its kind is told."""
ALWAYS = {ASK: "I am asked", PASS: "Nothing, where that is possible"}
OWN = "own"
WHOSE = {OWN, "others", "all"}
DECK = "Deck"
"""The fact of a card that names the side whose it is."""
LEADING = re.compile(
    r" ?(with( help from)?|to|by|for|from|at|on|against|playing|(and )?up to|\+)? ?$"
)
_GAP = re.compile(r"( ?)\[([^]{]*)(?:\{(\w+)(?::(\d))?\}([^]]*))?\]|\{(\w+)(?::(\d))?\}")


class Piece(NamedTuple):
    """Words of a sentence, and the field that follows them; `flag`: that is there or not, as this word; `after`: what
    stands behind the field, where that is there; `half`: which of a card's two names is meant, 0 for both."""

    text: str
    field: str = ""
    flag: str = ""
    after: str = ""
    half: int = 0


def questions(
    rules: RuleSet[Any], kinds: Mapping[str, str]
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The questions that policies answer, below headings, the most wanted first.

    Args:
        kinds: those that can come, with what each asks in an orders file.
    """
    kinds_by_heading = policy_words(rules).asked
    for heading, some in kinds_by_heading.items():
        if in_use := {kind: words for kind, words in some.items() if kind in kinds}:
            yield heading, in_use
    known = {kind for some in kinds_by_heading.values() for kind in some}
    if others := {kind: about for kind, about in kinds.items() if kind not in known}:
        yield OTHERS, others


def question(rules: RuleSet[Any], kind: str) -> str:
    """What a kind asks, in a sentence."""
    questions_of_kind = (some[kind] for some in policy_words(rules).asked.values() if kind in some)
    return next(questions_of_kind, kind.replace("_", " "))


class Answers(Struct, frozen=True, dict=True):
    """The answers to one kind of question, as `names` call what they name."""

    names: Names
    kind: str

    @cached_property
    def forms(self) -> Sequence[type[Decision]]:
        """The ways to answer, the shorter first."""
        forms = answering(self.names.rules, self.kind)
        return sorted(forms, key=lambda one: (len(one.notation.fields), one.notation.line))

    def pieces(self, form: type[Decision]) -> list[Piece]:
        """The sentence of a way to answer in pieces: texts, and the fields that are filled in between."""
        template, pieces, at = self.names.template(form.notation), [], 0
        for gap in _GAP.finditer(template):
            blank, word, optional, of, text_after, field, half = gap.groups(default="")
            text = template[at : gap.start()] + blank
            at = gap.end()
            if field or optional:
                piece = Piece(
                    f"{text}{word}", field or optional, "", text_after, int(half or of or 0)
                )
                pieces.append(piece)
            else:
                flags = (part.field for part in form.notation.parts if part.flag)
                pieces.append(Piece(text, next(flags, ""), word))
        pieces.append(Piece(template[at:]))
        fields = {piece.field for piece in pieces}
        pieces += [Piece(" ", field) for field in form.notation.fields if field not in fields]
        first_piece = pieces[0]._replace(text=pieces[0].text[:1].upper() + pieces[0].text[1:])
        return [
            piece._replace(text=piece.text.replace("_", " "), after=piece.after.replace("_", " "))
            for piece in (first_piece, *pieces[1:])
            if piece.text or piece.field
        ]

    def whose(self, field: str) -> str | Sequence[str]:
        """Of whom a piece is that an answer names there: `own`, `others` or `all`; else its words."""
        owners = policy_words(self.names.rules).named
        owner = owners.get(f"{self.kind} {field}", owners.get(field, OWN))
        return owner if owner in WHOSE else owner.split()

    def said(self, text: str) -> str:
        """An answer in a sentence: one that names all that its line has, or only what matters."""
        words = " ".join(text.replace(":", " ").lower().split())
        own = policy_words(self.names.rules).said.get(self.kind, {})
        sentence = ALWAYS.get(words) or own.get(words) or self._sentence_meant(words)
        return sentence or words.replace("_", " ").capitalize()

    def case(self, statement: ScriptLine) -> tuple[str, list[tuple[str, str]]]:
        """When a case of a policy holds, and its answers, each with its sentence."""
        answers = (
            [text.strip() for text in statement.line.split(",")] if statement.alarm is None else []
        )
        when = guarded(self.names, structs.replace(statement, anyway=False), "").strip()
        return when, [(text, self.said(text)) for text in answers]

    def policy(self, text: str) -> str:
        """A whole policy in a sentence."""
        try:
            statements = [*read(text)]
        except BadScript:
            return ""
        wholes = policy_words(self.names.rules).said.get(self.kind, {})
        sentences = []
        for statement in statements:
            when, answers = self.case(statement)
            answers_text = wholes.get(statement.line) or OTHERWISE.join(
                words for _, words in answers
            )
            sentences.append(f"{when} {answers_text}".strip())
        return ". ".join(sentences)

    def _sentence_meant(self, words: str) -> str:
        """The sentence of the first way to answer that can have all these words."""
        everybody = words.endswith(f"with {EVERYBODY[0]}")
        words_typed = (
            words.removesuffix(f" with {EVERYBODY[0]}").split() if everybody else words.split()
        )
        fits = (
            (loose, n, form, fields)
            for n, form in enumerate(self.forms)
            if not everybody or form.notation.subset
            if (match := self._fields(form, words_typed)) is not None
            for fields, loose in [match]
        )
        best = min(fits, key=lambda one: one[:2], default=None)
        if best is None:
            return ""
        _, _, form, fields = best
        sentence = ""
        for piece in self.pieces(form):
            text, field, flag, after, half = piece
            part = next((p for p in form.notation.parts if p.field == field), None)
            optional = part is not None and part.optional
            subset = everybody and field == form.notation.subset
            if field and optional and field not in fields and not subset:
                sentence += self.without(piece)
            else:
                value = flag or fields.get(field) or self.open(field)
                if field in fields and form.notation.fields[field].kind.name == "card":
                    value = self.names.card(fields[field], half)
                sentence += text + (("all who can" if subset else value) if field else "") + after
        return " ".join((sentence[:1].upper() + sentence[1:]).split())

    def without(self, piece: Piece) -> str:
        """The words before a field that is left out, without that which leads to it: `playing` a card."""
        return LEADING.sub("", piece.text)

    def open(self, field: str) -> str:
        """What is said of a field that is left open."""
        if not field:
            return ""
        kinds = (form.notation.fields.get(field) for form in self.forms)
        kind = next((one.kind.name for one in kinds if one is not None), "")
        name = field.rstrip("s") if field not in ("to", "at", "from", "way") else kind
        word = self.names.kinds.get(name) or name.replace("_", " ")
        return "any number" if kind == "amount" else f"any {word}"

    def _fields(
        self, form: type[Decision], typed: Sequence[str]
    ) -> tuple[dict[str, str], int] | None:
        """What these words name in a way to answer, and how much of it they leave open; None if they do not fit."""
        notation, field_values = form.notation, dict[str, str]()
        fixed_words = [
            (at, word)
            for at, part in enumerate(notation.parts)
            for text in (part.before, part.after)
            for word in re.findall(r"[a-z0-9_]+", text.lower())
        ]
        fields = [(at, part.field) for at, part in enumerate(notation.parts) if part.field]
        flags, last_at = (
            {part.before.strip(): part.field for part in notation.parts if part.flag},
            0,
        )
        for word in typed:
            whole = next((one for one in fixed_words if one[1].startswith(word)), None)
            if whole is not None:
                fixed_words.remove(whole)
                last_at, name = whole[0], flags.get(whole[1], "")
                if name:
                    field_values[name] = whole[1]
                continue
            # What stands behind a verb is rather named behind it: `march york` goes to York.
            is_piece = word in self.names.pieces
            behind = sorted(
                (at < last_at, (notation.fields[name].kind.name == "piece") != is_piece, at, name)
                for at, name in fields
                if name not in field_values
            )
            matches = ((name, self._value_of(notation.fields[name], word)) for *_, name in behind)
            name, value_id = next((one for one in matches if one[1]), ("", ""))
            if not name:
                return None
            field_values[name] = value_id
        certain = [(at, part) for at, part in enumerate(notation.parts) if not part.optional]
        open_ = [part.field for _, part in certain if part.field and part.field not in field_values]
        surplus = [word for at, word in fixed_words if any(at == n for n, _ in certain)]
        return field_values, 3 * len(surplus) + len(open_)

    def _value_of(self, field: Field, word: str) -> str:
        """The value of a field that a word stands for, by its name; "" if it stands for nothing of this kind."""
        names, kind = self.names, field.kind
        if kind.words:
            return next(
                (
                    known_word.replace("_", " ")
                    for known_word in kind.words
                    if known_word.startswith(word)
                ),
                "",
            )
        match kind.name:
            case "piece":
                id = _id_of(word, {*names.pieces, *names.rules.words.names()} - {*names.cards})
                return names.piece(id) if id and not id.isdecimal() else ""
            case "place":
                id = _id_of(word, {*names.places} or names.rules.words.names())
                return names.place(id or word) if id or word.isdecimal() else ""
            case "card":
                return word if word in names.cards else ""
            case "amount":
                number = word.removeprefix("+")
                return number if number.isdecimal() else ""
            case _:
                return word.replace("_", " ") if self._reads(kind, word) else ""

    def _reads(self, kind: Kind, word: str) -> bool:
        try:
            return bool(kind.read(word, self.names.side)) and kind.name != "flag"
        except (ValueError, KeyError):
            return False

    def ready(self, about: str) -> list[str]:
        """Policies to begin with: those of ready-made sets, and the examples of what is asked that name nobody; not
        those that are a way to answer by themselves."""
        sets = presets_of(self.names.rules).values()
        texts = [one[self.kind] for one in sets if self.kind in one]
        texts += [text for text in EXAMPLE.findall(about) if not self._names_some(text)]
        plain = {str(form.notation.line) for form in self.forms} | {ASK, PASS}
        return [text for text in dict.fromkeys(texts) if text not in plain]

    def _names_some(self, text: str) -> bool:
        names = self.names
        known = {*names.pieces, *names.places, *names.cards, *names.rules.words.names()}
        return any(word in known or word.isdecimal() for word in re.findall(r"\w+", text))


def _id_of(word: str, ids: Collection[str]) -> str:
    """The id of this word, else the first that has a part which begins so; "" if there is none."""
    if word in ids:
        return word
    part = f"_{word}"
    near = [] if "_" in word else [id for id in ids if part in f"_{id}"]
    return min(near, key=lambda id: (not id.startswith(word), id), default="")


def whose_pieces(picture: Picture | None, side: str) -> tuple[dict[str, str], dict[str, str]]:
    """The pieces of a side and those of others, as it sees them: word to name, each name once, by name."""
    spaces = picture.spaces if picture is not None else ()
    pieces = sorted(
        {(piece.name, piece.id, piece.side) for space in spaces for piece in space.pieces}
    )
    own = {name: id for name, id, of in pieces if of == side}
    others = {name: id for name, id, of in pieces if of != side and name not in own}
    return {id: name for name, id in own.items()}, {id: name for name, id in others.items()}


def own_cards(rules: RuleSet[Any], side: str) -> dict[str, str]:
    """The cards that a side can hold, by the words that lines have for them."""
    foreign = {other.name for id, other in rules.sides.items() if id != side}
    return {
        card.id.lower(): f"{card.id} {card.names}"
        for card in rules.cards()
        if dict(card.facts).get(DECK) not in foreign
    }
