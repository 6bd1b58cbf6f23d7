"""`pbem absent`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import complete, gm_done, person
from pbem.home import here


@click.command(
    "absent",
    help="""Declare as the GM that a side is silent: its `ready`, or its word on the end, is not waited for.

    You can do so when its time to answer is over, grace included, or when it has said nothing for the days
    that the terms of the table give (30, if nobody chose otherwise). The days run from the first `pbem clock
    --read` after your question and after its last word. The side comes back with whatever it sends next.
    """,
)
@person.save_argument
@click.argument("side", shell_complete=complete.sides)
@click.option("--reason", required=True, help="Why, for all to read.")
@gm_done.right_clock
def command(file: Path, side: str, reason: str, yes: bool) -> None:
    with gm_done.moderated(file) as game:
        now = here.now()
        gm_done.check_clock(game, now, yes)
        gm_done.keep(game, file, game.absent(side, now, reason), clock_is_right=True)
