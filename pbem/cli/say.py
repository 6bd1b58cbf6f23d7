"""`pbem say`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.home import words


@click.command(
    "say",
    help="""Say a word to everybody at the table: pbem say game.toml 'Well marched!'

    It goes into the log, and stands in everybody's report. At most 2000 characters; it moves nothing.
    """,
)
@person.save_argument
@click.argument("text")
@player_says.mail_options
def command(file: Path, text: str, wish: player_says.Wish) -> None:
    game = person.open_game(file)
    player_says.mail(game, file, game.say("say", 0, text), words.of(game, "say", 0, text), wish)
