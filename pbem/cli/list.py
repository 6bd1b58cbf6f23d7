"""`pbem list`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from pbem.cli import jobs, many
from pbem.cli.rows import fact
from pbem.cli.terminal import plain, wrapped
from pbem.club import folder as club


@click.command(
    "list",
    help="List all games of a folder: whose turn it is, since when, and how they ended.",
)
@jobs.folder_argument
@jobs.options
def command(folder: Path, wish: jobs.Wish) -> None:
    work, kind = partial(many.longest, club.game_row), many.Read[club.GameRow]
    run = many.Run("list", folder, work, kind)
    shown = []

    def tell(one: many.Read[club.GameRow]) -> None:
        run.read(one)
        if (row := one.value) is None:
            return
        shown.append(row.id)
        gap = ", " if plain() else "  "
        click.echo(fact(f"{row.id}{gap}{run.shown(one.path)}", ""))
        click.echo(fact(wrapped(f"{row.title}: {row.now}", "    ", "    "), ""))
        if row.waits_for:
            since = f", since {row.since}" if row.since else ""
            click.echo(
                fact(f"waits for {row.waits_for}{since}; last entry {row.entries - 1}", "    ")
            )

    run.over(club.pieces(folder), wish, tell)
    if not shown:
        click.echo(many.NONE)
    run.leave()
