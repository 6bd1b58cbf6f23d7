"""What this computer keeps of its person: where the identity is, what time it is, and marks next to the pins."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from pbem.errors import BadStatement, NoIdentity
from pbem.proof.reader import Reader
from pbem.protocol.atomic import SECRET, private_folder, replace_file
from pbem.protocol.hashing import is_digest
from pbem.protocol.pins import Pins
from pbem.system import NOW, now, settings_folder

__all__ = ["NOW", "now"]

FOLDER = "PBEM_HOME"
FILE = "identity.toml"
PASSPHRASE = "PBEM_PASSPHRASE"
POST, OUTBOX, INVITATIONS = "post", "outbox", "invitations"
POST_FILE = "post.toml"
"""The settings of `pbem post`. Without this file nothing is fetched or sent."""


def folder() -> Path:
    """Where the identity and the pins are: `--home`, else $PBEM_HOME, else the system's place for settings."""
    return Path(os.environ.get(FOLDER) or settings_folder("pbem"))


@contextlib.contextmanager
def sitting_as(folder: Path) -> Iterator[None]:
    """Be the person whose identity is in this folder."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before


def identity_file() -> Path:
    return folder() / FILE


def existing_identity() -> Path:
    """The identity file of this machine. Raises NoIdentity."""
    path = identity_file()
    if not path.exists():
        home = os.environ.get(FOLDER, "")
        raise NoIdentity(path=path, home=f" --home {shlex.quote(home)}" if home else "")
    return path


def restored_mark() -> Path:
    """A file that says: this identity was restored from words, another machine may have signed too."""
    return folder() / "restored"


def pins() -> Pins:
    return Pins(folder() / "pins")


def has_seen(genesis: str) -> bool:
    """Has this person opened this game on this computer?"""
    return is_digest(genesis) and (pins().folder / f"{genesis}.toml").exists()


def post_outbox() -> Path | None:
    """The folder from which `pbem post` sends finished emails; None for somebody who has not set it up."""
    path = folder() / POST / OUTBOX
    return path if path.is_dir() and (folder() / POST_FILE).is_file() else None


def is_invitation(file: Path) -> bool:
    """Has `pbem post` put this save among the invitations, which go once their game has been joined?"""
    return file.absolute().parent == (folder() / POST / INVITATIONS).absolute()


def duel_record(genesis: str) -> Path:
    """Where the newest file of one's own of a duel is kept."""
    return folder() / "duels" / f"{genesis}.toml"


def addresses(genesis: str) -> Path:
    """The file with the addresses of one game."""
    return folder() / "addresses" / f"{genesis}.toml"


def last_reported_entry(game: Reader) -> int:
    """The last entry whose reports this GM has written; -1 if nobody knows."""
    try:
        return int(_mark("told", game).read_bytes())
    except (FileNotFoundError, ValueError):
        return -1


def set_told(game: Reader) -> None:
    """The reports are written up to the last entry."""
    last = len(game.save.entries) - 1
    if last_reported_entry(game) != last:
        _put(_mark("told", game), f"{last}\n".encode())


def accepted_side(game: Reader) -> str:
    """The side for which an accept was written here; "" if none was."""
    try:
        return _mark("accepted", game).read_text("utf-8")
    except FileNotFoundError:
        return ""


def set_accepted(game: Reader, side: str) -> None:
    """An accept for this side is written, to be mailed."""
    _put(_mark("accepted", game), side.encode())


def check_may_sign(game: Reader) -> None:
    """Who has published his key of a game signs nothing more in it (rule 7). Raises BadStatement."""
    if has_revealed(game):
        raise BadStatement(
            why="you have published your key of this game, and sign nothing more in it"
        )


def has_revealed(game: Reader) -> bool:
    """Has whoever sits here published their key of this game?"""
    return _mark("revealed", game).exists()


def set_revealed(game: Reader) -> None:
    _put(_mark("revealed", game), b"yes\n")


def last_seen_entry(genesis: str, side: str) -> int:
    """The last entry of a game that its reader has looked at on the desk, in this seat; -1 if none."""
    try:
        return int(_seen(genesis, side).read_bytes())
    except (OSError, ValueError):
        return -1


def set_seen(game: Reader) -> None:
    """All that has happened so far was looked at. If a full disk does not keep that, it is shown again next time."""
    with contextlib.suppress(OSError):
        _put(_seen(game.ledger.game, game.side), f"{len(game.save.entries) - 1}\n".encode())


def _seen(genesis: str, side: str) -> Path:
    return pins().folder / "seen" / f"{genesis}-{side}"


def _mark(what: str, game: Reader) -> Path:
    return pins().folder / what / game.ledger.game


def _put(path: Path, data: bytes) -> None:
    private_folder(path.parent)
    replace_file(path, data, mode=SECRET)
