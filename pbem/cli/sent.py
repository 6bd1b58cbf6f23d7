"""The orders that a side has signed, kept beside its pins: what was sent, and what it would have rolled.

A ruling or a new seat may put a question again; the order that answered it is burnt, but not forgotten.
"""

from __future__ import annotations

from pathlib import Path

from pbem.cli import person
from pbem.errors import PbemError
from pbem.moderator.player import Letter
from pbem.moderator.reader import Reader
from pbem.protocol import envelope
from pbem.protocol.atomic import SECRET, replace_file
from pbem.protocol.bodies import Envelope, Order


def folder(game: Reader) -> Path:
    return person.pins().folder / "sent" / game.ledger.game


def keep(game: Reader, letter: Letter) -> Path:
    """Keep what is about to be mailed; returns where. Raises OSError; then nothing should be mailed."""
    body = letter.envelope.body
    number = f"{body.asking:05}-{body.revision:03}-" if isinstance(body, Order) else ""
    path = folder(game) / f"{body.author}-{number}{letter.digest[:12]}.txt"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    replace_file(path, letter.to_text().encode(), mode=SECRET)
    return path


def orders(game: Reader, asking: int = 0) -> list[Envelope]:
    """The orders kept here, oldest asking and revision first; only those for one asking if it is given."""
    found = []
    named = f"{game.side}-{asking:05}-*.txt" if asking else "*.txt"
    for path in sorted(folder(game).glob(named)):
        try:
            one = envelope.from_text(path.read_bytes(), "ORDER")
        except (PbemError, OSError):
            continue  # not ours, or damaged: it is a memory, no proof
        body = one.body
        mine = isinstance(body, Order) and body.author == game.side
        if isinstance(body, Order) and mine and body.game == game.ledger.game:
            found.append((body.asking, body.revision, one))
    return [
        one for number, _, one in sorted(found, key=lambda row: row[:2]) if asking in (0, number)
    ]
