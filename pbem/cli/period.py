"""`--since`, `--entry` and `--turn`, wherever a part of a game can be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pbem.moderator.reader import Reader
from pbem.reports.period import EVERYTHING, Period

F = TypeVar("F", bound=Callable[..., Any])


def options(command: F) -> F:
    """The three options; the command gets `since`, `entry` and `turn`."""
    turn = click.option(
        "--turn", default="", metavar="T", help="Only this game turn: its number, or its name."
    )
    entry = click.option("--entry", type=int, help="Only this entry of the log.")
    since = click.option("--since", type=int, help="From this entry on.")
    return since(entry(turn(command)))


def chosen(
    game: Reader, since: int | None, entry: int | None, turn: str, all: bool = False
) -> Period:
    """What these options mean; nothing given may mean `all`. Raises UsageError."""
    given = sum((since is not None, entry is not None, bool(turn)))
    if given > 1:
        raise click.UsageError("--since, --entry and --turn: only one of them.")
    last = len(game.save.entries) - 1
    for number in (since, entry):
        if number is not None and not 1 <= number <= last:
            raise click.UsageError(
                f"There is no entry {number}; this game has entries 1 to {last}."
            )
    return EVERYTHING if all and given == 0 else Period(since, entry, turn)
