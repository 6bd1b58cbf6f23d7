"""`pbem bundle`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person
from pbem.home import files
from pbem.reports.bundle import bundle


@click.command(
    "bundle",
    help="""Pack what a third person needs to check a game or a dispute: the save, the public keys, a
    verifier that is not pbem, and how to use it. No secrets are in it.""",
)
@person.save_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Default: GAME-bundle.zip.")
def command(file: Path, out: Path | None) -> None:
    game = person.open_game(file, "public")
    out = out or file.parent / f"{game.id}-bundle.zip"
    files.write_bytes(out, bundle(game, file.read_bytes()))
    click.echo(f"{out}: start with HOWTO.txt in it.")
