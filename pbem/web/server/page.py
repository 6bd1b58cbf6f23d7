"""What a page of the desk is, for whoever serves it: it knows no web server, and the server knows no game.

In the browser a page stands at one name, and all that it links to is relative to that:

    GET  NAME               the whole page
    POST NAME               what was clicked: JSON `{"verb": "...", "words": {"...": "..."}}`; brings an `Answer`
    POST NAME?drop=FILE     a file's bytes, as application/octet-stream; brings an `Answer`
    GET  NAME?file=FILE     a `Download`
    GET  jobs/N             how a long work is getting on (`jobs.Progress`); POST jobs/N/stop ends it
    POST alive              a tab is open: without one for ten minutes the program ends

A refusal is an `Answer` too, with status 422. No two calls ever run at the same time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

LONGEST_NUMBER = 6
"""Digits of what is typed or clicked."""


def whole_number(typed: str) -> int | None:
    """A number as it came from a browser; None for all else, `²` and 5,000 digits too."""
    return int(typed) if typed.isdecimal() and len(typed) <= LONGEST_NUMBER else None


class Answer(Struct, frozen=True):
    """What a click brings.

    Attributes:
        parts: HTML by the id of the element that it replaces.
        said: a sentence for everybody, read aloud to who listens; a refusal is said here too.
        goes: the name of the page to go to instead, "" to stay.
        job: the number of a long work that has begun (`Jobs`), 0 if it is done.
        was: the version of the page that `parts` go on from: a tab with an older one asks for `all` of it.
            0 where they go on from any.
    """

    parts: Mapping[str, str] = {}
    said: str = ""
    goes: str = ""
    job: int = 0
    was: int = 0


class Download(Struct, frozen=True):
    """A file that the browser keeps or hands to another program: a mail, a save, a replay."""

    name: str
    media: str
    content: bytes


class Page(Protocol):
    """One page: a seat at a game, the GM's chair, the list of a folder's games, a replay."""

    def whole(self) -> str:
        """The HTML of the whole page."""
        ...

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """Do what was clicked. Raises PbemError, which the server says as it is; nothing is changed then."""
        ...

    def drop(self, name: str, content: bytes) -> Answer:
        """Take a file that was dropped on the page. Raises PbemError."""
        ...

    def download(self, name: str) -> Download:
        """A file that the page offers. Raises PbemError."""
        ...

    def keep(self) -> str:
        """Write down what is not sent yet, so that it outlives the program: called after each click and at the
        end. A sentence for who ends the program, with the file; "" if there is nothing. Raises OSError."""
        ...
