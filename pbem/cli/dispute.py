"""`pbem dispute`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.cli.terminal import wrapped
from pbem.moderator.cases import agreed


@click.command(
    "dispute",
    help="""Object to an entry, a ruling included: a signed text to mail to the GM.

    It goes into the log, and every report names it until the GM rules on it.
    """,
)
@person.save_argument
@click.option("--entry", type=int, required=True, help="The entry that is wrong.")
@click.option("--text", required=True, help="What is wrong with it, and which rule says so.")
@player_says.mail_options
def command(file: Path, entry: int, text: str, wish: player_says.Wish) -> None:
    game = person.open_game(file)
    letter = game.say("dispute", entry, text)
    terms = f"Terms of the table: {agreed.words(game.ledger)}"
    click.echo(wrapped(terms, "", "    "), err=True)
    player_says.mail(game, file, letter, f"I dispute entry {entry}: {text}\n\n{terms}", wish)
