"""`--jobs`, `--dask` and `--resume` of the commands that take a folder of games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from msgspec import Struct

F = TypeVar("F", bound=Callable[..., Any])


class JobOptions(Struct, frozen=True):
    """What was typed.

    Attributes:
        jobs: None for as many as the command likes. `dask`: the address of a cluster; "" for this machine.
    """

    jobs: int | None = None
    resume: bool = False
    dask: str = ""


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, for programs; see `pbem guide python`."
)


class FolderPath(click.Path):
    """A folder that is there; for a file in it the folder is named."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if Path(value).is_file():
            advice = f"{value} is a file. Name its folder: {Path(value).parent}"
            raise click.BadParameter(advice, ctx, param)
        return super().convert(value, param, ctx)


folder_argument = click.argument(
    "folder",
    type=FolderPath(exists=True, file_okay=False, path_type=Path),
    default=".",
    metavar="[FOLDER]",
)
"""The folder in which somebody is, if none is named."""


def options(command: F) -> F:
    """Give a command these options, which it takes as one `JobOptions`."""

    @click.option(
        "--jobs",
        type=click.IntRange(0, 1000),
        help=(
            "Number of games to work on at once (the output is always the same). 0 uses no extra processes."
        ),
    )
    @click.option(
        "--dask",
        default=None,
        metavar="ADDRESS",
        help="The address of a Dask cluster that shares the work, such as tcp://10.0.0.1:8786.",
    )
    @click.option("--resume", is_flag=True, help="Continue after an interruption.")
    @functools.wraps(command)
    def whole(*, jobs: int | None, resume: bool, dask: str | None, **typed: Any) -> Any:
        if dask == "":
            raise click.UsageError(
                "--dask has no address. Write it like this: --dask tcp://10.0.0.1:8786."
            )
        if dask and jobs is not None:
            raise click.UsageError(
                "Choose --jobs for this computer or --dask for a cluster, not both."
            )
        return command(wish=JobOptions(jobs, resume, dask or ""), **typed)

    return cast(F, whole)


def only_for(what: str, typed: Mapping[str, bool]) -> None:
    """Refuse what means nothing here, by the word its user typed. Raises click.UsageError."""
    for word, is_there in typed.items():
        if is_there:
            raise click.UsageError(f"`{word}` is for {what}.")


def only_for_a_folder(wish: JobOptions) -> None:
    """Pass if no option was typed that only work on a folder takes. Raises click.UsageError."""
    typed = {"--jobs": wish.jobs is not None, "--dask": bool(wish.dask), "--resume": wish.resume}
    only_for("a folder of games", typed)
