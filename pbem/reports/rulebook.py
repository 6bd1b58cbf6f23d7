"""Our summary of a rulebook and our rulings, for reading: `pbem rules`, and the rulings of `pbem card`.

`rules_data/<game>/rules.toml` has `[[section]]` tables with number, title and text. A ruling in
`rulings.md` is a bullet with its number, the sections that it touches, where it comes from, its text
and the tests that show it:

    - **C45** (1.3.1, 4.5) text. What we rule. `test_4_5_supply.py::test_c45_*`
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches

from pbem.errors import NoRulebook, UnknownSection
from pbem.games import GAMES, find
from pbem.resources import resource

WIDTH = 78
BULLET = re.compile(r"^- \*\*([A-Z]\d+)\*\* \((.+?)\) (\w+)\. (.+?)(?=^- \*\*|^#|\Z)", re.M | re.S)
TEST = re.compile(r"`([\w/]+\.py::[\w*]+)`,?")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rulebook: its number and title, and what it says in our words."""

    number: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A numbered ruling.

    Attributes:
        sections: numbers of the rules that it touches.
        source: `official`, `text`, `book`, `impl` or `open`, as explained at the top of rulings.md.
        tests: `file.py::name`, where the name may end in `*`.
    """

    number: str
    sections: tuple[str, ...]
    source: str
    text: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The sections of a game's rulebook in its order, and its rulings."""

    game: str
    title: str
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]

    def find(self, wanted: str) -> Section:
        """A section by its number, `3.0` as well as `3`, or by its title.

        Raises:
            UnknownSection: naming the nearest ones.
        """
        plain = _plain(wanted)
        for section in self.sections:
            if plain in (_plain(section.number), _plain(section.number.removeprefix("6.0 "))):
                return section
        titled = [s for s in self.sections if plain == _plain(s.title)]
        if len(titled) == 1:
            return titled[0]
        near = titled or self._near(wanted)
        known = "; ".join(f"{s.number} {s.title}" for s in near)
        raise UnknownSection(section=wanted, game=self.title, known=known)

    def _near(self, wanted: str) -> list[Section]:
        """Sections whose titles have the word, else those beside it, else similar numbers."""
        named = [s for s in self.sections if wanted and wanted.lower() in s.title.lower()]
        if named:
            return named
        above = wanted
        while "." in above:
            above = above.rpartition(".")[0]
            beside = [s for s in self.sections if s.number == above or _parent(s.number) == above]
            if beside:
                return beside
        numbers = get_close_matches(wanted, [s.number for s in self.sections], n=4, cutoff=0.3)
        titles = get_close_matches(wanted.title(), [s.title for s in self.sections], n=4)
        return [s for s in self.sections if s.number in numbers or s.title in titles] or [
            s for s in self.sections if not _parent(s.number)
        ]

    def touching(self, number: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings if number in ruling.sections]

    def parts(self, number: str) -> list[Section]:
        return [section for section in self.sections if _parent(section.number) == number]


def _plain(number: str) -> str:
    """Without dots at the end, spaces and case; `3.0` is 3."""
    plain = re.sub(r"[\s()'’,:-]", "", number.lower()).strip(".")
    return plain.removesuffix(".0")


def _parent(number: str) -> str:
    """The section that a section is part of: 4.3 of 4.3.4, 6.0 of `6.0 Ib`; "" of 4."""
    if " " in number:
        return number.partition(" ")[0]
    return number.rpartition(".")[0]


def rulebook(game: str) -> Rulebook:
    """The rulebook of a game. Raises UnknownGame, NoRulebook."""
    rules = find(game)
    path = resource(f"rules_data/{rules.name}/rules.toml")
    if not path.exists():
        raise NoRulebook(game=rules.title, known=", ".join(known()) or "none")
    rows = tomllib.loads(path.read_text("utf-8"))["section"]
    sections = tuple(Section(row["number"], row["title"], _joined(row["text"])) for row in rows)
    return Rulebook(rules.name, rules.title, sections, rulings(rules.name))


def known() -> list[str]:
    """Games with a rulebook here."""
    return [game for game in GAMES if resource(f"rules_data/{game}/rules.toml").exists()]


def rulings(game: str) -> tuple[Ruling, ...]:
    """The rulings of a game; none if they are not written in this form."""
    path = resource(f"rules_data/{game}/rulings.md")
    text = path.read_text("utf-8") if path.exists() else ""
    return tuple(
        Ruling(
            number,
            tuple(part.strip() for part in touched.split(",")),
            source,
            _joined(TEST.sub("", said)),
            tuple(TEST.findall(said)),
        )
        for number, touched, source, said in BULLET.findall(text)
    )


def _joined(text: str) -> str:
    return " ".join(text.split())


def paragraph(text: str, indent: str = "", hanging: str = "") -> str:
    """Wrapped for mail; words and numbers such as 4.3-4.6 stay whole."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_on_hyphens=False,
        break_long_words=False,
    )


def contents_text(book: Rulebook) -> str:
    """The table of contents, indented by depth."""
    lines = [
        f"{book.title}: the rules in short. `pbem rules {book.game} 4.3` prints a section.",
        "",
    ]
    for section in book.sections:
        depth = section.number.count(".") + (" " in section.number)
        lines.append(f"{'  ' * depth}{section.number}  {section.title}")
    return "\n".join([paragraph(lines[0]), *lines[1:]]) + "\n"


def section_text(book: Rulebook, section: Section) -> str:
    """A section, its parts by name, and the rulings that touch it."""
    blocks = [f"{section.number} {section.title}", paragraph(section.text)]
    if parts := book.parts(section.number):
        names = "; ".join(f"{part.number} {part.title}" for part in parts)
        blocks.append(paragraph(f"Its parts: {names}."))
    if touching := book.touching(section.number):
        blocks.append(rulings_text(touching))
    above = book.touching(_parent(section.number))
    if above:
        numbers = ", ".join(
            ruling.number for ruling in above if section.number not in ruling.sections
        )
        if numbers:
            blocks.append(paragraph(f"Rulings on {_parent(section.number)} as a whole: {numbers}."))
    return "\n\n".join(blocks) + "\n"


def rulings_text(rulings: list[Ruling]) -> str:
    """Rulings, each with its number and where it comes from."""
    lines = (f"{ruling.number} ({ruling.source}) {ruling.text}" for ruling in rulings)
    return "\n".join(["Rulings", *(paragraph(line, "  ", "    ") for line in lines)])
