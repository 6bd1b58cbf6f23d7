"""Which mail belongs to which game of a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field

from pbem.club.folder import newest_first, saves
from pbem.errors import PbemError, ShorterHistory, WrongGame
from pbem.gm.inbox import Receipt, mail_of, refused
from pbem.proof import game_names
from pbem.proof.reader import Reader
from pbem.protocol import armour
from pbem.protocol.save import contents, genesis_hash

MODERATED = (armour.SAVED.encode(),)
ANY = "any game that this GM has here"
Opener = Callable[[Path], Reader]


class Unopened(NamedTuple):
    """A file that looks like a save and cannot be played on: `game` is what it calls itself, "" if nothing."""

    path: Path
    game: str
    error: PbemError


class Club(Struct):
    """The games of a folder, by the hash of their genesis.

    Attributes:
        games: the save that each game is played on, the newest.
        twins: other copies of the same games, in the order of their names; they are left alone.
        unopened: files that look like a save and cannot be played on.
    """

    games: dict[str, tuple[Path, Reader]] = field(default_factory=dict)
    twins: list[Path] = field(default_factory=list)
    unopened: list[Unopened] = field(default_factory=list)

    def stopped_by(self, game: str) -> Unopened | None:
        """The file because of which no email of this game can be applied."""
        if game in self.games:
            return None
        return next((file for file in self.unopened if file.game == game), None)


def read(folder: Path, opener: Opener) -> Club:
    """All games of a folder; of several copies the first by `newest_first` counts."""
    club = Club()
    copies: dict[str, list[tuple[Path, Reader]]] = {}
    for path in saves(folder, MODERATED):
        try:
            game = opener(path)
        except PbemError as error:
            club.unopened.append(Unopened(path, _game_named(path), error))
            continue
        copies.setdefault(game.ledger.game, []).append((path, game))
    for genesis, own_copies in copies.items():
        own_copies.sort(key=lambda copy: newest_first(copy[0], len(copy[1].save.entries)))
        club.games[genesis] = own_copies[0]
        club.twins += [path for path, _ in own_copies[1:]]
    old_copies = [
        file
        for file in club.unopened
        if file.game in club.games and isinstance(file.error, ShorterHistory)
    ]
    club.twins = sorted([*club.twins, *(file.path for file in old_copies)])
    club.unopened = [file for file in club.unopened if file not in old_copies]
    return club


def _game_named(path: Path) -> str:
    """Which game a file calls itself; nothing of it is checked."""
    try:
        return genesis_hash(contents(path))
    except (OSError, PbemError):
        return ""


def sort(
    club: Club, mails: Mapping[str, str | bytes]
) -> tuple[dict[str, dict[str, str | bytes]], list[Receipt], dict[str, Unopened]]:
    """Emails by the game that they are for, those that fit none, and those that wait for a save."""
    piles: dict[str, dict[str, str | bytes]] = {}
    unfit: list[Receipt] = []
    mails_waiting: dict[str, Unopened] = {}
    for name, text in mails.items():
        try:
            genesis = mail_of(text).envelope.body.game
            if file := club.stopped_by(genesis):
                mails_waiting[name] = file
                continue
            if genesis not in club.games:
                raise WrongGame(found=game_names.of_mail(text, genesis[:8]), expected=ANY)
        except Exception as error:  # whatever is in a mail harms only itself
            unfit.append(Receipt(name, error=refused(error)))
            continue
        piles.setdefault(genesis, {})[name] = text
    return piles, unfit, mails_waiting
