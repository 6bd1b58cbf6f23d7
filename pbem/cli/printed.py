"""Reports, questions and lists as a terminal shows them: in its width and colours, or for who listens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.cli import terminal

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.club.stats import Stats
    from pbem.engine.card_text import CardText
    from pbem.engine.document import AnyPart
    from pbem.engine.odds import Answer, Odds
    from pbem.engine.option import Option
    from pbem.player.player import Player
    from pbem.proof.audit import Audit
    from pbem.reports.context import Context
    from pbem.reports.guide import Chapter
    from pbem.reports.rulebook import Rulebook, Section

FEW = 4
"""So many choices are spoken at once; more when they are asked for."""
FEW_CARDS = 3
"""So many are shown whole; of more the names."""
MANY = 24
"""So many stand in a row each; more by who acts."""


def report_text(report: Context) -> str:
    """A report as text, ending in a newline."""
    from pbem.reports.report_parts import whole  # who is shown no report does without

    return document(whole(report))


def document(parts: Iterable[AnyPart]) -> str:
    """Any document as text, ending in a newline."""
    if terminal.plain():
        from pbem.reports.formats import plain  # for few

        return plain.text(parts)
    from pbem.reports.formats import text

    return text.text(parts, terminal.columns(), terminal.painted, cut=False)


def charted(answer: Answer) -> str:
    """Odds as a chart, or in words."""
    from pbem.reports import odds  # who asks for none does without

    return odds.spoken(answer) if terminal.plain() else odds.text(answer)


def askable(questions: Iterable[Odds], typed: str) -> str:
    """What odds may be asked for; `typed`: how, with `{name}` and `{example}`."""
    from pbem.reports import odds

    return (odds.offered_aloud if terminal.plain() else odds.odds_help)(questions, typed)


def stats_text(stats: Stats) -> str:
    """Statistics as tables, or a sentence a row."""
    from pbem.reports import stats as told

    return document(told.document(stats)) if terminal.plain() else told.text(stats)


def judged(audit: Audit) -> str:
    """An audit, a line for each claim."""
    from pbem.reports import audit as told

    return document(told.document(audit))


def chapters() -> str:
    """The list of chapters of the guide."""
    if terminal.plain():
        from pbem.reports.guide_speech import chapter_list

        return document(chapter_list())
    from pbem.reports.guide import contents

    return contents()


def chapter(one: Chapter) -> str:
    """A chapter of the guide."""
    if terminal.plain():
        from pbem.reports import guide_speech

        return document(guide_speech.document(one))
    from pbem.reports.guide import page

    return page(one, terminal.columns())


def cards(game: str, found: Sequence[CardText]) -> str:
    """Cards as implemented; of more than a few their names."""
    from pbem.reports import cards as texts

    if len(found) > FEW_CARDS:
        return document(texts.list_parts(found))
    return document(part for one in found for part in texts.card_parts(game, one))


def sections(book: Rulebook, found: Sequence[Section], *, whole: bool = True) -> str:
    """Sections of a rulebook; without one, all by name. `whole`: with the text of the rulings."""
    from pbem.reports.rulebook import contents_parts, section_parts

    if not found:
        return document(contents_parts(book))
    return document(part for one in found for part in section_parts(book, one, whole=whole))


def path(name: Path) -> str:
    """A file of several, as a row below what it belongs to."""
    return f"`{name}`" if terminal.plain() else f"  {name}"


# -- orders question by question ------------------------------------------------------------------


def opening(game: Player) -> str:
    """What comes before the first question: the position; for who listens, what is new since his last orders."""
    from pbem.reports import from_game, report_parts

    if terminal.plain():
        return document(report_parts.news(from_game.report_for(game)))
    return report_text(from_game.position(game))


def choices(options: Sequence[Option], about: str = "", asked_for: bool = False) -> str:
    """What may be chosen, each with its number; many are spoken only when they are asked for.

    Args:
        about: only those in whose line, or beside it, these words stand; "" for all.
    """
    told = [(n, one) for n, one in enumerate(options, 1) if _is_about(one, about.lower())]
    if about and not told:
        return f"No line here has `{about}` in it."
    if not terminal.plain():
        if len(told) > MANY and not about:
            return _by_actor(told)
        return "\n".join(f"{n:>3}  {o.display():<44} {o.note}".rstrip() for n, o in told)
    if not asked_for and len(told) > FEW:
        return f"{len(told)} choices. `list` speaks them, `list WORD` those with that word."
    from pbem.engine.display import MenuRow

    return "\n".join(f"{n}: {MenuRow(one.display(), note=one.note).spoken}" for n, one in told)


def _is_about(option: Option, words: str) -> bool:
    return words in option.display().lower() or (bool(words) and words in option.note.lower())


def _by_actor(told: Sequence[tuple[int, Option]]) -> str:
    """A long menu, by who acts and then by what he does; a number takes its line."""
    from pbem.engine.display import by_actor

    rows = []
    for actor, bunches in by_actor(told).items():
        rows += [actor] if actor else []
        rows += [terminal.wrapped(one.row, "  " * bool(actor), "      ") for one in bunches]
    told_all = (
        f"{len(told)} lines: type a number. `list WORD` shows those with that word one by one."
    )
    return "\n".join([*rows, terminal.wrapped(told_all)])


def pairs(words: Mapping[str, str], wide: int = 0, indent: str = "  ") -> str:
    """What can be typed, and what it does, a row each. `wide`: the least of the first column."""
    if terminal.plain():
        from pbem.reports.formats.plain import sentence

        return "\n".join(sentence(f"{what}: {meaning}") for what, meaning in words.items())
    wide = max(wide, *map(len, words))
    return "\n".join(f"{indent}{what:<{wide}} {meaning}" for what, meaning in words.items())


def fact(told: str, first: str = "  ") -> str:
    """One fact of several, as a row below what it belongs to; for who listens, as a sentence."""
    if terminal.plain():
        from pbem.reports.formats.plain import sentence  # for few

        return sentence(" ".join(told.split()))
    return f"{first}{told}"


def marked_row(told: str, meaning: str, marks: bool) -> str:
    """A row of several, one of which has a star; for who listens, what the star means."""
    if terminal.plain():
        return fact(f"{told} ({meaning})" if marks else told)
    return f"{'*' if marks else ' '} {told}"


def order_line_text(line: str, remark: str = "") -> str:
    """An order line as it will be read, and what is to be said of it."""
    said = f"{line} ({remark})" if remark else line
    return f"Order: {said}." if terminal.plain() else f"  {said}"


def numbered_line(number: int, words: str) -> str:
    """A line of several that were written."""
    return f"{number}: {words}" if terminal.plain() else f"{number:>3}  {words}"


def prompt(number: int, where: str = "") -> str:
    """Before the line of this number; `where`: in what it is written."""
    if terminal.plain():
        return f"{where}, line {number}: " if where else f"Line {number}: "
    return f"{where} {number}> ".lstrip()
