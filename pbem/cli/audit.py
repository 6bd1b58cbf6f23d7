"""`pbem audit`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person
from pbem.errors import NotTrusted, PbemError
from pbem.mail import message
from pbem.moderator.proof.audit import audit
from pbem.protocol import envelope, save
from pbem.protocol.bodies import SignedReveal
from pbem.reports.audit import text
from pbem.reports.opened import everything


@click.command(
    "audit",
    help="""Open every plan, deck, hand and script with the revealed keys, and replay the whole game.

    REVEALS are the files that `pbem reveal` made; without them all `*-reveal.txt` beside the save. It
    ends with a table: each party, each claim, and whether it is proven, contradicted or not shown.
    Exit code 2 if anything is contradicted.
    """,
)
@person.save_argument
@click.argument("reveals", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--opened",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all that was ever hidden into this file, entry by entry; needs the GM's key.",
)
@files.printed()
def command(file: Path, reveals: tuple[Path, ...], opened: Path | None) -> None:
    log = save.read(file.read_bytes())
    try:
        person.pins().check(log.entries[0].head, log.heads)
    except NotTrusted as other:  # told, but what is in the file is judged all the same
        click.echo(click.wrap_text(f"Look out: {other}", 78, "", "    "), err=True)
    found = read(reveals or sorted(file.parent.glob("*-reveal.txt")))
    judged = audit(log.entries, found)
    click.echo(text(judged), nl=False)
    if opened is not None:
        files.write_text(opened, everything(person.open_game(file, "public"), found))
        click.echo(f"\nWhat was hidden is in {opened}.")
    if judged.contradicted:
        raise SystemExit(2)


def read(paths: tuple[Path, ...] | list[Path]) -> list[SignedReveal]:
    """The reveals in these files; what is none is told, and hides no other."""
    found = []
    for path in paths:
        try:
            found.append(envelope.read_reveal(message.read(path)))
        except (PbemError, OSError) as error:
            click.echo(click.wrap_text(f"{path}: left out. {error}", 78, "", "    "), err=True)
    return found
