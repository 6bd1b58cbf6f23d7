"""Saves that come to a reader, alone or in a mail: taken in the place of the older one, once they are checked."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.home import computer
from pbem.ledger.values import GM
from pbem.mail import addresses
from pbem.mail.read import message
from pbem.mail.read.header import sender_of
from pbem.mail.read.parts import enclosed
from pbem.patterns import Pattern
from pbem.proof import game_names
from pbem.proof.reader import Reader
from pbem.protocol import armour
from pbem.protocol import save as savefile
from pbem.protocol.keys import Identity

UNSAFE = Pattern(r"[^A-Za-z0-9_-]+")
"""What no name of a file is made of that comes from somebody else."""


def save_in_email(path: Path) -> bytes:
    """The longest save of an email in a file; b"" if none is in it. Raises OSError, PbemError."""
    return save_in(message.raw(path))


def save_in(content: bytes) -> bytes:
    """The longest save of a file, which may be a mail; b"" if none is in it."""
    return max(saves_in(content), key=len, default=b"")


def saves_in(content: bytes) -> list[bytes]:
    """The saves of a file, which may be a mail. Raises TooTangled."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    if content.startswith(armour.GAMES):
        return [content]
    return enclosed(content, armour.GAMES)


def sequel_in(content: bytes) -> bytes:
    """The longest sequel of a file, which may be a mail; b"" if none is in it."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    blocks = (
        [content] if content.startswith(savefile.SEQUEL) else enclosed(content, savefile.SEQUEL)
    )
    return max(blocks, key=len, default=b"")


def hear_gm(game: Reader, content: bytes) -> str:
    """Keep the address from which the email with a game's save came, as that of its GM, unless one is known.

    Returns the address; "" if none was learned. Raises OSError, Garbled.
    """
    sender, path = sender_of(content), computer.addresses(game.ledger.game)
    book = addresses.read(path)
    moderated = game.ledger.offices.moderated
    if not sender.address or sender.listed or GM in book.rows or game.side == GM or not moderated:
        return ""
    gm = game.ledger.table.gms[0]
    addresses.write(path, book.put(GM, sender.address, gm.fingerprint))
    return sender.address


def replaced(game: Reader, path: Path, data: bytes) -> bool:
    """Put a save in the place of the one from which this game was read; False if it is no newer.

    Raises WrongGame, Forked, ShorterHistory and what reading a save raises; then the old one is still there.
    """
    pins, genesis = computer.pins(), game.ledger.game
    pin = pins.pin(genesis)
    duel = savefile.is_duel(data)
    log = savefile.read_duel(data)[0] if duel else savefile.read(data, pin.signers if pin else ())
    if log.entries[0].head != genesis:
        raise game_names.foreign(game_names.of_log(log.entries), game)
    pins.check(genesis, log.heads)
    if len(log.entries) <= len(game.save.entries):
        return False
    type(game)(log, game.identity, path, pins.checkpoint(genesis))
    savefile.write_atomic(path, data)
    return True


def put_new_save(folder: Path, identity: Identity, data: bytes) -> Path:
    """Put the save of a game that is new here into a folder; returns its file. Raises what reading it raises."""
    log, seen = savefile.read_any(data), computer.pins()
    seen.check(log.entries[0].head, log.heads)
    file = new_file(folder, Reader(log, identity, None).id)
    savefile.write_atomic(file, data)
    return file


def new_file(folder: Path, id: str) -> Path:
    """Where the save of a game that is new in a folder goes."""
    stem = UNSAFE.compiled.sub("-", id).strip("-") or "game"
    file, at = folder / f"{stem}.toml", 2
    while os.path.lexists(file):
        file, at = folder / f"{stem}-{at}.toml", at + 1
    return file
