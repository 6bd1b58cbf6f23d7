"""`pbem join`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person
from pbem.mail.message import message


@click.command("join")
@person.save_argument
@click.option("--as", "side", required=True, help="The side you play: york or lancaster.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write the mail.")
def command(file: Path, side: str, out: Path | None) -> None:
    """Accept an invitation: writes a signed text to mail back to the GM."""
    person.load_identity()
    game = person.open_game(file)
    side = next((s for s in game.ledger.sides if s.startswith(side.lower()[:4])), side)
    envelope = game.join(side)
    out = out or file.parent / f"{game.id}-{side}-join.txt"
    words = f"I play {side} in {game.title} ({game.id})."
    text = message(game.ledger.gm.name, f"{game.id}: {side} joins", words, envelope.to_text("ACCEPT"))
    out.write_text(text, encoding="utf-8")
    click.echo(f"The GM is {game.ledger.gm.name}, {game.ledger.gm.fingerprint}: compare it with them.")
    click.echo(f"Mail {out} to the GM.")
