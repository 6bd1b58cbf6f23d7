"""`pbem show`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import jobs, out, person
from pbem.cli.report_text import report_text
from pbem.proof.reader import Reader
from pbem.reports.from_game import position


@click.command(
    "show", help="Show the position now, as far as you can see it, and whose turn it is."
)
@person.save_argument
@person.side_option
@jobs.json_option
@out.printed(secret=True)
def command(file: Path, side: str, as_json: bool) -> None:
    game = person.open_save(Reader, file, "public" if side == "public" else "any")
    if as_json:
        from pbem.cli import as_data  # for programs only

        as_data.print_position(game, side)
        return
    click.echo(report_text(position(game, side)), nl=False)
