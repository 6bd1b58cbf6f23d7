"""`pbem show`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, person
from pbem.cli.report_text import report_text
from pbem.proof.reader import Reader
from pbem.reports.from_game import position


@click.command(
    "show", help="Show the position now, as far as you can see it, and whose turn it is."
)
@person.save_argument
@person.side_option
@out.printed(secret=True)
def command(file: Path, side: str) -> None:
    game = person.open_save(Reader, file, "public" if side == "public" else "any")
    click.echo(report_text(position(game, side)), nl=False)
