"""Plain text for mails: 78 columns, nothing but words and indents."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator

from pbem.drawing.ink import printable
from pbem.engine.document import AnyPart, Heading, Item, Items, Note
from pbem.reports.speech import Said, aloud, row_fields

WIDTH = 78
STEP = "  "
Paint = Callable[[str, str], str]
"""Colours lines of a kind: `heading`, `call`, or the mark of an item."""
SIGNS = {"order": ("> ", ""), "part": ("== ", " ==")}


def write(parts: Iterable[AnyPart], flavour: str = "") -> str:
    return text(parts)


def plain_line(kind: str, line: str) -> str:
    return line


def text(
    parts: Iterable[AnyPart], width: int = WIDTH, paint: Paint = plain_line, cut: bool = True
) -> str:
    """A document as text of this width, ending in a newline. `cut`: break even a word that is longer than a line."""
    lines: list[str] = []
    indent = ""
    for part in aloud(parts):
        if isinstance(part, Heading):
            lines += [""] * (2 if part.level == 2 else 1)
            indent = STEP if part.level > 1 else ""
        elif isinstance(part, Note) and part.mark == "foot":
            lines.append("")
            indent = ""
        lines += (
            paint(kind, wrap(inset + plain(line), width, cut))
            for kind, inset, line in _part(part, indent)
        )
    return "\n".join(lines).strip("\n") + "\n"


def plain(raw: str) -> str:
    """One line of printable characters, so that no text can fake a line of the report."""
    return printable(" ".join(raw.splitlines()))


def wrap(line: str, width: int = WIDTH, cut: bool = True) -> str:
    """Break a line at `width` columns and indent what follows by more than the line."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=indent + 2 * STEP,
        break_on_hyphens=False,
        break_long_words=cut,
    )


def _part(part: Said, indent: str) -> Iterator[tuple[str, str, str]]:
    """Kind, indent and text of each line."""
    match part:
        case Heading(sentence, level):
            yield "heading", "", sentence.upper() if level == 2 else sentence
        case Note(sentence, title, mark, copied):
            yield mark, indent, f"{title}: {sentence}" if title else f"{sentence} {copied}".strip()
        case Items(items, caption, kind):
            if kind == "panel":
                yield "", "", ""
            if caption:
                yield "", indent, f"* {caption}" if kind == "panel" else caption
            for item in items:
                yield from _item(item, indent + STEP if caption and kind else indent)


def _item(item: Item, indent: str) -> Iterator[tuple[str, str, str]]:
    title, line, words, aside = row_fields(item)
    sentence = " - ".join(filter(None, (line, words)))
    sentence = f"{title}: {sentence}" if title and sentence else title or sentence
    sentence = f"{sentence} ({aside})" if aside else sentence
    before, after = SIGNS.get(item.mark, ("", ""))
    yield item.mark, indent + STEP * (item.mark == "die"), f"{before}{sentence}{after}"
    for below in item.items:
        yield from _item(below, indent + STEP)
