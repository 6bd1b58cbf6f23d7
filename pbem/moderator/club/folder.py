"""A folder of games is a club: what is in it, what is late, and which mail belongs to which game."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct, field

from pbem.errors import PbemError, WrongGame
from pbem.moderator.cases import time
from pbem.moderator.game import Game
from pbem.moderator.ledger.values import READY
from pbem.moderator.turn.inbox import Receipt, mail_of, refused
from pbem.protocol.bodies import Joined

START = b"# A game moderated by pbem"
Opener = Callable[[Path], Game]


class Club(Struct):
    """The games of a folder by the hash of their genesis, and the files that look like a save and are none."""

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
        known = club.games.get(game.ledger.game)
        if known is None or len(known[1].save.entries) < len(game.save.entries):
            club.games[game.ledger.game] = (path, game)
    return club


def sort(
    club: Club, mails: Mapping[str, str | bytes]
) -> tuple[dict[str, dict[str, str | bytes]], list[Receipt]]:
    """Mails by the game that they are for, and those that fit none."""
    piles: dict[str, dict[str, str | bytes]] = {}
    unfit: list[Receipt] = []
    known = " or ".join(game.id for _, game in club.games.values()) or "any game here"
    for name, text in mails.items():
        try:
            wanted = mail_of(text).envelope.body.game
            if wanted not in club.games:
                raise WrongGame(found=wanted[:8], expected=known)
        except Exception as error:  # whatever is in a mail harms only itself
            unfit.append(Receipt(name, error=refused(error)))
            continue
        piles.setdefault(wanted, {})[name] = text
    return piles, unfit


class Row(Struct, frozen=True):
    """A game in a list: whose turn, since when, and how it stands."""

    id: str
    title: str
    now: str
    waits_for: str
    since: str
    entries: int


def row(game: Game) -> Row:
    """A game's line in the club's list."""
    ledger = game.ledger
    result = game.result
    kinds = {request.side: request.kind for request in game.requests}
    kinds |= dict.fromkeys(ledger.owes_ready(), READY)
    asked = ", ".join(f"{side} ({kind.replace('_', ' ')})" for side, kind in kinds.items())
    if ledger.position.fault is not None:
        asked = "gm (ruling on a fault)"
    put = [at for side, (number, at) in ledger.cases.clock.since.items() if side in kinds and at]
    now = f"over: {result.reason}" if result else game.now
    since = time.date(min(put)) if put else ""
    return Row(game.id, game.title, now, asked, since, len(game.save.entries))


class Late(Struct, frozen=True):
    """Somebody who has to answer. `state`: "" in time, `late`, or `over` with the grace too."""

    game: Game
    side: str
    due: int
    state: str

    @property
    def words(self) -> str:
        state = {"": "in time", "late": "LATE, in grace", "over": "OVER"}[self.state]
        return f"{self.game.id} {state}: {_told(self.game, self.side)}"


def due(game: Game, now: int) -> list[Late]:
    """Everybody of whom something is asked in a game that has deadlines."""
    ledger = game.ledger
    rows = [
        Late(game, side, time.deadline(ledger, side), time.state(ledger, side, now))
        for side in ledger.askings
    ]
    return [late for late in rows if late.due]


def _told(game: Game, side: str) -> str:
    asking = game.ledger.askings[side]
    return time.told(game.ledger.cases.clock, side, asking.number)


def reminder(late: Late) -> str:
    """A mail to the one who is late, ready to send."""
    game, ledger = late.game, late.game.ledger
    seat = ledger.seats[late.side]
    invited = ledger.genesis.invited.get(late.side, "")
    # A substitute has another address.
    first = isinstance(game.save.entries[seat.since].body.step, Joined)
    addresses = [word for word in invited.split() if "@" in word] if first else []
    address = addresses[0] if addresses else seat.keys.name
    asked = next((r for r in game.requests if r.side == late.side), None)
    question = (
        f"{asked.question} ({asked.rule})" if asked else "Are you ready? Dice wait for your word."
    )
    ends = time.date(late.due + ledger.cases.clock.grace * time.HOUR)
    words = [
        f"To: {address}",
        f"Subject: {game.id}: your answer, please",
        "",
        f"{seat.keys.name}, in {game.title} ({game.id}) you are asked, as {late.side}:",
        "",
        f"    {question}",
        "",
        _told(game, late.side),
        "",
        f"Write with: pbem orders {game.path.name if game.path else 'game.toml'}",
        f"If you are away, tell us before {ends}: pbem holiday. If your mail was lost, send it again.",
    ]
    lines = [wrap(line) if at > 1 else line for at, line in enumerate(words)]
    return "\n".join([*lines, "", ledger.table.gms[0].name, ""])


def wrap(line: str) -> str:
    """A paragraph of a mail, 72 columns wide."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line, 72, subsequent_indent=indent, break_long_words=False)
