"""Markdown: real tables and lists; whatever somebody wrote is text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbem.drawing.ink import printable
from pbem.engine.document import AnyPart, Cell, Heading, Item, Items, Note, ReportTable, cells_text
from pbem.reports.speech import Said, aloud, row_fields

ACTIVE = re.compile(r"[\\`*_\[\]#|~]")
"""Characters that are markup anywhere; `(`, `!` and the rest only together with one of these."""
LEADING = re.compile(r"\A\s*(?:\d+(?=[.)](?:\s|\Z))|(?=[-+](?:[\s-]|\Z)|=))")
LINKING = re.compile(r"(?i)(?<=www)\.|:(?=//)")
NESTED = 4 * " "


def write(parts: Iterable[AnyPart], flavour: str = "") -> str:
    return markdown(parts)


def markdown(parts: Iterable[AnyPart]) -> str:
    """A document; it ends in a newline."""
    blocks: list[str] = []
    for part in parts:
        if isinstance(part, ReportTable):
            blocks.append("\n".join(_table(part)))
        else:
            blocks += ("\n".join(_part(spoken_part)) for spoken_part in aloud((part,)))
    return "\n\n".join(blocks) + "\n"


def escape(raw: str) -> str:
    """Markdown for any text."""
    text = re.sub(r"\s+", " ", printable(raw))
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = ACTIVE.sub(r"\\\g<0>", text)
    text = LINKING.sub(r"\\\g<0>", LEADING.sub(r"\g<0>\\", text))
    return text.replace("@", "&#64;")


def code(raw: str) -> str:
    """A code span around an order line, with a fence longer than any in it."""
    text = " ".join(printable(raw).split())
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text[:1] == "`" or text[-1:] == "`" or not text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _part(part: Said) -> Iterator[str]:
    """A part of a report as lines of Markdown."""
    match part:
        case Heading(text, level):
            yield f"{'#' * level} {escape(text)}"
        case Note(text, title, mark, copy_text):
            if mark in ("lead", "call"):
                yield f"**{escape(text)}**"
            else:
                label = f"**{escape(title)}:** " if title else ""
                yield f"{label}{escape(text)} {code(copy_text) if copy_text else ''}".rstrip()
        case Items(items, caption, "panel"):
            yield f"> **{escape(caption)}**"
            for item in items:
                yield ">"
                yield f"> {_item_text(item)}"
        case Items(items, caption):
            if caption:
                yield f"{escape(caption)}\n"
            for item in items:
                yield from _item(item, "")


def _item(item: Item, indent: str) -> Iterator[str]:
    yield f"{indent}- {_item_text(item)}"
    for below in item.items:
        yield from _item(below, indent + NESTED)


def _item_text(item: Item) -> str:
    """A list item on one line of Markdown: its title, order line, words and remark."""
    title, line, words, aside = row_fields(item)
    strong = item.mark == "part" or (item.items and not title)
    label = f"**{escape(title)}:**" if title else ""
    strong_words = f"**{escape(words)}**" if strong and words else escape(words)
    return " ".join(
        filter(
            None,
            (
                label,
                code(line) if line else "",
                strong_words,
                f"({escape(aside)})" if aside else "",
            ),
        )
    )


def _table(table: ReportTable) -> Iterator[str]:
    if table.caption:
        yield f"{escape(table.caption)}\n"
    yield f"| {' | '.join(map(escape, table.columns))} |"
    yield "|---" * len(table.columns) + "|"
    for head, *fields in table.rows:
        yield f"| **{_field(head)}** | {' | '.join(map(_field, fields))} |"


def _field(cells: Sequence[Cell]) -> str:
    return escape(cells_text(cells))
