"""What `pbem orders --check` finds: each line, and both outcomes of a check."""

from __future__ import annotations

import click

from pbem.cli.terminal import wrapped
from pbem.player.tries import Case


def tell_case(case: Case, depth: int = 0) -> None:
    """A case and what may follow from it, indented."""
    pad = "  " * depth
    if case.outcome:
        click.secho(f"{pad[2:]}- {case.outcome}", bold=True)
    for line in case.lines:
        click.echo(f"{pad}{line}")
    for fork in case.forks:
        tell_case(fork, depth + 1)
    if case.end:
        mark = "STOP: " if case.illegal else ""
        click.echo(wrapped(f"{mark}{case.end}", pad, pad + "  "))
