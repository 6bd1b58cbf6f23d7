"""Cards and sections of a rulebook for who listens: a sentence a line, each with what it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.card_text import CardText, Half
from pbem.reports.cards import rulings_of
from pbem.reports.formats.plain import sentence
from pbem.reports.rulebook import Rulebook, Ruling, Section


def cards(found: Iterable[CardText]) -> str:
    """A line for each card."""
    return _lines(f"{one.id}: {one.names}" for one in found)


def card(game: str, one: CardText) -> str:
    """A card as implemented, and the rulings that it touches."""
    told = [f"{one.id}: {one.names}", *(f"{label}: {value}" for label, value in one.facts)]
    for half in one.halves:
        told += _half(half)
    return _lines([*told, *_rulings(rulings_of(game, one))])


def contents(book: Rulebook) -> str:
    """All sections."""
    how = f"{book.title}: the rules in short. `pbem rules {book.game} 4.3` prints a section."
    return _lines([how, *(f"{one.number} {one.title}" for one in book.sections)])


def section(book: Rulebook, one: Section, *, whole: bool = True) -> str:
    """A section, the names of its parts, and the rulings that touch it; these only by number unless `whole`."""
    told = [f"{one.number} {one.title}", one.text]
    if parts := book.parts(one.number):
        told.append(f"Its parts: {'; '.join(f'{part.number} {part.title}' for part in parts)}")
    touching = book.touching(one.number)
    if touching and not whole:
        names = ", ".join(ruling.number for ruling in touching)
        told.append(f"Rulings on it (`pbem rules` tells them): {names}")
    wider = book.wider(one)
    return _lines([*told, *(_rulings(touching) if whole else ()), *([wider] if wider else ())])


def _half(half: Half) -> Iterator[str]:
    yield f"{half.kind}: {half.name}"
    yield from (f"{half.kind}, {label}: {value}" for label, value in half.facts)
    yield from (" ".join(part.split()) for part in half.text.split("\n\n"))


def _rulings(some: Sequence[Ruling]) -> Iterator[str]:
    yield from (f"Ruling {one.number} ({one.source}): {one.text}" for one in some)


def _lines(told: Iterable[str]) -> str:
    return "".join(f"{sentence(line)}\n" for line in told)
