"""`--since`, `--entry` and `--turn`, wherever a part of a game can be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pbem.proof.reader import Reader
from pbem.reports.period import LATEST, Period

F = TypeVar("F", bound=Callable[..., Any])


def options(command: F) -> F:
    """The three options; the command gets `since`, `entry` and `turn`."""
    turn = click.option(
        "--turn",
        default="",
        metavar="T",
        help="Show only the game turn with this number or name.",
    )
    entry = click.option("--entry", type=int, help="Show only this entry of the log.")
    since = click.option("--since", type=int, help="Start at this entry.")
    return since(entry(turn(command)))


def period_of(
    game: Reader,
    since: int | None,
    entry: int | None,
    turn: str,
    usual: Period = LATEST,
) -> Period:
    """What these options mean; nothing given is the `usual`. Raises UsageError."""
    is_given_by_option = {
        "--since": since is not None,
        "--entry": entry is not None,
        "--turn": turn,
    }
    options_given = [name for name, is_given in is_given_by_option.items() if is_given]
    if len(options_given) > 1:
        raise click.UsageError(f"{' and '.join(options_given)}: only one of them.")
    last_entry = len(game.save.entries) - 1
    for number in (since, entry):
        if number is not None and not 1 <= number <= last_entry:
            raise click.UsageError(
                f"There is no entry {number}; this game has entries 1 to {last_entry}."
            )
    return Period(since, entry, turn) if options_given else usual
