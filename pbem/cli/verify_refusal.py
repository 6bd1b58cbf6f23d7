"""`pbem verify --refusal`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.terminal import wrapped
from pbem.gm import refusals
from pbem.home import sent
from pbem.home.verify_sentences import eyes_of
from pbem.mail.read import message
from pbem.proof.reader import Reader
from pbem.protocol import envelope
from pbem.reports.sentences import refusal as refusal_words

ADVICE = (
    "The GM refused an order that the rules allow. Keep the GM's email: it is signed. Ask the GM in "
    "public to apply the order. If you get no answer, show the email and the file to all players."
)


def check_refusal(game: Reader, path: Path) -> None:
    """Say whether a GM had a reason to refuse an order."""
    signed = envelope.read_refusal(message.read(path))
    entries, eyes = game.save.entries, game.holder.eyes
    checked = refusals.check(signed, sent.orders(game), entries, eyes, eyes_of(game))
    click.echo(wrapped(refusal_words(game, signed)))
    if checked.justified:
        click.echo(wrapped(f"The refusal is right. Your own pbem says: {checked.found}"))
        return
    click.echo(wrapped(ADVICE))
    raise SystemExit(2)
