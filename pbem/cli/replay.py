"""`pbem replay`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import person
from pbem.reports.history import page, steps, words


@click.command("replay")
@person.save_argument
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with the map and a slider instead.",
)
def command(file: Path, html: Path | None) -> None:
    """Step through a game entry by entry, as everybody could see it: Enter goes on, q stops.

    The page of --html needs nobody: one file, no network; the arrow keys move its slider.
    """
    game = person.open_game(file, "public")
    if html is not None:
        person.write_text(html, page(game))
        return
    for step in steps(game):
        click.echo(words(step) + "\n")
        if sys.stdin.isatty() and click.getchar() in ("q", "Q"):
            return
