"""BBCode for forums: the tags that BoardGameGeek and phpBB know, and text that is none of them.

A zero-width space keeps what looks like a tag, a link or a smiley from being one; it cannot be seen,
and order lines have none, so that they can be copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from pbem.drawing.ink import printable
from pbem.engine.document import AnyPart, Heading, Item, Items, Note
from pbem.reports.speech import Said, aloud, row_fields

NOT = "\u200b"
ACTIVE = re.compile(r"\[(?=\S)|(?<=www)\.|:(?=[^\s\d])|@|(?<![\w.(])8(?=\))", re.IGNORECASE)
"""Tags, links, smileys and BoardGameGeek's `:dice:`, mentions, phpBB's `8)`."""
ARROW = "\u203a"
NESTED = "\u2003"
"""An em space: forums keep it at the beginning of a line."""


class Tags(Struct, frozen=True):
    """What the forums do not have in common. `fold`: what the reader may open; dice hide there."""

    title: str
    chapter: str
    fold: str
    quote: str


FLAVOURS = {
    "bgg": Tags("size=18", "size=14", "o", "q"),
    "phpbb": Tags("size=160", "size=130", "i", "quote"),
}
"""BoardGameGeek has spoilers and sizes in points; plain phpBB has neither [o] nor inline code."""


def write(parts: Iterable[AnyPart], flavour: str = "") -> str:
    return bbcode(parts, flavour)


def bbcode(parts: Iterable[AnyPart], flavour: str = "") -> str:
    """A document; it ends in a newline."""
    tags = FLAVOURS[flavour or "bgg"]
    lines: list[str] = []
    for part in aloud(parts):
        lines += [""] if isinstance(part, Heading) or getattr(part, "mark", "") == "foot" else []
        lines += _part(part, tags)
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


def harmless(raw: str) -> str:
    """Text for a forum."""
    text = re.sub(r"\s+", " ", printable(raw))
    return ACTIVE.sub(lambda match: match[0] + NOT, text)


def tag_around(tag: str, inside: str) -> str:
    """`[b]said[/b]` of something that is harmless already."""
    return f"[{tag}]{inside}[/{tag.partition('=')[0]}]" if inside else ""


def bold(text: str) -> str:
    return tag_around("b", harmless(text))


def _part(part: Said, tags: Tags) -> Iterator[str]:
    """A part of a report as lines of BBCode."""
    match part:
        case Heading(sentence, level):
            sizes = {1: tags.title, 2: tags.chapter}
            yield tag_around(sizes[level], bold(sentence)) if level in sizes else bold(sentence)
        case Note(sentence, title, mark, copy_text):
            text = bold(sentence) if mark in ("lead", "call") else harmless(sentence)
            yield f"{bold(f'{title}:') + ' ' if title else ''}{text} {bold(copy_text)}"
        case Items(items, caption, "panel"):
            rows = [bold(caption), *(_said(item, tags) for item in items)]
            yield ""
            yield tag_around(tags.quote, "\n".join(rows))
        case Items(items, caption):
            if caption:
                yield tag_around("i", harmless(caption))
            for item in items:
                yield from _item(item, "", tags)


def _item(item: Item, indent: str, tags: Tags) -> Iterator[str]:
    if item.mark == "part":
        yield ""
    yield indent + _said(item, tags)
    for below in item.items:
        yield from _item(below, indent + NESTED, tags)


def _said(item: Item, tags: Tags) -> str:
    title, line, words, aside = row_fields(item)
    if item.mark == "die":
        return tag_around(tags.fold, harmless(f"{title}: {words}"))
    strong = item.mark == "part" or (item.items and not title)
    pieces = (
        ARROW if item.mark == "order" else "",
        bold(f"{title}:") if title else "",
        bold(line),
        bold(words) if strong else harmless(words),
        f"({harmless(aside)})" if aside else "",
    )
    return " ".join(filter(None, pieces))
