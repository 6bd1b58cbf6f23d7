"""`pbem standings`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person
from pbem.moderator.club import folder as club
from pbem.moderator.club.standings import standings


@click.command(
    "standings",
    help="""A table over the finished games of a folder: won, drawn, lost, and a rating.

    The rating (openskill, Plackett-Luce) is a strength that the player has with much certainty; it
    begins at 0 and rises with games won and with certainty. pip install 'pbem[club]'
    """,
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@files.printed()
def command(folder: Path) -> None:
    found = club.read(folder, lambda path: person.open_game(path, "public"))
    lines = standings(game for _, game in found.games.values())
    if not lines:
        click.echo("No game here is finished.")
        return
    click.echo(
        f"{'':>3} {'player':<24} {'games':>5} {'won':>4} {'drawn':>5} {'lost':>4} {'rating':>7}  mean"
    )
    for place, line in enumerate(lines, 1):
        name = line.name if len(line.name) <= 24 else line.name[:23] + "."
        counts = f"{line.games:>5} {line.won:>4} {line.drawn:>5} {line.lost:>4}"
        click.echo(
            f"{place:>2}. {name:<24} {counts} {line.rating:>7.1f}  {line.mean:.1f} +- {line.doubt:.1f}"
        )
