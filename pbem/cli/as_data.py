"""What `list`, `due`, `show` and `legal` print with `--json`: one line for each game, all of the same shape."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
from msgspec.structs import replace

from pbem.api.read import game_data, json_line, question, seen_position
from pbem.api.values import GameData, Question
from pbem.cli import many
from pbem.club import folder as club
from pbem.errors import GameOver, NotYourTurn
from pbem.home import arrivals
from pbem.proof.reader import Reader


def print_position(game: Reader, side: str) -> None:
    """A game with its position as a side sees it."""
    click.echo(json_line(replace(game_data(game), seen=seen_position(game, side))))


def print_decision(game: Reader, side: str) -> None:
    """A game with the decision of a side, which is null while it has none."""
    open_question: Question | None
    try:
        open_question = question(game, side)
    except (NotYourTurn, GameOver):
        open_question = None
    click.echo(json_line(replace(game_data(game), question=open_question)))


def print_folder(
    what: str, folder: Path, is_wanted: Callable[[GameData], bool] = lambda data: True
) -> None:
    """The games of a folder that are `is_wanted`; errors and exit codes as without `--json`."""
    run = many.Run(what, folder, partial(many.longest, game_data), many.Read[GameData])

    def tell(game: many.Read[GameData]) -> None:
        run.read(game)
        if game.value is not None and is_wanted(game.value):
            click.echo(json_line(game.value))

    run.read_over(club.pieces(folder, save_in_email=arrivals.save_in_email), tell)
    run.leave()


def is_due(data: GameData) -> bool:
    """Does somebody have a deadline in this game, or does it end by a day?"""
    by = any(waiting.deadline for waiting in data.waiting_for)
    return by or (data.ends is not None and data.result is None)
