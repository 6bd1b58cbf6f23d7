"""`pbem adjudicate`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, person, revealed, terminal
from pbem.cli.printed import document
from pbem.home import files
from pbem.imagine.adjudicate import adjudicated, unsealed
from pbem.proof.reader import Reader
from pbem.reports.judge import page


@click.command(
    "adjudicate",
    help="""GM: judge a game that cannot be finished, from what is really there. For the judge only.

    The robot plays it to its end many times, for all sides. You see how often each side wins, between which
    bounds that is certain enough, and the position with everybody's secrets, for a human judge to look
    at. What follows is a ruling of yours: pbem rule --result.

    A player cannot do it while the game runs. After the end anybody can, with the revealed keys
    (REVEALS, or all `*-reveal.txt` beside the save), and finds the same.
    """,
)
@person.save_argument
@click.argument("reveals", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--games", default=100, show_default=True, help="How many games to play.")
@click.option("--seed", default=1, show_default=True, help="The same number, the same games.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it as a page with the map, for the judge.",
)
@out.printed(secret=True)
def command(
    file: Path, reveals: tuple[Path, ...], games: int, seed: int, html: Path | None
) -> None:
    game = person.opened(Reader, file, "any")
    game = unsealed(game, revealed.read(reveals or revealed.beside(file)))
    with terminal.waited(games, "Playing") as tick:
        answer = adjudicated(game, games, seed, tick)
    parts = page(game, answer)
    if html is not None:
        from pbem.reports.formats import html as pages  # who only reads text does without

        sides = tuple(game.ledger.rules.sides.items())
        files.write_text(html, pages.page(parts, sides, game.now), secret=True)
        click.echo(f"For the judge only: {html}")
    else:
        click.echo(document(parts), nl=False)
