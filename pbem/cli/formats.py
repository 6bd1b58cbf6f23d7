"""The options by which a GM says how his reports go out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.reports.formats import USUAL
from pbem.round.reports import NAMES

F = TypeVar("F", bound=Callable[..., Any])


def report_options(command: F) -> F:
    """Give a command the options whose values are the fields of Reports, in their order."""
    folder = click.option(
        "--reports",
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder for the reports. Default: the folder `reports`, next to the save.",
    )
    none = click.option("--no-reports", is_flag=True, help="Write only the save.")
    formats = click.option(
        "--format",
        "formats",
        default="",
        metavar="F,F",
        help=f"Formats of the reports: {NAMES}. `pbem` remembers these formats for this game. "
        f"Default: {','.join(USUAL)}.",
    )
    outbox = click.option(
        "--outbox",
        type=click.Path(file_okay=False, path_type=Path),
        help="Write ready-to-send emails (.eml) to this folder: one per player and one for the public. `pbem` remembers this folder for the game.",
    )
    no_outbox = click.option("--no-outbox", is_flag=True, help="Write no more emails to an outbox.")
    return folder(none(formats(outbox(no_outbox(command)))))
