"""BBCode for forums: the tags that BoardGameGeek and phpBB know, and text that is none of them.

A zero-width space keeps what looks like a tag, a link or a smiley from being one; it cannot be seen,
and order lines have none, so that they can be copied.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

Flavour = Literal["bgg", "phpbb"]
NOT = "\u200b"
ACTIVE = re.compile(r"\[(?=\S)|(?<=www)\.|:(?=[^\s\d])|@|(?<![\w.(])8(?=\))", re.IGNORECASE)
"""Tags, links, smileys and BoardGameGeek's `:dice:`, mentions, phpBB's `8)`."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The tags of one forum. `fold`: what the reader may open; dice hide there."""

    title: Any
    end_title: Any
    part: Any
    end_part: Any
    fold: Any
    end_fold: Any
    quote: Any
    end_quote: Any
    code: Any
    end_code: Any
    arrow: str = "\u203a"


def marks(flavour: Flavour) -> Marks:
    """BoardGameGeek has spoilers and sizes in points; plain phpBB has neither [o] nor inline code."""
    from markupsafe import Markup

    tags = {
        "bgg": (
            "[size=18][b]",
            "[/b][/size]",
            "[size=14][b]",
            "[/b][/size]",
            "[o]",
            "[/o]",
            "[q]",
            "[/q]",
        ),
        "phpbb": (
            "[size=160][b]",
            "[/b][/size]",
            "[size=130][b]",
            "[/b][/size]",
            "[i]",
            "[/i]",
            "[quote]",
            "[/quote]",
        ),
    }[flavour]
    return Marks(*map(Markup, (*tags, "[b]", "[/b]")))


def harmless(value: Any) -> Any:
    """Text for a forum; what the templates themselves made is left alone."""
    from markupsafe import Markup

    if isinstance(value, Markup):
        return value
    text = re.sub(r"[\s\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+", " ", str(value))
    return Markup(ACTIVE.sub(lambda found: found[0] + NOT, text))
