"""`pbem show`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import complete, person
from pbem.reports.from_game import position


@click.command("show")
@person.save_argument
@click.option(
    "--as",
    "side",
    default="",
    shell_complete=complete.sides,
    help="york, lancaster or public; default: your own seat.",
)
def command(file: Path, side: str) -> None:
    """The position now, as you may see it, and what is asked of whom."""
    game = person.open_game(file, "public" if side == "public" else "any")
    click.echo(position(game, side), nl=False)
