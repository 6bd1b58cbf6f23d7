"""`pbem verify`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person


@click.command(
    "verify",
    help="Replay the whole game: every signature, link, die, card and rule. Needs no secrets.",
)
@person.save_argument
@files.printed()
def command(file: Path) -> None:
    game = person.open_game(file, "public")
    count = game.verify()
    click.echo(f"{game.title} ({game.id}): all {count} entries are in order.")
    for gm in game.ledger.gms:
        click.echo(f"GM {gm.name}, {gm.fingerprint}")
    for side, seat in game.ledger.seats.items():
        click.echo(f"{side}: {seat.keys.name}, {seat.keys.fingerprint}, {seat.seq} orders")
    click.echo(f"Head of the log: {game.head}")
