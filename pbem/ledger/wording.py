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
    n: int, in_log: Record, right: Record, copies: Copies, reworded: list[Reworded]
) -> Record:
    """The record of entry `n` as this program makes it, in the words of the log wherever only words differ.

    Args:
        in_log: the record in the log.
        right: the record as this program makes it.
        copies: opens and seals stories again, to compare them.
        reworded: grows by each sentence that differs.
    """
    if in_log == right:
        return right
    fields: dict[str, Any] = {}
    if len(in_log.questions) == len(right.questions):
        pairs = list(zip(in_log.questions, right.questions, strict=True))
        fields["questions"] = tuple(a if same_question(a, b) else b for a, b in pairs)
        reworded += [
            Reworded(n, a.text, b.text)
            for a, b in pairs
            if same_question(a, b) and a.text != b.text
        ]
    if same_result(in_log.result, right.result):
        fields["result"] = in_log.result
        if in_log.result != right.result and in_log.result and right.result:
            reworded.append(Reworded(n, in_log.result.reason, right.result.reason))
    if [row.to for row in in_log.menus] == [row.to for row in right.menus]:
        fields["menus"] = in_log.menus
        reworded += [Reworded(n) for a, b in _pairs(in_log.menus, right.menus) if a != b]
    if [part.to for part in in_log.stories] == [part.to for part in right.stories]:
        fields["stories"] = tuple(
            a if a == b or _is_reworded(n, a, b, copies, reworded) else b
            for a, b in zip(in_log.stories, right.stories, strict=True)
        )
    return replace(right, **fields)


def _pairs(in_log: tuple[Menu, ...], right: tuple[Menu, ...]) -> Iterator[tuple[Menu, Menu]]:
    return zip(in_log, right, strict=True)


def _is_reworded(
    n: int, in_log: PrivateStory, right: PrivateStory, copies: Copies, reworded: list[Reworded]
) -> bool:
    """Does a story say the same in other words? Both must be in the one spelling that encoding gives them."""
    to = right.to
    if to == PUBLIC:
        return not in_log.sealed and _same_story(
            n, PublicStory, in_log.clear, right.clear, to, reworded
        )
    if in_log.clear:
        return False
    try:
        plain = copies.open(to, in_log.sealed)
    except BadOpening:
        return False
    mine = copies.open(to, right.sealed)
    if copies.seal(to, plain) != in_log.sealed:
        return False
    return _same_story(n, ToldSide, plain, mine, to, reworded)


def _same_story(
    n: int,
    kind: type[StoryT],
    in_log: str | bytes,
    right: str | bytes,
    to: str,
    reworded: list[Reworded],
) -> bool:
    """Are two stories the same but for their sentences? Those that differ are added to `reworded`.

    Args:
        to: the side that reads them, or PUBLIC.
    """
    try:
        stories = [
            heard(kind, canonical.decode(_bytes(text), LIMIT), to) for text in (in_log, right)
        ]
    except (BadInput, ValueError):
        return False
    log_story, own_story = (
        canonical.encode(codec.dump(_without_words(story))) for story in stories
    )
    if log_story != own_story:
        return False
    for a, b in zip(*map(_sentences, stories), strict=True):
        if a != b and Reworded(n, a, b) not in reworded:
            reworded.append(Reworded(n, a, b))
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
