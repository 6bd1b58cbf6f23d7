"""What every command ends with by which a player says something to the GM: a mail."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person
from pbem.mail.message import message
from pbem.moderator.game import Game, Letter


def mail(game: Game, file: Path, letter: Letter, words: str, out: Path | None) -> None:
    """Write the mail, and say where it is."""
    person.check_may_sign(game)
    body = letter.envelope.body
    side, kind = body.author, type(body).__struct_config__.tag
    out = out or file.parent / f"{game.id}-{side}-{kind}-{len(game.heads)}.txt"
    gm = game.ledger.table.gms[0].name
    text = message(gm, f"{game.id}: {side} {kind}", words, letter.to_text())
    files.write_text(out, text)
    click.echo(f"Signed. Mail {out} to the GM, {gm}, attached or pasted.", err=True)
