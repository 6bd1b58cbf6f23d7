"""`pbem stats`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pbem.cli import jobs, out, person
from pbem.cli.documents import document
from pbem.cli.terminal import plain
from pbem.club.stats import Stats, stats
from pbem.proof.reader import Reader
from pbem.reports import stats as told


@click.command(
    "stats",
    help="""Count the emails, stops, dice and influence of a game by replaying its log.

    \b
    Emails      orders by side and game turn
    Stopped     for whom the game had to wait, and for what kind of question
    Answered    by emails, by lines sent earlier, by scripts and policies
    Dice        by purpose, against fair dice; "odd" is seen by chance once in 100
    """,
)
@person.save_argument
@jobs.json_option
@out.printed(secret=True)
def command(file: Path, as_json: bool) -> None:
    counted = stats(person.open_save(Reader, file, "any"))
    if as_json:
        click.echo(json.dumps(told.data(counted), indent=2))
    else:
        click.echo(stats_text(counted), nl=False)


def stats_text(counted: Stats) -> str:
    """Statistics as tables, or a sentence a row."""
    return document(told.document(counted)) if plain() else told.text(counted)
