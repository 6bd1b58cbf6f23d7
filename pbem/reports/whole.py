"""A whole report as a document: what changed, what happened, where things stand, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.engine.document import Heading, Item, Items, Map, Note, cells
from pbem.reports.battles import battles, parts, tally
from pbem.reports.context import MOVES
from pbem.reports.course import course
from pbem.reports.summary import changed, wanted

if TYPE_CHECKING:
    from pbem.engine.document import AnyPart
    from pbem.reports.battles import Battle
    from pbem.reports.context import Asked, Choice, Context, EntryStory, Passage

CHECK = (
    "pbem verify game.toml; pbem explain game.toml --entry N has a shell line for each, to check it "
    "by hand."
)
OPENS = ("heading", "battle", "battle_round")
"""Kinds of events that open a new part of the story."""
ROUTS = ("battle_rout", "battle_disband", "battle_end")


def whole(report: Context) -> tuple[AnyPart, ...]:
    """The report; its first two parts are what somebody reads who reads no more."""
    return tuple(_whole(report))


def _whole(report: Context) -> Iterator[AnyPart]:
    yield Note(changed(report), mark="lead")
    yield Note(wanted(report), mark="call")
    yield Heading(report.heading, 1)
    if report.notices:
        yield Heading("Before the GM", 2)
        yield Items(tuple(Item(cells(notice)) for notice in report.notices))
    if report.entries:
        yield Heading("What happened", 2, "story")
        fights = battles(report)
        for entry in report.entries:
            yield from story(report, entry, fights)
    yield Heading(report.position_title, 2, "position")
    if report.position_note:
        yield Note(report.position_note)
    if len(report.trend) > 1:
        yield course(report)
    if report.picture is not None:
        yield Map(report.picture, report.title, report.position.now, report.moves)
    yield from report.position.parts
    yield Heading(report.asked_title, 2, "asked")
    for asked, rules in report.groups:
        yield from _mine(asked, rules)
    for asked in report.others:
        yield Note(asked.cited, report.side(asked.side))
    if not report.asked:
        yield Note("Nothing.")
    if report.dice:
        yield Note(CHECK, "To check the dice", mark="foot")
    if report.position.note:
        yield Note(report.position.note, mark="foot")
    yield Note(f"Log head {report.entry}:", mark="foot", copied=report.log_head)


def story(report: Context, entry: EntryStory, fights: list[Battle]) -> Iterator[AnyPart]:
    """What one entry brought, and at the end of each battle its summary."""
    yield Heading(f"{entry.title}, by the {report.side(entry.side)}", 3)
    for part in parts(entry, fights):
        items = tuple(_item(report, entry, line) for line in part.passages)
        blows = f"Blow by blow: {part.battle.name}" if part.battle else ""
        yield Items(items, kind="story", fold=blows)
    for battle in fights:
        if battle.last == entry.n:
            rows = tuple(Item(cells(*row.lines), row.label) for row in battle.rows)
            yield Items(rows, f"{battle.heading}: {battle.tally}", "panel")
    if entry.left:
        yield Items((Item(title=f"Not carried out ({entry.why})", line="; ".join(entry.left)),))


def _item(report: Context, entry: EntryStory, passage: Passage) -> Item:
    if passage.kind == "order":
        owner = "" if passage.side == entry.side else report.side(passage.side)
        return Item(title=owner, line=passage.text, aside=passage.remark, mark="order")
    if passage.dice:
        said = cells(*map(str, passage.dice))
        several = sum(len(die.values) for die in passage.dice) > 1
        title, fold = ("Dice", tally(passage)) if several else ("Die", "")
        return Item(said, title, aside=passage.rule, mark="die", fold=fold)
    return Item(cells(passage.text), aside=passage.rule, mark=_mark(passage.kind))


def _mark(kind: str) -> str:
    if kind in OPENS:
        return "part"
    return "rout" if kind in ROUTS else "move" if kind in MOVES else ""


def _mine(asked: Asked, rules: list[tuple[str, list[Choice]]]) -> Iterator[AnyPart]:
    """A question with all its answers."""
    yield Note(asked.cited, "You")
    if asked.stack:
        yield Items((Item(line=asked.stack),), kind="choices")
    for rule, choices in rules:
        rows = tuple(Item(cells(choice.note), line=choice.line) for choice in choices)
        yield Items(rows, f"Rule {rule}" if rule else "", "choices")
