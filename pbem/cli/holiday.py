"""`pbem holiday`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.home import computer
from pbem.ledger.cases import time


@click.command(
    "holiday",
    help="Name the days when you are away: your clock stops on these days. This command writes an email to the GM.",
)
@person.save_argument
@click.option("--from", "first", required=True, metavar="DAY", help="The first day: 2026-12-24.")
@click.option("--to", "last", required=True, metavar="DAY", help="The last day.")
@player_says.mail_options
def command(file: Path, first: str, last: str, wish: player_says.MailOptions) -> None:
    game = person.open_game(file)
    if time.days(f"{first} {last}")[1] <= computer.now():
        raise click.UsageError(f"--to {last}: that day is past, so your clock would not stop.")
    letter = game.say("holiday", 0, f"{first} {last}")
    player_says.mail(game, file, letter, f"I am away from {first} to {last}.", wish)
