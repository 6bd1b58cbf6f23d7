"""`pbem explain`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, person
from pbem.cli.explained import explain


@click.command(
    "explain",
    help="""Show everything behind one entry: what was signed, asked and legal, each die with the shell
    line that checks it, the rules and rulings applied, and what changed in the position.
    """,
)
@person.save_argument
@click.option("--entry", type=int, required=True, help="The number of the entry.")
@click.option("--roll", default="", help="Only this die of the entry, by its label.")
@click.option("--secrets", is_flag=True, help="Include what only you can see. Do not pass it on.")
@out.printed(secret=True)
def command(file: Path, entry: int, roll: str, secrets: bool) -> None:
    game = person.open_game(file, "own" if secrets else "public")
    if secrets:
        click.echo("For your eyes only: this tells what is hidden from others.\n", err=True)
    click.echo(explain(game, entry, roll), nl=False)
