"""`pbem due`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person
from pbem.moderator.club import folder as club


@click.command("due", help="Who must answer by when, in all games of a folder; the latest first.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--reminders",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a mail to each who is late into this folder.",
)
@files.printed()
def command(folder: Path, reminders: Path | None) -> None:
    found = club.read(folder, lambda path: person.open_game(path, "public"))
    now = person.now()
    rows = [late for _, game in found.games.values() for late in club.due(game, now)]
    for late in sorted(rows, key=lambda late: (late.due, late.game.id, late.side)):
        click.echo(click.wrap_text(late.words, 78, "", "    "))
        if reminders is not None and late.state:
            reminders.mkdir(parents=True, exist_ok=True)
            path = reminders / f"{late.game.id}-{late.side}.txt"
            files.write_text(path, club.reminder(late))
            click.echo(f"    {path}")
    if not rows:
        click.echo("Nothing is due here.")
    for path, error in found.broken:
        click.echo(click.wrap_text(f"{path}: {error}", 78, "", "    "), err=True)
