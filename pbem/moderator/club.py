"""A folder of games is a club: what is in it, what is late, and which mail belongs to which game."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pbem.errors import PbemError, WrongGame
from pbem.moderator.clock import HOUR, date, running
from pbem.moderator.game import Game
from pbem.moderator.inbox import Receipt, envelope_of, refusal

START = b"# A game moderated by pbem"
Opener = Callable[[Path], Game]


@dataclass
class Club:
    """The games of a folder by id, and the files that look like a save and are none."""

    games: dict[str, tuple[Path, Game]] = field(default_factory=dict)
    broken: list[tuple[Path, PbemError]] = field(default_factory=list)


def saves(folder: Path) -> Iterator[Path]:
    """Every save in a folder and the folders in it, one level deep."""
    for path in sorted([*folder.glob("*.toml"), *folder.glob("*/*.toml")]):
        with path.open("rb") as file:
            if file.read(len(START)) == START:
                yield path


def read(folder: Path, opener: Opener) -> Club:
    """All games of a folder. Of two saves of one game the longer counts."""
    club = Club()
    for path in saves(folder):
        try:
            game = opener(path)
        except PbemError as error:
            club.broken.append((path, error))
            continue
        known = club.games.get(game.id)
        if known is None or len(known[1].save.entries) < len(game.save.entries):
            club.games[game.id] = (path, game)
    return club


def sort(
    club: Club, mails: Mapping[str, str | bytes]
) -> tuple[dict[str, dict[str, str | bytes]], list[Receipt]]:
    """Mails by the game that they are for, and those that fit none."""
    piles: dict[str, dict[str, str | bytes]] = {}
    refused: list[Receipt] = []
    for name, text in mails.items():
        try:
            wanted = str(envelope_of(text).body.get("game"))
            if wanted not in club.games:
                raise WrongGame(found=wanted, expected=" or ".join(club.games) or "any game here")
        except Exception as error:
            refused.append(Receipt(name, error=refusal(error)))
            continue
        piles.setdefault(wanted, {})[name] = text
    return piles, refused


@dataclass(frozen=True)
class Row:
    """A game in a list: whose turn, since when, and how it stands."""

    id: str
    title: str
    now: str
    waits_for: str
    since: str
    entries: int


def row(game: Game) -> Row:
    """A game's line in the club's list."""
    clock = running(game.ledger)
    result = game.result
    asked = ", ".join(f"{r.side} ({r.kind.replace('_', ' ')})" for r in game.requests)
    since = date(clock.since) if clock.since and asked else ""
    now = f"over: {result.reason}" if result else game.now
    return Row(game.id, game.title, now, asked, since, len(game.save.entries))


@dataclass(frozen=True)
class Late:
    """Somebody who has to answer. `state`: "" in time, `late`, or `over` with the grace too."""

    game: Game
    side: str
    due: int
    state: str

    @property
    def words(self) -> str:
        clock = running(self.game.ledger)
        told = {"": "in time", "late": "LATE, in grace", "over": "OVER"}[self.state]
        return f"{self.game.id} {told}: {clock.told(self.side)}"


def due(game: Game, now: int) -> list[Late]:
    """Everybody of whom something is asked in a game that has deadlines."""
    clock = running(game.ledger)
    rows = [
        Late(game, request.side, clock.due(request.side), clock.state(request.side, now))
        for request in game.requests
    ]
    return [late for late in rows if late.due]


def reminder(late: Late) -> str:
    """A mail to the one who is late, ready to send."""
    game, clock = late.game, running(late.game.ledger)
    seat = game.ledger.seats[late.side]
    invited = game.ledger.genesis["invited"][late.side]
    first = game.save.entries[seat.since].type == "accept"  # a substitute has another address
    addresses = [word for word in invited.split() if "@" in word] if first else []
    address = addresses[0] if addresses else seat.keys.name
    request = next(r for r in game.requests if r.side == late.side)
    ends = date(late.due + clock.grace * HOUR)
    words = [
        f"To: {address}",
        f"Subject: {game.id}: your answer, please",
        "",
        f"{seat.keys.name}, in {game.title} ({game.id}) you are asked, as {late.side}:",
        "",
        f"    {request.question} ({request.rule})",
        "",
        f"{clock.told(late.side)}",
        "",
        f"Write with: pbem orders {game.path.name if game.path else 'game.toml'}",
        f"If you are away, tell us before {ends}: pbem holiday. If your mail was lost, send it again.",
    ]
    lines = [wrap(line) if at > 1 else line for at, line in enumerate(words)]
    return "\n".join([*lines, "", game.ledger.gms[0].name, ""])


def wrap(line: str) -> str:
    """A paragraph of a mail, 72 columns wide."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line, 72, subsequent_indent=indent, break_long_words=False)
