"""Mails to the GM: signed blocks with what may be said in clear above them, kept, and written as a text or finished."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pbem.errors import PbemError
from pbem.home import computer, files, sent
from pbem.mail import addresses
from pbem.mail.read.message import message
from pbem.player.orders import Letter, Orders
from pbem.protocol.bodies import Order, Ready

if TYPE_CHECKING:
    from pbem.player.player import Player

WIDTH = 72
"""Columns of a line that is to be quoted some times."""
_BEGIN = "-----BEGIN"
"""What a signed block starts with, so that words are compared to their end."""


class Mail(Struct, frozen=True):
    """A mail to the GM.

    Attributes:
        name: of its file, without the suffix.
        words: what all may read.
        block: armour.
    """

    name: str
    subject: str
    words: str
    block: str


def of_orders(game: Player, letter: Letter, orders: Orders, readable: bool = False) -> Mail:
    """A mail with sealed orders; `readable`: the lines stand in clear too, for a GM who wants that.

    Lines that were sealed before and are known here no more are not counted in it."""
    body = letter.envelope.body
    what = f"{body.question:02}" if isinstance(body, Order | Ready) else "standing"
    words = _in_clear(game, letter, orders, readable)
    name, subject = f"{game.id}-{body.author}-{what}", f"{game.id}: {body.author} {what}"
    return _mail(name, subject, words, letter)


def of_words(game: Player, letter: Letter, words: str) -> Mail:
    """A mail with something said, claimed, accepted or given up: `words` say the same in clear."""
    body = letter.envelope.body
    side, kind = body.author, type(body).__struct_config__.tag
    name = f"{game.id}-{side}-{kind}-{len(game.heads)}"
    return _mail(name, f"{game.id}: {side} {kind}", words, letter)


def of_accept(game: Player, letter: Letter, terms: str, slip: str = "") -> Mail:
    """A mail that takes a seat, by the terms of the table; `slip`: the block of a return slip."""
    side = letter.envelope.body.author
    words = f"I play {side} in {game.title} ({game.id}).\n\n{terms}"
    mail = _mail(f"{game.id}-{side}-join", f"{game.id}: {side} joins", words, letter)
    return replace(mail, block="\n".join(filter(None, (mail.block, slip))))


def _mail(name: str, subject: str, words: str, letter: Letter) -> Mail:
    return Mail(name, subject, "\n".join(map(_quotable, words.splitlines())), letter.to_text())


def keep_and_write(game: Player, letter: Letter, mail: Mail, path: Path, eml: bool) -> None:
    """Keep orders, and write their mail as `write` does. Nothing is kept that is not written.

    Raises BadStatement after one's own reveal, WouldOverwrite, OSError.
    """
    computer.check_may_sign(game)
    kept_file = sent.keep_youngest(game, letter)
    try:
        write(game, mail, path, eml)
    except (OSError, PbemError):
        kept_file.unlink()  # never mailed
        raise


def write(game: Player, mail: Mail, path: Path, eml: bool) -> None:
    """A mail in a file, to paste or attach, or finished (`eml`). Raises WouldOverwrite, OSError."""
    data = finished(game, mail) if eml else as_text(game, mail).encode()
    files.write_bytes(path, data, secret=True)  # lines may stand in clear


def write_beside(game: Player, mail: Mail, path: Path, eml: bool) -> tuple[Path, list[Path]]:
    """Write something said as `write` does, and never over other words that may not have been sent yet.

    Returns where it was written, under `path` or the next free number behind that name, and the files with other
    words that were there. The same words again replace what was signed with them. Raises WouldOverwrite, OSError.
    """
    data = finished(game, mail) if eml else as_text(game, mail).encode()
    start = data if eml else data[: data.index(mail.block.encode()) + len(_BEGIN)]
    others: list[Path] = []
    free = path
    while free.is_file() and not free.read_bytes().startswith(start):
        others.append(free)
        free = path.with_name(f"{path.stem}-{len(others) + 1}{path.suffix}")
    files.write_bytes(free, data, secret=True)
    return free, others


def as_text(game: Player, mail: Mail) -> str:
    """A mail to paste or to attach."""
    return message(game.ledger.table.gms[0].name, mail.subject, mail.words, mail.block)


def finished(game: Player, mail: Mail) -> bytes:
    """A mail that a mail program opens: to the GM, where his address is known here (`knows_gm`)."""
    from pbem.mail.write import eml  # slow to load

    gm = game.ledger.table.gms[0]
    row = addresses.read(computer.addresses(game.ledger.game)).of("gm", gm.fingerprint)
    return eml.finished(eml.email_to(row, gm.name, mail.subject), f"{mail.words}\n\n{mail.block}")


def knows_gm(game: Player) -> bool:
    """Is the GM's address known on this machine?"""
    return bool(gm_address(game))


def gm_address(game: Player) -> str:
    """The GM's address, as far as it is known on this machine."""
    book = addresses.read(computer.addresses(game.ledger.game))
    row = book.of("gm", game.ledger.table.gms[0].fingerprint)
    return row.address if row is not None else ""


def _quotable(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.strip().expandtabs(),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        replace_whitespace=False,
        break_on_hyphens=False,  # the name of a game stays whole
    )


def _in_clear(game: Player, letter: Letter, orders: Orders, readable: bool) -> str:
    """The part of an email that anybody can read: who writes, for which position; with `readable` the lines too.

    Scripts and policies are not even counted: others may not know that a standing order has changed.
    """
    body, ledger = letter.envelope.body, game.ledger
    author_name = f"{body.author} ({ledger.seats[body.author].keys.name})"
    match body:
        case Ready():
            lines_in_clear = [
                f"{author_name} is ready: question {body.question} of {body.author}, nothing to decide."
            ]
        case Order():
            lines_in_clear = [
                f"{author_name} answers question {body.question}, {body.request}; revision {body.revision}."
            ]
            if count := len(orders.lines):
                lines_in_clear.append(f"{count} order line{'s' * (count != 1)}, sealed.")
        case _:
            lines_in_clear = [f"{author_name} sends policies or scripts, sealed."]
    head = ledger.heads.index(body.head)
    lines_in_clear += [
        f"Game: {game.title} ({game.id}).",
        f"Written for the position after entry {head}, log fingerprint {body.head[:16]}.",
    ]
    if readable and isinstance(body, Order):
        lines = "\n".join(f"    {line}" for line in orders.lines)
        return "\n".join([*lines_in_clear, "", "Readable, for the GM only:", lines])
    return "\n".join(lines_in_clear)
