"""The GM's whole story of a veiled game's entry, as one side may read it."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.ledger.glimpse import encode_story, read
from pbem.ledger.story import Story


def for_side(story: Story, side: str) -> Story:
    """What `side` (or the public) may read of a story."""
    decisions, events = read(encode_story(list(story.decisions), list(story.events), side))
    left = story.left if story.side == side else ()
    private = tuple(row for row in story.private if row[0] == side)
    return replace(story, decisions=decisions, events=events, left=left, private=private)
