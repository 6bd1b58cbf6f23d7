"""`pbem audit`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person
from pbem.reports.audit import audit, keys_of
from pbem.reports.opened import everything


@click.command(
    "audit",
    help="""Open every plan, deck, hand and script with the revealed keys, and replay the whole game.

    Says what was proven, who held which secrets, and what cannot be proven.
    """,
)
@person.save_argument
@click.option(
    "--reveal", "given", multiple=True, metavar="PARTY=KEY", help="A key that is not in the log."
)
@click.option(
    "--opened",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all that was ever hidden into this file, entry by entry; needs the GM's key.",
)
@files.printed()
def command(file: Path, given: tuple[str, ...], opened: Path | None) -> None:
    game = person.open_game(file, "public")
    pairs = {party: key for party, _, key in (text.partition("=") for text in given)}
    keys = keys_of(game, pairs)
    click.echo(audit(game, keys).text(), nl=False)
    if opened is not None:
        files.write_text(opened, everything(game, keys))
        click.echo(f"\nWhat was hidden is in {opened}.")
