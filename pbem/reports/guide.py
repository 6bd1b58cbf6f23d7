"""The guide: the chapters are `pbem/guide/*.md`; a forge shows them as they stand, `page` a terminal.

A chapter is one file. It begins with its place among the others and its readers, its title, and the
one line that stands for it in the list:

    <!-- 30 For players -->
    # Orders

    How an order line is written, what a file of them holds, how to try it first.

What follows is paragraphs, headings, lists of one level, tables and code, each after an empty line.
"""

from __future__ import annotations

import posixpath
import re
import textwrap
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import groupby
from typing import NamedTuple

from pbem.errors import UnknownChapter
from pbem.resources import resource

FOLDER = "pbem/guide"
WIDTH = 78
TO_READ = "`pbem guide CHAPTER` prints a chapter; its name may be cut short."
GAP = "  "
"""Between columns."""
NARROW = 36
"""A table too wide for a line stays one if all columns but the last are no wider than this together."""
GLUE = "\0"
"""Holds code in a sentence together where a line can hold it, so that it can be pasted."""
HEAD = re.compile(r"<!-- (\d+) (.+) -->\n# (.+)\n\n(.+)\n\n")
FENCE = "```"


class Chapter(NamedTuple):
    """A chapter.

    Attributes:
        place: where it stands in the list. `readers`: the heading over it there.
        about: its line in the list. `text`: all of the file, in Markdown.
    """

    name: str
    place: int
    readers: str
    title: str
    about: str
    text: str

    def begins(self, word: str) -> bool:
        """Does its name, or a word of its title, begin so?"""
        return any(w.startswith(word) for w in [self.name, *_words(self.title)])


def chapters() -> list[Chapter]:
    """All chapters in their order."""
    files = resource("guide").glob("*.md")
    return sorted((_read(f.stem, f.read_text("utf-8")) for f in files), key=lambda c: c.place)


def _read(name: str, text: str) -> Chapter:
    head = HEAD.match(text)
    if head is None:
        raise ValueError(f"{FOLDER}/{name}.md does not begin as a chapter does")
    place, readers, title, about = head.groups()
    return Chapter(name, int(place), readers, title, about, text)


def find(words: str) -> Chapter:
    """The chapter of this name, or the only one whose name or title has a word that begins so.

    Raises:
        UnknownChapter: naming the nearest, else those that speak of it.
    """
    book = chapters()
    word = "-".join(words.lower().removesuffix(".md").split())
    by_name = [c for c in book if c.name == word] or [c for c in book if c.name.startswith(word)]
    begun = [c for c in book if c.begins(word)]
    for fits in (by_name, begun):
        if len(fits) == 1:
            return fits[0]
    near = begun or _near(word, book) or [c for c in book if words.lower() in c.text.lower()]
    chapter_names = ", ".join(c.name for c in near or book)
    raise UnknownChapter(chapter=words, known=chapter_names)


def _near(word: str, book: Iterable[Chapter]) -> list[Chapter]:
    names = {w: c for c in book for w in [*_words(c.title), c.name]}
    return list({c.name: c for c in map(names.get, get_close_matches(word, names)) if c}.values())


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]{3,}", text.lower())


def contents() -> str:
    """The list of chapters, under their readers."""
    book = chapters()
    wide = max(len(chapter.name) for chapter in book)
    lines = [TO_READ]
    for readers, group in groupby(book, key=lambda chapter: chapter.readers):
        lines += ["", readers]
        lines += [f"  {chapter.name:<{wide}}  {chapter.about}" for chapter in group]
    return "\n".join(lines) + "\n"


def page(chapter: Chapter, width: int = WIDTH) -> str:
    """A chapter as plain text of so many columns; code stands as it is, four columns in."""
    body = chapter.text.partition("\n")[2]
    return "\n\n".join(_plain(block, width) for block in blocks(body)) + "\n"


def blocks(text: str) -> Iterator[list[str]]:
    """Its blocks, each as its lines; the empty lines between them are gone, those inside code are not."""
    block: list[str] = []
    for line in text.splitlines():
        inside = bool(block) and block[0].startswith(FENCE)
        if line or inside:
            block.append(line)
        if block and (line == FENCE if inside else not line):
            yield block
            block = []
    if block:
        yield block


def _plain(block: list[str], width: int) -> str:
    """A block of Markdown as plain text: code, heading, table, list or paragraph."""
    first_line = block[0]
    if first_line.startswith(FENCE):
        return textwrap.indent("\n".join(block[1:-1]), "    ")
    if first_line.startswith("    "):
        return "\n".join(block)
    if first_line.startswith("#"):
        level, _, words = first_line.partition(" ")
        rule = {"#": "=", "##": "-"}.get(level, "")
        return "\n".join([inline(words), rule * len(inline(words))]).rstrip("\n")
    if first_line.startswith("|"):
        return _table(
            [[inline(c.strip()) for c in row.strip("|").split("|")] for row in block], width
        )
    if item := re.match(r"- |\d+\. ", first_line):
        return "\n".join(_items(block, " " * item.end(), width))
    return _wrapped(" ".join(block), width)


def _items(block: list[str], hanging: str, width: int) -> Iterator[str]:
    """The items of a list, each over as many lines as it needs."""
    starts = [n for n, line in enumerate(block) if not line.startswith(" ")]
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        yield _wrapped(" ".join(line.strip() for line in block[start:end]), width, hanging=hanging)


def _table(rows: list[list[str]], width: int) -> str:
    """Columns where they fit; else each row one below the other, under its first cell."""
    head, body = rows[0], rows[2:]
    titled = [head, *body] if any(head) else body
    wide = [max(len(row[n]) for row in titled) for n in range(len(head))]
    before = sum(wide[:-1]) + len(GAP) * (len(wide) - 1)
    if before + wide[-1] <= width or before <= NARROW:
        lines = [_columns(row, wide, before, width) for row in titled]
        rule = GAP.join("-" * min(w, width - before) for w in wide)
        return "\n".join([lines[0], rule, *lines[1:]] if any(head) else lines)
    return "\n\n".join("\n".join(_record(head, row, width)) for row in body)


def _columns(row: list[str], wide: list[int], before: int, width: int) -> str:
    start = GAP.join(f"{cell:<{w}}" for cell, w in zip(row[:-1], wide, strict=False))
    return _wrapped(row[-1], width, start + GAP, " " * before)


def _record(head: list[str], row: list[str], width: int) -> Iterator[str]:
    yield _wrapped(row[0], width)
    for name, cell in zip(head[1:], row[1:], strict=True):
        if cell:
            label = f"{name}: " if name and len(head) > 2 else ""
            yield _wrapped(label + cell, width, "    ", "    ")


def inline(text: str) -> str:
    """Without the marks of links and bold print; a link to a chapter says how to read that."""
    text = re.sub(r"\[([^]]+)\]\(([^)]+)\)", lambda link: _link(link[1], link[2]), text)
    return re.sub(r"\*\*(.+?)\*\*", r"\1", text)


def _link(text: str, target: str) -> str:
    target = target.partition("#")[0]
    path = posixpath.normpath(posixpath.join(FOLDER, target))
    if not target or text.strip("`") == path:
        return text
    if posixpath.dirname(path) == FOLDER and path.endswith(".md"):
        return f"{text} (`pbem guide {posixpath.basename(path).removesuffix('.md')}`)"
    return f"{text} ({target if '://' in target else path})"


def _wrapped(text: str, width: int, first: str = "", hanging: str = "") -> str:
    span = re.compile(rf"`[^`]{{1,{width - len(hanging) - 2}}}`")
    return textwrap.fill(
        span.sub(lambda code: code[0].replace(" ", GLUE), inline(text)),
        width,
        initial_indent=first,
        subsequent_indent=hanging,
        break_on_hyphens=False,
        break_long_words=False,
    ).replace(GLUE, " ")
