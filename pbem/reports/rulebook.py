"""Our summary of a rulebook and our rulings, for reading: `pbem rules`, and the rulings of `pbem card`.

`rules_data/<game>/rules.toml` has `[[section]]` tables with number, title and text. A ruling in
`rulings.md` is a bullet with its number, the sections that it touches, where it comes from, its text
and the tests that show it:

    - **C45** (1.3.1, 4.5) text. What we rule. `test_4_5_supply.py::test_c45_*`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.engine.ruleset import RuleSet
from pbem.errors import UnknownSection
from pbem.games import find
from pbem.resources import toml

MANY = 6
"""Sections that a refusal names for a word that is in no title."""
BULLET = re.compile(r"^- \*\*([A-Z]\d+)\*\* \((.+?)\) (\w+)\. (.+?)(?=^- \*\*|^#|\Z)", re.M | re.S)
TEST = re.compile(r"`([\w/]+\.py::[\w*]+)`,?")


class Section(Struct, frozen=True):
    """A section of the rulebook: its number and title, and what it says in our words."""

    number: str
    title: str
    text: str


class Ruling(Struct, frozen=True):
    """A numbered ruling.

    Attributes:
        sections: numbers of the rules that it touches.
        source: `official`, `text`, `book`, `impl`, `open` or `mail`, as explained at the top of
            rulings.md.
        tests: `file.py::name`, where the name may end in `*`.
    """

    number: str
    sections: tuple[str, ...]
    source: str
    text: str
    tests: tuple[str, ...]


class Rulebook(Struct, frozen=True):
    """The sections of a game's rulebook in its order, and its rulings."""

    game: str
    title: str
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]

    def wider(self, section: Section) -> str:
        """The rulings on the section above that touch this one too, by number; "" if there are none."""
        above = self.above(section.number)
        numbers = [r.number for r in self.touching(above) if section.number not in r.sections]
        return f"Rulings on {above} as a whole: {', '.join(numbers)}." if numbers else ""

    def find(self, words: str) -> list[Section]:
        """A section by its number or a scenario's name (see `numbered`), or all of a title.

        Raises:
            UnknownSection: naming the nearest ones.
        """
        if section := self.numbered(words):
            return [section]
        if titled := [s for s in self.sections if _plain(words) == _plain(s.title)]:
            return titled
        section_names = "; ".join(f"{s.number} {s.title}" for s in self._near(words))
        raise UnknownSection(section=words, game=self.title, known=section_names)

    def numbered(self, words: str) -> Section | None:
        """3, also written 3.0; Ib for `6.0 Ib`; for a point of a list, as 8.4, the section with "(8.4)"."""
        exact = [section for section in self.sections if section.number == words]
        for section in exact or self.sections:
            scenario = section.number.partition(" ")[2] or section.number
            if _plain(words) in (_plain(section.number), _plain(scenario)):
                return section
        for section in self.sections:
            stem = section.number.removesuffix(".0")
            if words.startswith(f"{stem}.") and f"({words})" in section.text:
                return section
        return None

    def named(self, numbers: Iterable[str]) -> list[Section]:
        """The sections of these numbers, each once, in the book's order."""
        sections = {self.numbered(number) for number in numbers}
        return [section for section in self.sections if section in sections]

    def _near(self, word: str) -> list[Section]:
        """Sections whose titles have the word, else those beside it, else similar ones, else those
        whose text has the word."""
        by_title = [s for s in self.sections if word and word.lower() in s.title.lower()]
        if by_title:
            return by_title
        if above := self.above(word):
            return [s for s in self.sections if above in (s.number, self.above(s.number))]
        numbers = get_close_matches(word, [s.number for s in self.sections], n=4, cutoff=0.3)
        titles = get_close_matches(word.title(), [s.title for s in self.sections], n=4)
        similar = [s for s in self.sections if s.number in numbers or s.title in titles]
        by_text = [s for s in self.sections if word.isalpha() and word.lower() in s.text.lower()]
        return similar or by_text[:MANY] or [s for s in self.sections if not self.above(s.number)]

    def above(self, number: str) -> str:
        """The section that a number is part of: 4.3 of 4.3.4, 5.2 of 5.21, 6.0 of `6.0 Ib`; "" of 4.

        Where there is an 8.10, 8.11 follows it and is no part of 8.1.
        """
        whole, _, scenario = number.partition(" ")
        stem, _, last_part = whole.rpartition(".")
        wider = [whole] if scenario else []
        has_tenth = any(section.number == f"{stem}.10" for section in self.sections)
        if len(last_part) == 2 and last_part[1] != "0" and not has_tenth:
            wider.append(f"{stem}.{last_part[0]}")
        while stem:
            wider += [stem, f"{stem}.0"]
            stem = stem.rpartition(".")[0]
        section_numbers = {section.number for section in self.sections} - {number}
        return next((above for above in wider if above in section_numbers), "")

    def depth(self, number: str) -> int:
        above = self.above(number)
        return 1 + self.depth(above) if above else 0

    def touching(self, number: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings if number in ruling.sections]

    def parts(self, number: str) -> list[Section]:
        return [section for section in self.sections if self.above(section.number) == number]


def _plain(number: str) -> str:
    """Without dots at the end, spaces and case; `3.0` is 3."""
    plain = re.sub(r"[\s()'’,:-]", "", number.lower()).strip(".")
    return plain.removesuffix(".0")


def rulebook(game: str) -> Rulebook:
    """The rulebook of a game. Raises UnknownGame."""
    rules = find(game)
    return replace(without_rulings(rules), rulings=rulings(rules.name))


def without_rulings(rules: RuleSet[Any]) -> Rulebook:
    """The sections alone, of any rule set."""
    path = rules.data.file("rules.toml")
    rows = toml(path.read_bytes())["section"] if path.exists() else ()
    sections = tuple(Section(row["number"], row["title"], _joined(row["text"])) for row in rows)
    return Rulebook(rules.name, rules.title, sections, ())


def rulings(game: str) -> tuple[Ruling, ...]:
    """The rulings of a game."""
    path = find(game).data.file("rulings.md")
    text = path.read_text("utf-8") if path.exists() else ""
    return tuple(
        Ruling(
            number,
            tuple(part.strip() for part in touched.split(",")),
            source,
            _joined(TEST.sub("", body)),
            tuple(TEST.findall(body)),
        )
        for number, touched, source, body in BULLET.findall(text)
    )


def _joined(text: str) -> str:
    return " ".join(text.split())


def contents_parts(book: Rulebook) -> Iterator[AnyPart]:
    """The table of contents."""
    yield Note(f"{book.title}: the rules in short. `pbem rules {book.game} 4.3` prints a section.")
    yield Items(tuple(Item(cells(f"{one.number} {one.title}")) for one in book.sections))


def section_parts(book: Rulebook, section: Section, *, whole: bool = True) -> Iterator[AnyPart]:
    """A section, its parts by name, and the rulings that touch it; these only by number unless `whole`."""
    yield Heading(f"{section.number} {section.title}")
    yield Note(section.text)
    if parts := book.parts(section.number):
        names = "; ".join(f"{part.number} {part.title}" for part in parts)
        yield Note(f"Its parts: {names}.")
    touching = book.touching(section.number)
    if touching and not whole:
        names = ", ".join(ruling.number for ruling in touching)
        yield Note(f"Our rulings on this rule (`pbem rules` prints them): {names}.")
    if wider := book.wider(section):
        yield Note(wider)
    yield from ruling_parts(touching if whole else ())


def ruling_parts(rulings: Sequence[Ruling]) -> Iterator[AnyPart]:
    """Rulings, each with its number and where it comes from."""
    if rulings:
        yield Heading("Rulings")
        yield Items(
            tuple(Item(cells(f"{one.number} ({one.source}) {one.text}")) for one in rulings)
        )
