"""`pbem audit`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person
from pbem.reports.audit import audit, keys_of


@click.command("audit")
@person.save_argument
@click.option(
    "--reveal", "given", multiple=True, metavar="PARTY=KEY", help="A key that is not in the log."
)
def command(file: Path, given: tuple[str, ...]) -> None:
    """Open every plan, deck, hand and script with the revealed keys, and replay the whole game.

    Says what was proven, who held which secrets, and what cannot be proven.
    """
    game = person.open_game(file, "public")
    pairs = {party: key for party, _, key in (text.partition("=") for text in given)}
    click.echo(audit(game, keys_of(game, pairs)).text(), nl=False)
