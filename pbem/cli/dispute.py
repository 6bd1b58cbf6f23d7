"""`pbem dispute`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.cli.terminal import wrapped
from pbem.home import words


@click.command(
    "dispute",
    help="""Object to an entry or a ruling. This command writes a signed message for you to send to the GM.

    The GM applies your message, and then every report shows your objection until the GM rules on it.
    """,
)
@person.save_argument
@click.option("--entry", type=int, required=True, help="The entry that is wrong.")
@click.option("--text", required=True, help="What is wrong with the entry, and which rule says so.")
@player_says.mail_options
def command(file: Path, entry: int, text: str, wish: player_says.MailOptions) -> None:
    game = person.open_game(file)
    letter = game.say("dispute", entry, text)
    click.echo(wrapped(words.terms(game), "", "    "), err=True)
    player_says.mail(game, file, letter, words.of(game, "dispute", entry, text), wish)
