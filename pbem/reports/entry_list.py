"""The last entries of a game with a sentence each, for somebody who has to point at one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.reports.from_game import in_words

if TYPE_CHECKING:
    from pbem.ledger.story import Story
    from pbem.proof.reader import Reader

MOST = 40
"""So many entries, the newest first."""
LONG = 100
"""Characters of a sentence."""
UNTOLD = ("die", "heading")
"""Events that say too little by themselves."""
READING = "reading"
"""The kind of the only event of an entry that reads the clock and does nothing else."""


class EntrySentence(Struct, frozen=True):
    """An entry by its number, and the first thing that happened in it."""

    n: int
    text: str


def entry_sentences(game: Reader, reader: str, also: int = 0) -> list[EntrySentence]:
    """The last entries as `reader` (a side or `public`) may read them, the newest first.

    An entry that only reads the clock is left out, unless it is wanted.

    Args:
        also: an older entry that is wanted too, 0 for none.
    """
    last = len(game.save.entries) - 1
    stories = game.stories(max(1, last - MOST + 1), last, reader)
    if 0 < also <= last - MOST:
        stories = [*game.stories(also, also, reader), *stories]
    news = [one for one in stories if one.n == also or {e.kind for e in one.events} != {READING}]
    return [
        EntrySentence(story.n, entry_sentence(in_words(game, story), reader))
        for story in reversed(news)
    ]


def entry_sentence(story: Story, reader: str) -> str:
    """The first thing that happened in an entry, as `reader` may read it, or else what was done."""
    sentences = told_in(story, reader)
    text = (sentences[0] if sentences else _deed(story)).partition("; key ")[0]
    text = text[:1].upper() + text[1:]
    if len(text) > LONG:
        text = f"{text[:LONG].rsplit(' ', 1)[0]} \N{HORIZONTAL ELLIPSIS}"
    return f"{text} (and {len(sentences) - 1} more)" if len(sentences) > 1 else text


def told_in(story: Story, reader: str) -> list[str]:
    """All sentences of an entry that `reader` may read, but for dice and headings."""
    return [
        event.text
        for event in story.events
        if event.text and event.kind not in UNTOLD and event.to in ("", reader)
    ]


def _deed(story: Story) -> str:
    """What was done in an entry of which nothing more is told, such as `york: plan`."""
    return f"{story.side}: {story.decisions[0].line}" if story.decisions else story.key
