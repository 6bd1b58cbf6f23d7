"""`--jobs` and `--resume` of the commands that take a folder of games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import click

F = TypeVar("F", bound=Callable[..., Any])


class Wish(NamedTuple):
    """What was typed; `jobs`: None for as many as the command likes."""

    jobs: int | None = None
    resume: bool = False


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, for programs; see `pbem guide python`."
)
folder_argument = click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path)
)


def options(command: F) -> F:
    """Both options, as a `Wish`."""

    @click.option(
        "--jobs",
        type=click.IntRange(0, 1000),
        help="Number of games to work on at once. 0 uses no extra processes. The output is the same.",
    )
    @click.option("--resume", is_flag=True, help="Continue after an interruption.")
    @functools.wraps(command)
    def whole(*, jobs: int | None, resume: bool, **typed: Any) -> Any:
        return command(wish=Wish(jobs, resume), **typed)

    return cast(F, whole)


def only_for(what: str, typed: Mapping[str, bool]) -> None:
    """Refuse what means nothing here, by the word its user typed. Raises click.UsageError."""
    for word, is_there in typed.items():
        if is_there:
            raise click.UsageError(f"`{word}` is for {what}.")


def only_for_a_folder(wish: Wish) -> None:
    """Raises click.UsageError."""
    only_for("a folder of games", {"--jobs": wish.jobs is not None, "--resume": wish.resume})
