"""`pbem absent`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import complete, gm_done, person
from pbem.home import here


@click.command(
    "absent",
    help="""Declare as the GM that a side is silent: its `ready`, or its word on the end, is not waited for.

    It needs a deadline that is over, grace included, or the days that the game was begun with without a
    word of that side. The side comes back with whatever it sends next.
    """,
)
@person.save_argument
@click.argument("side", shell_complete=complete.sides)
@click.option("--reason", required=True, help="Why, for all to read.")
def command(file: Path, side: str, reason: str) -> None:
    with gm_done.moderated(file) as game:
        gm_done.keep(game, file, game.absent(side, here.now(), reason))
