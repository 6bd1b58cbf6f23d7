"""The README and the chapters of the guide, and what is typed in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbem.reports.guide import chapters

ROOT = Path(__file__).parents[2]
README = "README"
PAGES = {
    README: (ROOT / "README.md").read_text("utf-8"),
    **{chapter.name: chapter.text for chapter in chapters()},
}
GAME = "towton-1461-0edebdb3"
"""The game that is shown wherever one needs a name."""


class Typed(NamedTuple):
    """A command without its `pbem`; `who` stands before the prompt, "" for a line without one."""

    page: str
    who: str
    line: str


def folder(page: str) -> Path:
    """Where links of a page begin."""
    return ROOT if page == README else ROOT / "pbem" / "guide"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGES[page], re.MULTILINE | re.DOTALL)


def prose(page: str) -> str:
    return re.sub(r"^```.*?^```$", "", PAGES[page], flags=re.MULTILINE | re.DOTALL)


def prompted(page: str) -> list[Typed]:
    """What is typed after a prompt, in order."""
    found = re.findall(r"^(\w+)\$ pbem (.*)$", "".join(blocks(page, "console")), re.MULTILINE)
    return [Typed(page, who, line) for who, line in found]


def at_home(page: str, pattern: str, text: str) -> Iterator[Typed]:
    """What the pattern finds; whose `--home` it names is who types it."""
    for line in re.findall(pattern, text, re.MULTILINE):
        words = line.split()
        who = words[1] if words[0] == "--home" else ""
        yield Typed(page, who, " ".join(words[2:] if who else words))


def evening() -> str:
    """The ten minutes alone, as they are typed."""
    return "".join(block for block in blocks("first-game", "sh") if "--home" in block)


def commands() -> Iterator[Typed]:
    """Whatever is shown as `pbem ...`, in a block or in the running text."""
    for page in PAGES:
        yield from prompted(page)
        for block in blocks(page, "sh"):
            yield from at_home(page, r"(?:^|bin/|\()pbem ([^&|\n)>]+)", block)
        yield from at_home(page, r"`pbem ([^`]*)`", prose(page))
