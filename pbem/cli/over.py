"""`pbem over`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.home import words


@click.command(
    "over",
    help="""Sign the end of a finished game: a text to mail to the GM. It comes before `pbem reveal`.

    When all sides have signed, the end is final and all keys can be published. Look first whether the
    result is right (`pbem report`, `pbem dispute`): you sign nothing more in this game afterwards.
    """,
)
@person.save_argument
@click.option("--text", default="", help="A last word.")
@player_says.mail_options
def command(file: Path, text: str, wish: player_says.Wish) -> None:
    game = person.open_game(file)
    letter = game.say("over", game.ledger.cases.result, text)
    player_says.mail(game, file, letter, words.of(game, "over", 0, text), wish)
