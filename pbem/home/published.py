"""One's key of a game that is over, in files for everybody, and the keys of others that came."""

from __future__ import annotations

from pathlib import Path

from pbem.errors import PbemError
from pbem.home import computer, files, letters
from pbem.mail.read.message import message
from pbem.player.player import Player
from pbem.proof.reader import Reader
from pbem.proof.revealed_keys import own_reveals, revealed_keys
from pbem.protocol import envelope


def publish(game: Player, file: Path, out: Path | None = None, eml: bool = False) -> list[Path]:
    """Write one's keys of a game in files for everybody, and return them.

    Args:
        out: the first of them, by default next to the save. `eml`: as emails, not as texts.

    Raises BadStatement: not everybody has signed the end. NotInThisGame, WouldOverwrite, OSError.
    """
    reveals = own_reveals(game)
    party = reveals[0].body.author
    name = f"{game.id}-{party}-reveal"
    first_path = out or file.parent / f"{name}.{'eml' if eml else 'txt'}"
    about = (
        f"My key of {game.id}, for everybody. Save this file next to game.toml. Then anyone can check the whole "
        f"game: pbem audit game.toml"
    )
    # First the mark, or a kill in between would leave a published key and a pbem that still signs.
    computer.set_revealed(game)
    paths = []
    for number, reveal in enumerate(reveals, 1):  # a GM who took the game over has one key more
        path = first_path if number == 1 else first_path.with_stem(f"{first_path.stem}-{number}")
        subject, block = f"{game.id}: key of {party}", envelope.to_text(reveal)
        if eml:
            mail = letters.Mail(name, subject, about, block)
            files.write_bytes(path, letters.finished(game, mail))
        else:
            files.write_text(path, message("all", subject, about, block))
        paths.append(path)
    return paths


def publish_in_words(game: Player, file: Path) -> str:
    """The same, and a sentence with the files that a page says. Raises as `publish`."""
    names = " and ".join(str(path) for path in publish(game, file))
    return f"Written: {names}. This is your key of this game. Send it to everybody in the game."


def file_key(game: Reader, file: Path, text: str | bytes) -> Path | None:
    """Keep the key of this game that an email brings next to the save, where the audit finds it.

    Returns the file; None if it brings none, or one that opens nothing. Raises OSError, WouldOverwrite.
    """
    try:
        reveal = envelope.read_reveal(text)
    except PbemError:
        return None
    if not game.ledger.final or revealed_keys(game.save.entries, [reveal]).odd:
        return None
    block, party, at = envelope.to_text(reveal), reveal.body.author, 1
    path = file.parent / f"{game.id}-{party}-reveal.txt"
    while path.exists() and block not in path.read_text("utf-8"):
        at += 1
        path = path.with_name(f"{game.id}-{party}-reveal-{at}.txt")
    files.write_text(path, message("all", f"{game.id}: key of {party}", "", block))
    return path
