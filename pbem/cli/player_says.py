"""What every command ends with by which a player says something to the GM: a mail."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from msgspec import Struct

from pbem.cli import files, person, robot_homes
from pbem.cli.terminal import wrapped
from pbem.mail.message import message

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.moderator.player import Letter, Player

F = TypeVar("F", bound=Callable[..., Any])


class Wish(Struct, frozen=True):
    """Where to write a mail, and whether as a text (to paste or attach) or finished (`.eml`)."""

    out: Path | None = None
    eml: bool = False


def mail_options(command: F) -> F:
    """`-o FILE` and `--eml`, as the argument `wish` of a command that writes a mail to the GM."""

    @click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write the mail.")
    @click.option(
        "--eml", is_flag=True, help="A finished mail, to open in a mail program and send."
    )
    @functools.wraps(command)
    def whole(*, out: Path | None, eml: bool, **options: Any) -> None:
        command(**options, wish=Wish(out, eml))

    return cast(F, whole)


def mail(game: Game, file: Path, letter: Letter, words: str, wish: Wish) -> None:
    """Write the mail, and say where it is."""
    person.check_may_sign(game)
    if robot_homes.moderated(file):
        from pbem.cli import robots  # who has none does without

        robots.answer(game, file, letter)
        return
    body = letter.envelope.body
    side, kind = body.author, type(body).__struct_config__.tag
    name = f"{game.id}-{side}-{kind}-{len(game.heads)}"
    path = write(game, file, wish, name, f"{game.id}: {side} {kind}", words, letter.to_text())
    click.echo(f"Signed. {to_do(game, path, wish)}", err=True)


def write(
    game: Player, file: Path, wish: Wish, name: str, subject: str, words: str, block: str
) -> Path:
    """A mail to the GM beside the save: `words` in clear, then the block. Returns where it is.

    Raises WouldOverwrite, OSError.
    """
    words = "\n".join(quotable(line) for line in words.splitlines())
    path = wish.out or file.parent / f"{name}.{'eml' if wish.eml else 'txt'}"
    gm = game.ledger.table.gms[0]
    if not wish.eml:
        files.write_text(path, message(gm.name, subject, words, block))
        return path
    from pbem.mail import addresses, eml  # slow to load

    row = addresses.read(person.addresses(game.ledger.game)).of("gm", gm.fingerprint)
    text = f"{words}\n\n{block}"
    files.write_bytes(path, eml.finished(eml.headed(row, gm.name, subject), text))
    if row is None:
        told = "The GM's address is not known here; write it once: "
        told += f"{person.pbem()} addresses {file} --set gm ADDRESS"
        click.echo(wrapped(told, "", "    "), err=True)
    return path


def quotable(line: str) -> str:
    """A line of a mail, short enough to be quoted some times."""
    indent = line[: len(line) - len(line.lstrip())]
    return click.wrap_text(line.strip(), 72, indent, indent)


def to_do(game: Player, path: Path, wish: Wish) -> str:
    """What is left to do with a mail."""
    gm = game.ledger.table.gms[0].name
    if wish.eml:
        return f"Open {path} in your mail program and send it to the GM, {gm}."
    return f"Mail {path} to the GM, {gm}, attached or pasted."
