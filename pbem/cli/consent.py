"""`pbem consent`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.mail import message
from pbem.moderator import statement
from pbem.protocol.keys import PublicKeys


@click.command(
    "consent",
    help="""Agree that somebody takes a seat, yours or your opponent's: a mail to the GM.

    Ask the newcomer for the fingerprint that is shown here before you send it.
    """,
)
@person.save_argument
@click.argument("claim", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write the mail.")
def command(file: Path, claim: Path, out: Path | None) -> None:
    game = person.open_game(file)
    asked = statement.read(message.read(claim))
    envelope = game.consent(asked)
    keys = PublicKeys.from_dict(asked.body["keys"])
    who = f"{keys.name} {keys.fingerprint}"
    click.echo(f"{asked.body['from']} goes to {who}", err=True)
    player_says.mail(game, file, envelope, f"I agree that {who} takes the seat.", out)
