"""`pbem adjudicate`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, person, terminal
from pbem.cli.documents import document
from pbem.cli.out import PAGES, check_text_name
from pbem.cli.reveals import read, reveals_beside
from pbem.home import files
from pbem.imagine.adjudicate import adjudicated, unsealed
from pbem.proof.reader import Reader
from pbem.reports.formats import html
from pbem.reports.judge import page

SEED = 1
"""Of the games that are played: nobody can try others until one suits him."""


@click.command(
    "adjudicate",
    help="""Judge a game that cannot be finished, from the true position. Only for the GM.

    \b
    pbem adjudicate game.toml -o judge.html

    A robot plays the game to its end many times, for all sides. You see how often each side wins and how
    certain that is. You also see the position with everybody's secrets, so that you can judge it yourself. If
    the name of your file ends in .html, you get a page with the map. Then make your ruling with `pbem rule
    --result`.

    While the game runs, no player can use this command. After the end of the game, anybody who has the files
    with everybody's keys can use this command, and gets the same result. Name these files as REVEALS, or put
    them into the folder of the save (`*-reveal.txt`).
    """,
)
@person.save_argument
@click.argument("reveals", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--games", default=100, show_default=True, help="How many times to play the game to its end."
)
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help=out.INSTEAD)
def command(file: Path, reveals: tuple[Path, ...], games: int, out: Path | None) -> None:
    is_page = out is not None and out.suffix.lower() in PAGES
    if out is not None and not is_page:
        check_text_name(out)
    game = person.open_save(Reader, file, "any")
    game = unsealed(game, read(reveals or reveals_beside(file)))
    with terminal.waited(games, "Playing") as tick:
        answer = adjudicated(game, games, SEED, tick)
    parts = page(game, answer)
    if out is None:
        click.echo(document(parts), nl=False)
        return
    text = document(parts)
    if is_page:
        text = html.page(parts, tuple(game.ledger.rules.sides.items()), game.now)
    files.write_text(out, text, secret=True)
    click.echo(f"For the judge only: {out}")
