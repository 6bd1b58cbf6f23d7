"""The sentences of a veiled game's record, which belong to the program and not to the rules (PROTOCOL.md, section 17).

A later program may word them otherwise, so whoever does an entry again compares what it says without its sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine import codec
from pbem.errors import BadInput, BadOpening
from pbem.ledger.glimpse import PublicStory, ToldSide, heard, same_question, same_result
from pbem.ledger.values import PUBLIC
from pbem.protocol import canonical
from pbem.protocol.bodies import Menu, PrivateStory, Record
from pbem.protocol.entry import LIMIT

DIE = "die"
StoryT = TypeVar("StoryT", bound=PublicStory)


class Reworded(Struct, frozen=True):
    """A sentence of an entry that this program words otherwise.

    Attributes:
        written: as the log has it; "" for those of a menu, which are not in the log. `here`: as it is worded here.
    """

    entry: int
    written: str = ""
    here: str = ""


class Copies(Struct, frozen=True):
    """How the GM's key opens and seals the stories of an entry, by side. `open` raises BadOpening."""

    open: Callable[[str, str], bytes]
    seal: Callable[[str, bytes], str]


def worded_as(
    n: int, written: Record, right: Record, copies: Copies, found: list[Reworded]
) -> Record:
    """The record of entry `n` as it follows, in the words of the log wherever only words differ.

    Args:
        found: grows by each sentence that differs.
    """
    if written == right:
        return right
    changed: dict[str, Any] = {}
    if len(written.questions) == len(right.questions):
        pairs = list(zip(written.questions, right.questions, strict=True))
        changed["questions"] = tuple(a if same_question(a, b) else b for a, b in pairs)
        found += [
            Reworded(n, a.text, b.text)
            for a, b in pairs
            if same_question(a, b) and a.text != b.text
        ]
    if same_result(written.result, right.result):
        changed["result"] = written.result
        if written.result != right.result and written.result and right.result:
            found.append(Reworded(n, written.result.reason, right.result.reason))
    if [row.to for row in written.menus] == [row.to for row in right.menus]:
        changed["menus"] = written.menus
        found += [Reworded(n) for a, b in _pairs(written.menus, right.menus) if a != b]
    if [part.to for part in written.stories] == [part.to for part in right.stories]:
        changed["stories"] = tuple(
            a if a == b or _reworded(n, a, b, copies, found) else b
            for a, b in zip(written.stories, right.stories, strict=True)
        )
    return replace(right, **changed)


def _pairs(written: tuple[Menu, ...], right: tuple[Menu, ...]) -> Iterator[tuple[Menu, Menu]]:
    return zip(written, right, strict=True)


def _reworded(
    n: int, written: PrivateStory, right: PrivateStory, copies: Copies, found: list[Reworded]
) -> bool:
    """Does a story say the same in other words? It is written in its one spelling then."""
    to = right.to
    if to == PUBLIC:
        return not written.sealed and _same_story(
            n, PublicStory, written.clear, right.clear, to, found
        )
    if written.clear:
        return False
    try:
        plain = copies.open(to, written.sealed)
    except BadOpening:
        return False
    mine = copies.open(to, right.sealed)
    if copies.seal(to, plain) != written.sealed:
        return False
    return _same_story(n, ToldSide, plain, mine, to, found)


def _same_story(
    n: int,
    kind: type[StoryT],
    written: str | bytes,
    right: str | bytes,
    to: str,
    found: list[Reworded],
) -> bool:
    try:
        stories = [
            heard(kind, canonical.decode(_bytes(text), LIMIT), to) for text in (written, right)
        ]
    except (BadInput, ValueError):
        return False
    there, here = (canonical.encode(codec.dump(_without_words(story))) for story in stories)
    if there != here:
        return False
    for a, b in zip(*map(_sentences, stories), strict=True):
        if a != b and Reworded(n, a, b) not in found:
            found.append(Reworded(n, a, b))
    return True


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _without_words(story: StoryT) -> StoryT:
    """The text of a die is its name, and no sentence."""
    return replace(
        story,
        decisions=tuple(replace(row, why="") for row in story.decisions),
        events=tuple(
            event if event.kind == DIE else replace(event, text="") for event in story.events
        ),
    )


def _sentences(story: PublicStory) -> list[str]:
    return [row.why for row in story.decisions] + [event.text for event in story.events]
