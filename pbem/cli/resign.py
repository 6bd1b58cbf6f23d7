"""`pbem resign`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.cli.terminal import at_terminal
from pbem.home import words


@click.command(
    "resign",
    help="""Give the game up: the others win with the entry that takes your mail.

    It holds for the question that is open now; once somebody was asked something else, sign it again.
    """,
)
@person.save_argument
@click.option("--text", default="", help="A word to the others.")
@click.option("--yes", is_flag=True, help="I am sure; without it you are asked.")
@player_says.mail_options
def command(file: Path, text: str, yes: bool, wish: player_says.Wish) -> None:
    game = person.open_game(file)
    letter, lost = game.say("resign", 0, text), words.lost(game)
    if not yes and not at_terminal():
        raise click.UsageError(f"{lost} If you are sure, add --yes.")
    if not yes and not click.confirm(f"{lost} Are you sure?"):
        raise click.Abort
    player_says.mail(game, file, letter, words.of(game, "resign", 0, text), wish)
