"""`pbem consent`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.cli.clock import terms_options
from pbem.errors import Impossible
from pbem.home import words
from pbem.ledger.cases import time
from pbem.mail.read import message
from pbem.protocol import envelope
from pbem.protocol.bodies import Claim


@click.command(
    "consent",
    help="""Agree to a new player in a seat, to a ruling, to newer rules, or to less time for your answers. This
    command writes an email to the GM.

    \b
    pbem consent game.toml claim.txt
    pbem consent game.toml --ruling 14
    pbem consent game.toml --upgrade
    pbem consent game.toml --deadline 3d --grace 1d

    Before you agree to a newcomer, ask them for their fingerprint, and compare it with the fingerprint that
    this command shows.
    """,
)
@person.save_argument
@click.argument(
    "claim", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--ruling", type=int, help="Agree to the ruling in this entry.")
@click.option("--upgrade", is_flag=True, help="Agree to the newest version of the rules.")
@terms_options
@player_says.mail_options
def command(
    file: Path,
    claim: Path | None,
    ruling: int | None,
    upgrade: bool,
    deadline: int,
    grace: int,
    ending: str | None,
    days: int,
    wish: player_says.MailOptions,
) -> None:
    """Sign a consent to one thing: a claim, a ruling, new rules, or new terms."""
    if [ruling is not None, upgrade, claim is not None, deadline >= 0].count(True) != 1:
        raise click.UsageError(
            "Give the file that contains the claim, or use --upgrade, --ruling or --deadline."
        )
    if deadline < 0 and (grace >= 0 or ending or days):
        raise click.UsageError("--grace, --then and --days belong to a --deadline.")
    game = person.open_game(file)
    if ruling is not None:
        letter = game.say("countersign", ruling)
        player_says.mail(game, file, letter, words.of(game, "countersign", ruling, ""), wish)
        return
    if deadline >= 0:
        terms = time.terms(deadline, max(grace, 0), ending or "", days)
        letter = game.consent_to_terms(terms)
        player_says.mail(game, file, letter, words.of_terms(game, terms), wish)
        return
    if claim is None:
        player_says.mail(game, file, game.consent_to_upgrade(), words.of_rules(game), wish)
        return
    claim_mail = envelope.from_text(message.read(claim), "ACCEPT")
    letter = game.consent(claim_mail)
    body = claim_mail.body
    if not isinstance(body, Claim):
        raise Impossible("a consent was given to something that is no claim")
    click.echo(f"{body.author} goes to {body.keys.name} {body.keys.fingerprint}", err=True)
    player_says.mail(game, file, letter, words.of_newcomer(body), wish)
