"""`pbem list`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from pbem.cli import jobs, many
from pbem.cli.rows import fact
from pbem.cli.terminal import plain, wrapped
from pbem.club import folder as club
from pbem.home import arrivals


@click.command(
    "list",
    help="""List all games of a folder: whose turn it is, since when, and how they ended. If an email (.eml) in
    the folder contains a newer save, the list shows that save.""",
)
@jobs.folder_argument
@jobs.json_option
def command(folder: Path, as_json: bool) -> None:
    if as_json:
        from pbem.cli import as_data  # for programs only

        as_data.print_folder("list", folder)
        return
    ids = []
    run = many.Run("list", folder, partial(many.longest, club.game_row), many.Read[club.GameRow])

    def tell(game: many.Read[club.GameRow]) -> None:
        run.read(game)
        if (row := game.value) is None:
            return
        ids.append(row.id)
        gap = ", " if plain() else "  "
        click.echo(fact(f"{row.id}{gap}{run.shown(game.path)}", ""))
        click.echo(fact(wrapped(f"{row.title}: {row.now}", "    ", "    "), ""))
        if row.waits_for:
            since = f", since {row.since}" if row.since else ""
            click.echo(
                fact(f"waits for {row.waits_for}{since}; last entry {row.entries - 1}", "    ")
            )

    run.read_over(club.pieces(folder, save_in_email=arrivals.save_in_email), tell)
    if run.is_complete and not ids:
        click.echo(many.NONE)
    run.leave()
