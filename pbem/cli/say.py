"""`pbem say`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.home import words


@click.command(
    "say",
    help="""Send a message to everybody in the game: pbem say game.toml 'Well marched!'

    Everybody's report shows your message, and the message stays in the save. A message can have up to 2,000
    characters.
    """,
)
@person.save_argument
@click.argument("text")
@player_says.mail_options
def command(file: Path, text: str, wish: player_says.MailOptions) -> None:
    game = person.open_game(file)
    player_says.mail(game, file, game.say("say", 0, text), words.of(game, "say", 0, text), wish)
