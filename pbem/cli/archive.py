"""`pbem archive`."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import click

from pbem.cli import jobs, many
from pbem.club import folder as club
from pbem.club.standings import standings
from pbem.errors import NoRatings
from pbem.protocol.atomic import replace_file
from pbem.reports import archive
from pbem.reports.archive import Shelf


@click.command(
    "archive",
    help="""Make a website of all games of a folder for spectators: public reports turn by turn, replays and a
    league table. You can put the site on any web server, or just open its index.html.

    The site shows only what everybody can read. With --delay 1 a running game is shown as it was at the end of
    the last game turn. If the players agreed that spectators see their game later (`pbem new`), that delay
    always applies. When games have moved on, run this command again to update the site.
    """,
)
@jobs.folder_argument
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("site"),
    show_default=True,
    help="Folder for the website.",
)
@click.option(
    "--delay",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    metavar="TURNS",
    help="Number of game turns by which the site lags behind a running game.",
)
@jobs.options
def command(folder: Path, out: Path, delay: int, wish: jobs.JobOptions) -> None:
    out.mkdir(parents=True, exist_ok=True)
    work = partial(many.longest, partial(archive.shelve, out.absolute(), delay=delay))
    run_words = f"archive --delay {delay} --out {os.path.abspath(out)}"
    run = many.Run(run_words, folder, work, many.Read[Shelf])
    shelves: list[Shelf] = []

    def tell(shelf: many.Read[Shelf]) -> None:
        run.read(shelf)
        if shelf.value is not None:
            shelves.append(shelf.value)

    run.over(club.pieces(folder), wish, tell)
    try:
        table = standings([shelf.ended for shelf in shelves if shelf.ended is not None])
    except NoRatings as error:
        table = []
        click.echo(str(error), err=True)
    replace_file(out / archive.INDEX, archive.index(shelves, table, delay).encode("utf-8"))
    games = "1 game" if len(shelves) == 1 else f"{len(shelves)} games"
    click.echo(f"{games} in {out}: start with {out / archive.INDEX}")
    run.leave()
