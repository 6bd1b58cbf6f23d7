"""The last entries of a game with a sentence each, for somebody who has to point at one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from pbem.ledger.story import Story
    from pbem.proof.reader import Reader

MOST = 40
"""So many entries, the newest first."""
LONG = 100
"""Characters of a sentence."""
UNTOLD = ("die", "heading")
"""Events that say too little by themselves."""


class EntrySentence(Struct, frozen=True):
    """An entry by its number, and the first thing that happened in it."""

    n: int
    text: str


def entry_sentences(game: Reader, reader: str, also: int = 0) -> list[EntrySentence]:
    """The last entries as `reader` (a side or `public`) may read them, the newest first.

    Args:
        also: an older entry that is wanted too, 0 for none.
    """
    last = len(game.save.entries) - 1
    stories = game.stories(max(1, last - MOST + 1), last, reader)
    if 0 < also <= last - MOST:
        stories = [*game.stories(also, also, reader), *stories]
    return [EntrySentence(one.n, _sentence(one, reader)) for one in reversed(stories)]


def _sentence(story: Story, reader: str) -> str:
    sentences = [
        event.text
        for event in story.events
        if event.text and event.kind not in UNTOLD and event.to in ("", reader)
    ]
    text = (sentences[0] if sentences else story.key).partition("; key ")[0]
    if len(text) > LONG:
        text = f"{text[:LONG].rsplit(' ', 1)[0]} \N{HORIZONTAL ELLIPSIS}"
    return f"{text} (and {len(sentences) - 1} more)" if len(sentences) > 1 else text
