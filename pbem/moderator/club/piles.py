"""Which mail belongs to which game of a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct, field

from pbem.errors import PbemError, WrongGame
from pbem.moderator.club.folder import saves
from pbem.moderator.reader import Reader
from pbem.moderator.turn.inbox import Receipt, mail_of, refused

Opener = Callable[[Path], Reader]


class Club(Struct):
    """The games of a folder by the hash of their genesis, and the files that look like a save and are none."""

    games: dict[str, tuple[Path, Reader]] = field(default_factory=dict)
    broken: list[tuple[Path, PbemError]] = field(default_factory=list)


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
