"""`pbem join`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import complete, files, person
from pbem.mail.message import message


@click.command("join", help="Accept an invitation: writes a signed text to mail back to the GM.")
@person.save_argument
@click.option(
    "--as",
    "side",
    required=True,
    shell_complete=complete.sides,
    help="The side you play; its first letters will do.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write the mail.")
def command(file: Path, side: str, out: Path | None) -> None:
    game = person.open_game(file)
    short = [s for s in game.ledger.sides if side and s.startswith(side.lower())]
    side = short[0] if len(short) == 1 else side
    letter = game.join(side)
    out = out or file.parent / f"{game.id}-{side}-join.txt"
    words = f"I play {side} in {game.title} ({game.id})."
    gm = game.ledger.table.gms[0]
    files.write_text(out, message(gm.name, f"{game.id}: {side} joins", words, letter.to_text()))
    click.echo(f"The GM is {gm.name}, {gm.fingerprint}: compare it with them.")
    click.echo(f"Mail {out} to the GM. When the next {file.name} comes, go on with `pbem orders`.")
