"""What every command ends with by which a player says something to the GM: a mail."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files
from pbem.mail.message import message
from pbem.moderator.game import Game
from pbem.moderator.statement import ARMOUR
from pbem.protocol.envelope import Envelope


def mail(game: Game, file: Path, envelope: Envelope, words: str, out: Path | None) -> None:
    """Write the mail, and say where it is."""
    side, kind = envelope.body["from"], envelope.body["type"]
    out = out or file.parent / f"{game.id}-{side}-{kind}-{len(game.heads)}.txt"
    gm = game.ledger.gms[0].name
    text = message(gm, f"{game.id}: {side} {kind}", words, envelope.to_text(ARMOUR))
    files.write_text(out, text)
    click.echo(f"Signed. Mail {out} to the GM, {gm}, attached or pasted.", err=True)
