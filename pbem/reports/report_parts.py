"""A whole report as a document: what changed, what happened, where things stand, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.engine.document import Board, Heading, Item, Items, Map, Note, cells
from pbem.reports.battles import ROUND, battles, parts, tally
from pbem.reports.context import MOVES, NOT_DONE, PASSES
from pbem.reports.course import course
from pbem.reports.digest import blocks
from pbem.reports.fought import fight_in
from pbem.reports.summary import fought, headline, wanted

if TYPE_CHECKING:
    from pbem.engine.document import AnyPart
    from pbem.reports.battles import Battle
    from pbem.reports.context import Choice, Context, EntryStory, OpenRequest, Passage
    from pbem.reports.digest import StoryPart

CHECK = "Type pbem verify game.toml for all dice, or pbem explain game.toml --entry N to check one die by hand."
NOTHING_SEEN = "Nothing happened that you could see."
OPENS = ("heading", "battle", "battle_round")
"""Kinds of events that open a new part of the story."""
ROUTS = ("battle_rout", "battle_disband", "battle_end")


def whole(report: Context, listed: str = "") -> tuple[AnyPart, ...]:
    """The report; its first parts, before its title, are what somebody reads who reads no more. `listed`: see `question_parts`."""
    return (*story_parts(report), *question_parts(report, listed), *foot(report))


def story_parts(report: Context) -> Iterator[AnyPart]:
    """The first parts of a report: what changed, what happened, and the position."""
    if report.tried:
        yield Note(report.tried, mark="call")
    lines = [Note(headline(report), mark="lead"), Note(wanted(report), mark="call")]
    if battle_words := fought(report):
        lines.insert(0, Note(battle_words, mark="lead"))
    # Where nothing has happened, a question that waits is the news.
    yield from reversed(lines) if report.mine and not report.news else lines
    yield Heading(report.heading, 1)
    if report.battle_before and (fight := fight_in(report, (), report.battle_before)).trays:
        yield Board(fight)
    yield from news(report)
    yield Heading(report.position_title, 2, "position")
    if report.position_note:
        yield Note(report.position_note)
    if len({point.value for point in report.trend}) > 1:
        yield course(report)
    if report.battle:
        yield Board(fight_in(report, report.battle))
    if report.picture is not None:
        yield Map(report.picture, report.title, report.position.now, report.moves)
    yield from report.position.parts


def question_parts(report: Context, listed: str = "") -> Iterator[AnyPart]:
    """What is asked of whom, with its reader's own choices. `listed`: the sentence in place of these."""
    yield Heading(report.asked_title, 2, "asked")
    for question, rules in report.groups:
        yield from _mine(question, [] if listed else rules)
    if listed:
        yield Note(listed)
    yield from of_others(report)


def of_others(report: Context) -> Iterator[AnyPart]:
    """What is asked of others, or that nothing is asked at all."""
    for question in report.others:
        yield Note(question.cited, report.side(question.side))
    if not report.asked:
        yield Note("Nothing.")


def foot(report: Context) -> Iterator[AnyPart]:
    """The small print."""
    if report.terms:
        yield Note(report.terms, "Terms of the table", mark="foot")
    if report.dice and not report.tried:
        yield Note(CHECK, "To check the dice", mark="foot")
    if report.position.note:
        yield Note(report.position.note, mark="foot")
    if not report.tried:
        yield Note(f"Log fingerprint {report.entry}:", mark="foot", copied=report.log_head)


def news(report: Context) -> Iterator[AnyPart]:
    """What waits, and what happened."""
    yield from waits(report)
    if report.news:
        yield Heading(report.story_title, 2, "story")
        yield from _happened(report, battles(report))


def waits(report: Context) -> Iterator[AnyPart]:
    """Deadlines, and what waits for somebody's word."""
    if report.notices:
        yield Heading("What waits", 2)
        yield Items(tuple(Item(cells(notice)) for notice in report.notices))


def _happened(report: Context, fights: list[Battle]) -> Iterator[AnyPart]:
    if report.folded:
        for block in blocks(report, fights):
            yield from _block(report, block)
        return
    for entry in report.entries:
        yield from story(report, entry, fights)


def _block(report: Context, block: StoryPart) -> Iterator[AnyPart]:
    """What one side did, or a battle: blow by blow, then in short."""
    battle, side = block.battle, block.side
    yield Heading(block.title(report), 3, entry=block.last)
    items = []
    for passage in block.passages:
        items.append(_item(report, side, passage, folds=False))
        side = passage.side if passage.kind == "order" and battle else side
    yield Items(tuple(items), kind="story", fold=f"Blow by blow: {battle.name}" if battle else "")
    if battle:
        yield panel(battle, f"In short: {battle.tally}")


def panel(battle: Battle, caption: str) -> Items:
    """The summary of a battle."""
    rows = tuple(Item(cells(*row.lines), row.label) for row in battle.rows)
    return Items(rows, caption, "panel")


def story(report: Context, entry: EntryStory, fights: list[Battle]) -> Iterator[AnyPart]:
    """What one entry brought, and at the end of each battle its summary."""
    n = 0 if entry.name else entry.n
    yield Heading(report.title_of(entry), 3, entry=n)
    if not entry.passages and not entry.left:
        yield Items((Item(cells(NOTHING_SEEN)),), kind="story")
    for part in parts(entry, fights):
        items = tuple(_item(report, entry.side, line) for line in part.passages)
        blows = f"Blow by blow: {part.battle.name}" if part.battle else ""
        yield Items(items, kind="story", fold=blows)
    for battle in fights:
        if battle.last == entry.n:
            yield panel(battle, f"{battle.heading}: {battle.tally}")
    if entry.left:
        yield Items((_item(report, entry.side, entry.not_done),))


def _item(report: Context, side: str, passage: Passage, folds: bool = True) -> Item:
    """A passage where `side` acts. `folds`: may dice be hidden?"""
    if passage.kind == "order":
        owner = "" if passage.side == side else report.side(passage.side)
        return Item(title=owner, line=passage.text, aside=passage.remark, mark="order")
    if passage.dice:
        dice_cells = cells(*map(str, passage.dice))
        several = sum(len(die.values) for die in passage.dice) > 1
        title, fold = ("Dice", tally(passage)) if several else ("Die", "")
        return Item(dice_cells, title, aside=passage.rule, mark="die", fold=fold if folds else "")
    if passage.kind == NOT_DONE:
        return Item(title=f"Not carried out ({passage.why})", line=passage.text)
    if passage.kind == PASSES:
        return Item(cells(passage.text), "Passed")
    return Item(cells(passage.text), aside=passage.rule, mark=mark(passage))


def mark(passage: Passage) -> str:
    """What a sentence of such an event is marked as."""
    kind = passage.kind
    if kind in OPENS and (kind != "battle_round" or ROUND.compiled.match(passage.text)):
        return "part"
    return "rout" if kind in ROUTS else "move" if kind in MOVES else ""


def _mine(question: OpenRequest, rules: list[tuple[str, list[Choice]]]) -> Iterator[AnyPart]:
    """A question with all its answers."""
    yield Note(question.cited, "You")
    if question.stack:
        yield Items((Item(line=question.stack),), kind="choices")
    for rule, choices in rules:
        rows = tuple(Item(cells(choice.note), line=choice.line) for choice in choices)
        yield Items(rows, f"Rule {rule}" if rule else "", "choices")
