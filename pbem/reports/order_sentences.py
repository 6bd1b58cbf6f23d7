"""Order lines in sentences, with the names that people know: `march: parley ely +1` is `March: parley with Ely +1`.

A sentence follows the template of its decision, unless the table `said` of the game's `words.toml` has another for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Union

from msgspec import Struct

from pbem.engine.decision import Decision, Field, Notation, readings
from pbem.engine.picture import Picture, Place, Sea, Tray
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ScriptLine, script_line
from pbem.engine.vocabulary import card_names, kinds
from pbem.errors import BadScript
from pbem.patterns import Pattern

GOES = ("to", "at", "from")
"""Names of fields that stand in a sentence as they are: `march {to}` is `march to York`."""
LEADS = (*GOES, "on", "towards", "by", "with", "for", "in", "of", "up")
NUMBERED = Pattern(r"[A-Za-z]+[0-9]+")
"""An id of a card that people know it by."""
COMPARED = {
    ">=": "is at least", "<=": "is at most", ">": "is more than", "<": "is less than", "!=": "is not", "=": "is", "no": "not",
}  # fmt: skip
"""How a condition compares, in words."""
BEFORE = {"failed": "the roll before failed", "success": "the roll before succeeded"}
EACH = {"failed": "it fails", "success": "it succeeds"}
"""Of the last roll: that before a line, and each of a line that is repeated."""
_GAP = Pattern(r" ?\[[^]]*\]|\{\w+(?::\d)?\}")
_WORD = Pattern(r"\{(\w+)(?::(\d))?\}")


class Names(Struct, frozen=True, dict=True):
    """What the words of a side's lines are called: pieces and places of a position, and the game's cards."""

    rules: RuleSet[Any]
    side: str
    pieces: Mapping[str, str]
    places: Mapping[str, str]
    cards: Mapping[str, str]
    said: Mapping[str, str]

    def piece(self, id: str) -> str:
        return self.pieces.get(id) or self.rules.words.piece_name(id)

    def place(self, id: str) -> str:
        return self.places.get(id) or self.rules.words.place_name(id)

    def card(self, id: str, half: int = 0) -> str:
        """`Agitators (Y10)`. `half`: the first or the second of its names, 0 for both."""
        name = self.cards.get(id.lower(), id.replace("_", " ").capitalize())
        halves = name.split(" / ")
        name = halves[half - 1] if 0 < half <= len(halves) else name
        return f"{name} ({id.upper()})" if NUMBERED.compiled.fullmatch(id) else name

    def word(self, field: Field, value: Any, half: int = 0) -> str:
        """What stands in a field."""
        return ", ".join(
            self._one(field, item, half) for item in (value if field.several else (value,))
        )

    def _one(self, field: Field, value: Any, half: int) -> str:
        match field.kind.name:
            case "piece":
                return self.piece(value)
            case "place":
                return self.place(value)
            case "card":
                return self.card(value, half)
            case _:
                word = field.kind.write(value)
                return self.kinds.get(word) or word.replace("_", " ")

    def leads_along(self, value: Decision | None) -> str:
        """What is said before those who may go along with a decision: `with`, `or at` another hex."""
        if value is None or not value.notation.subset:
            return "with"
        before, _, _ = self.template(value.notation).partition(f"{{{value.notation.subset}}}")
        words = before.rpartition("[")[2].strip()
        return f"or {words}" if words in GOES else words

    def asks_along(self, value: Decision | None, words: Sequence[str]) -> bool:
        """Is there a choice among those who may go along? Not where the only one acts himself: `withdraw [with hastings]`."""
        if value is None or len(words) != 1:
            return bool(words)
        return [*value.notation.fields] != [value.notation.subset]

    def along(self, value: Decision | None, words: Iterable[str]) -> list[str]:
        """What those are called who may go along with a decision, by their words in its line."""
        if value is None or not value.notation.subset:
            return [word.replace("_", " ").title() for word in words]
        kind = value.notation.fields[value.notation.subset].kind
        titles = []
        for word in words:
            try:
                titles.append(self.word(Field(kind), kind.read(word, self.side)))
            except (ValueError, KeyError):
                titles.append(word.replace("_", " ").title())
        return titles

    def sentence(self, value: Decision) -> str:
        """A decision as people say it."""
        notation, template = value.notation, self.template(value.notation)
        sentence = _GAP.compiled.sub(lambda gap: self._filled(value, gap[0]), template)
        sentence = (
            " ".join(sentence.replace("_", " ").split())
            if not notation.fields
            else sentence.strip()
        )
        return sentence[:1].upper() + sentence[1:]

    def template(self, notation: Notation) -> str:
        """The sentence of such a decision, with its fields in braces."""
        return self.said.get(notation.line) or _GAP.compiled.sub(_leading, notation.line)

    def _filled(self, value: Decision, gap: str) -> str:
        """A gap of a template as it stands in the sentence, nothing for what is left out."""
        notation, match = value.notation, _WORD.compiled.search(gap)
        if match is None:  # a word alone, or what is said for it: a field that is true or not
            word, _, flag_words = gap.strip()[1:-1].partition(": ")
            flags = {part.before.strip().replace("_", " "): part.field for part in notation.parts}
            flag = flags.get(word.replace("_", " "), "")
            words = gap[: gap.index("[")] + (flag_words or word)
            return words if flag and getattr(value, flag) else ""
        name, half = match[1], int(match[2] or 0)
        field_value = getattr(value, name)
        if "[" in gap and field_value == notation.defaults[name]:
            return ""
        text = self.word(notation.fields[name], field_value, half)
        return gap.replace(match[0], text).replace("[", "").replace("]", "").replace("_", " ")

    def line(self, line: str) -> str:
        """An order line, "" if no decision of the game is written so."""
        value = self.read(line)
        return self.sentence(value) if value is not None else ""

    def read(self, line: str) -> Decision | None:
        """The decision that is written so, by this side if it can be its own."""
        sides = dict.fromkeys((self.side, *self.rules.sides))
        decisions = (value for side in sides for value in readings(self._union, line, side))
        return next(decisions, None)

    def lines(self, text: str) -> str:
        """Order lines with `; ` between, as a story has them; "" where one cannot be read."""
        sentences = [self.line(line) for line in text.split("; ")]
        return "; ".join(sentences) if all(sentences) else ""

    def label(self, label: str) -> str:
        """What a die was rolled for: `protection exeter_1 militia 3`, the third, is `Protection Exeter (1) militia`.

        The table `dice` of the game's `words.toml` has other words for those that do not say what the numbers do that
        the die needs: `death march` is `Survival March`, for the numbers of that die let him live.
        The die of an event, `card l33`, has the name of its card. Where any number means something, words of the game
        follow: `Levies York (the higher, the more come)`.
        """
        *words, last = label.split()
        numbered = bool(words) and last.isdigit() and self.called(last) == last
        purpose, *what = words if numbered else label.split()
        if purpose == "card" and len(what) == 1 and what[0] in self.cards:
            return self.card(what[0])
        purposes: Mapping[str, str] = self.rules.data.table("words").get("dice", {})
        typed = f" {' '.join((purpose, *what))} "
        for words_typed, words_said in purposes.items():
            typed = typed.replace(f" {words_typed} ", f" {words_said} ")
        label_words = self.words(typed).replace(" 's ", "'s ")
        means = next(
            (words for begin, end, words in self._meanings if _frames(label, begin, end)), ""
        )
        return f"{label_words[:1].upper()}{label_words[1:]}{means}"

    @cached_property
    def _meanings(self) -> Sequence[tuple[str, str, str]]:
        """What dice mean of which every number counts: how their labels begin and end, and the words in brackets."""
        rows: Mapping[str, str] = self.rules.data.table("words").get("counts", {})
        parts = ((label.partition("*"), words) for label, words in rows.items())
        return [(begin, end, f" ({words})") for (begin, _, end), words in parts]

    def verdict(self, label: str, successes: int, dice: int) -> str:
        """How dice came out: `holds`, `breaks`, `2 of 5 hold`; `yes` or `no` where the game has no words for such a roll.

        They are in the table `rolls` of its `words.toml`: words of a label to what success is and what failure is, and
        `all` where every die must succeed.
        """
        rolls: Mapping[str, tuple[str, ...]] = self.rules.data.table("words").get("rolls", {})
        known = (words for key, words in rolls.items() if f" {key} " in f" {label} ")
        known_words = next(known, ())
        good, bad, *every = known_words or ("yes", "no")
        if dice == 1 or every:
            return good if successes == dice else bad
        verb, _, rest = good.partition(" ") if known_words else ("", "", "")
        several = "are" if verb == "is" else verb.removesuffix("s")
        return " ".join(filter(None, (f"{successes} of {dice}", several, rest)))

    @cached_property
    def _union(self) -> Any:
        return Union[tuple(kinds(self.rules))]  # noqa: UP007  # made of a list

    def statement(self, text: str) -> str:
        """A line with its conditions, "" where its line cannot be read."""
        try:
            statement = script_line(text)
        except BadScript:
            return ""
        if statement.alarm is not None:
            return guarded(self, statement, "")
        sentence = self.line(statement.line)
        return guarded(self, statement, sentence) if sentence else ""

    def called(self, word: str) -> str:
        """A piece, a place, a side or a kind of Troops by its name, any other word as it is."""
        side = self.rules.sides.get(word)
        name = self.pieces.get(word) or self.places.get(word) or (side.name if side else "")
        name = name or (self.rules.words.piece_name(word) if word in self._ids else "")
        return name or self.kinds.get(word) or word.replace("_", " ")

    @cached_property
    def _ids(self) -> frozenset[str]:
        """Ids of people and places, in sight or not, as labels of dice have them."""
        return frozenset(self.rules.words.names())

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """What the rulebook calls the other words of order lines: `men_at_arms` is `Men-at-Arms`."""
        return dict(self.rules.data.table("words").get("named", {}))

    def words(self, label: str) -> str:
        """The label of a die, with names: `march parley ely` is `March parley Ely`."""
        return " ".join(map(self.called, label.split()))


def guarded(names: Names, statement: ScriptLine, line: str) -> str:
    """A statement of which `line` is the line, with its conditions in words."""
    if statement.alarm is not None:
        return f"Stop as soon as {holds(names, statement.alarm.text)}"
    when = "else" if statement.otherwise else ""
    if statement.guard is not None:
        when = f"{when}{', ' * bool(when)}if {holds(names, statement.guard.text)}"
    when = f"{when[:1].upper()}{when[1:]}: " if when else ""
    again = ""
    if statement.until is not None:
        again = f", again until {holds(names, statement.until.text, EACH)}, at most {statement.most} times"
    elif statement.most > 1:
        again = f", {statement.most} times"
    anyway = " (also after a line that could not be carried out)" if statement.anyway else ""
    return f"{when}{line}{again}{anyway}"


def holds(names: Names, condition: str, rolled: Mapping[str, str] = BEFORE) -> str:
    """A condition in words: `strength >= 3` is `strength is at least 3`. `rolled`: what it says of the last roll."""
    words = re.findall(r"[()]|[^ ()]+", " ".join(condition.split()))
    words_said = [COMPARED.get(word) or rolled.get(word) or names.called(word) for word in words]
    return " ".join(words_said).replace("( ", "(").replace(" )", ")")


def names_of(
    rules: RuleSet[Any], side: str, picture: Picture | None, trays: Iterable[Tray] = ()
) -> Names:
    """The names that a side sees on its map and beside it."""
    spaces = picture.spaces if picture is not None else ()
    pieces = {id: name for tray in trays for id, name in tray.pieces.items()}
    pieces |= {piece.id: piece.name for space in spaces for piece in space.pieces}
    areas = dict(picture.areas) if picture is not None else {}
    places = {space.id: _hex_name(space, areas) for space in spaces}
    return Names(
        rules,
        side,
        pieces,
        {**areas, **places},
        card_names(rules),
        dict(rules.data.table("words").get("said", {})),
    )


def _frames(label: str, begin: str, end: str) -> bool:
    return label.startswith(begin) and label.endswith(end)


def _hex_name(space: Place | Sea, areas: Mapping[str, str]) -> str:
    """What a place is called; a hex without a name of its own as the story calls it, `Pembroke (0325)`."""
    area = areas.get(space.area, "") if isinstance(space, Place) else ""
    return f"{area} ({space.id})" if area and space.name == space.id else space.name


def _leading(gap: re.Match[str]) -> str:
    """`march {to}` goes `march to {to}`, where the template does not say it already."""
    match = _WORD.compiled.search(gap[0])
    before = gap.string[: gap.start()].split()
    if "[" in gap[0] or match is None or match[1] not in GOES or not before:
        return gap[0]
    if before[-1] in LEADS or before[-1].endswith(":"):
        return gap[0]
    return f"{match[1]} {gap[0]}"
