"""`pbem list`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person
from pbem.moderator.club import folder as club


@click.command(
    "list",
    help="All games of a folder: where they stand, whose turn it is, since when, how they ended.",
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@files.printed()
def command(folder: Path) -> None:
    found = club.read(folder, lambda path: person.open_game(path, "public"))
    for path, game in found.games.values():
        row = club.row(game)
        click.echo(f"{row.id}  {path}")
        click.echo(click.wrap_text(f"{row.title}: {row.now}", 78, "    ", "    "))
        if row.waits_for:
            since = f", since {row.since}" if row.since else ""
            click.echo(f"    waits for {row.waits_for}{since}; {row.entries} entries")
    if not found.games:
        click.echo("No games here.")
    for path, error in found.broken:
        click.echo(click.wrap_text(f"{path}: {error}", 78, "", "    "), err=True)
