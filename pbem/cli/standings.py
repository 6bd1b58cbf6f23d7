"""`pbem standings`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from pbem.cli import jobs, many, out
from pbem.cli.terminal import plain
from pbem.club import folder as club
from pbem.club.standings import FinishedGame, Record, finished_game, standings


@click.command(
    "standings",
    help="""Show a league table of the finished games of a folder: won, drawn, lost, and a rating.

    The rating (openskill, Plackett-Luce) is a cautious estimate of a player's strength. A rating begins at 0.
    Winning games raises a rating, and so does playing more games. A player's first games change a rating most.
    For ratings you need `pip install 'pbem[club]'`.
    """,
)
@jobs.folder_argument
@out.printed()
def command(folder: Path) -> None:
    work, kind = partial(many.longest, finished_game), many.Read[FinishedGame | None]
    run = many.Run("standings", folder, work, kind)
    games: list[FinishedGame] = []

    def tell(game: many.Read[FinishedGame | None]) -> None:
        run.read(game)
        if game.value is not None:
            games.append(game.value)

    run.read_over(club.pieces(folder), tell)
    if games or run.is_complete:
        show(standings(games))
    run.leave()


def spoken(place: int, line: Record) -> str:
    """A row as a sentence, for who listens."""
    counts = f"{line.games} games, {line.won} won, {line.drawn} drawn, {line.lost} lost"
    sure = f"mean {line.mean:.1f}, plus or minus {line.doubt:.1f}"
    return f"Place {place}, {line.name}: {counts}; rating {line.rating:.1f}, {sure}."


def show(lines: list[Record]) -> None:
    """Print the table of the finished games, or a sentence for each player on a plain terminal."""
    if not lines:
        click.echo("No game here is finished.")
        return
    if plain():
        for place, line in enumerate(lines, 1):
            click.echo(spoken(place, line))
        return
    click.echo(
        f"{'':>3} {'player':<24} {'games':>5} {'won':>4} {'drawn':>5} {'lost':>4} {'rating':>7}  mean"
    )
    for place, line in enumerate(lines, 1):
        name = line.name if len(line.name) <= 24 else line.name[:23] + "."
        counts = f"{line.games:>5} {line.won:>4} {line.drawn:>5} {line.lost:>4}"
        click.echo(
            f"{place:>2}. {name:<24} {counts} {line.rating:>7.1f}  {line.mean:.1f} +- {line.doubt:.1f}"
        )
