"""`pbem show`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, person
from pbem.cli.printed import report_text
from pbem.proof.reader import Reader
from pbem.reports.from_game import position


@click.command("show", help="The position now, as you may see it, and what is asked of whom.")
@person.save_argument
@person.side_option
@out.printed(secret=True)
def command(file: Path, side: str) -> None:
    game = person.open_save(Reader, file, "public" if side == "public" else "any")
    click.echo(report_text(position(game, side)), nl=False)
