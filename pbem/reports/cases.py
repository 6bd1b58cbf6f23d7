"""A dry run both ways at every check, and orders read back, as documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.moderator.turn.preview import Line
from pbem.moderator.turn.tries import Case

LATER = "after a die or another player's answer; checked only then"


def document(case: Case) -> tuple[AnyPart, ...]:
    """A case, and below each of its checks what may follow."""
    return (Items(_rows(case), kind="story"),)


def _rows(case: Case) -> tuple[Item, ...]:
    rows = [Item(line=line, mark="order") for line in case.lines]
    rows += [Item(title=fork.outcome, items=_rows(fork)) for fork in case.forks]
    if case.end:
        rows.append(Item(cells(f"STOP: {case.end}" if case.illegal else case.end)))
    return tuple(rows)


def read_back(
    lines: Sequence[Line], scripts: Mapping[str, str], policies: Mapping[str, str]
) -> tuple[AnyPart, ...]:
    """Orders as they will be read, and what cannot be promised of them."""
    parts: list[AnyPart] = [Items(tuple(map(_read, lines)), kind="story")] if lines else []
    if scripts:
        parts += [Heading("Scripts", 3), _named("Card ", scripts)]
    if policies:
        parts += [Heading("Policies", 3), _named("On ", policies)]
    return tuple(parts) or (Note("Nothing is written yet."),)


def _read(line: Line) -> Item:
    said = []
    if not line.checked:
        said.append(f"{LATER.capitalize()}.")
    if line.skipped:
        when = "does not hold now" if line.checked else "holds in no case"
        said.append(f"Skipped: its condition {when}.")
    if line.doubt:
        said.append(f"Is this right? {line.doubt}")
    if line.gives_up:
        this = "this" if line.checked else "if it comes to this, it"
        said.append(f"Look out: {this} {line.gives_up}.")
    return Item(cells(*said), line=line.text, mark="order")


def _named(before: str, texts: Mapping[str, str]) -> Items:
    rows = (
        Item(cells(text.replace("\n", "; ") or "none, you will be asked"), f"{before}{name}")
        for name, text in texts.items()
    )
    return Items(tuple(rows))
