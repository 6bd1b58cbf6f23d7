"""`pbem consent`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.errors import Impossible
from pbem.mail import message
from pbem.protocol import envelope
from pbem.protocol.bodies import Claim


@click.command(
    "consent",
    help="""Agree that somebody takes a seat, yours or another player's, or that the game goes on under the
    newest version of its rules: an email to the GM.

    Ask the newcomer for the fingerprint that is shown here before you send it.
    """,
)
@person.save_argument
@click.argument(
    "claim", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--upgrade", is_flag=True, help="Agree to the newest version of the rules.")
@player_says.mail_options
def command(file: Path, claim: Path | None, upgrade: bool, wish: player_says.Wish) -> None:
    if upgrade == (claim is not None):
        raise click.UsageError("Name the file of a claim, or say --upgrade.")
    game = person.open_game(file)
    if claim is None:
        words = f"I agree to version {game.ledger.rules.version} of the rules."
        player_says.mail(game, file, game.consent_to_upgrade(), words, wish)
        return
    asked = envelope.from_text(message.read(claim), "ACCEPT")
    letter = game.consent(asked)
    body = asked.body
    if not isinstance(body, Claim):
        raise Impossible("a consent was given to something that is no claim")
    who = f"{body.keys.name} {body.keys.fingerprint}"
    click.echo(f"{body.author} goes to {who}", err=True)
    player_says.mail(game, file, letter, f"I agree that {who} takes the seat.", wish)
