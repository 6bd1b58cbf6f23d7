"""`pbem reveal`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pbem.cli import person
from pbem.home import files, here
from pbem.mail.read.message import message
from pbem.protocol import envelope


@click.command(
    "reveal",
    help="""After the end, publish your key of this game, so that `pbem audit` can open all secrets.

    Everybody must have signed the end (`pbem over`). It writes a file beside the save, signed by you;
    send it to all. It opens this game and no other, and you sign nothing more in this game.
    """,
)
@person.save_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write it.")
def command(file: Path, out: Path | None) -> None:
    game = person.open_game(file)
    revealed = game.reveal()
    party = revealed[0].body.author
    first = out or file.parent / f"{game.id}-{party}-reveal.txt"
    words = (
        f"My key of {game.id}, for all to read: pbem audit {shlex.quote(file.name)} *-reveal.txt"
    )
    # First the mark, or a kill in between would leave a published key and a pbem that still signs.
    here.set_revealed(game)
    for number, one in enumerate(revealed, 1):  # a GM who took the game over has one key more
        path = first if number == 1 else first.with_stem(f"{first.stem}-{number}")
        text = message("all", f"{game.id}: key of {party}", words, envelope.to_text(one))
        files.write_text(path, text)
        click.echo(f"Send {path} to everybody in this game.", err=True)
