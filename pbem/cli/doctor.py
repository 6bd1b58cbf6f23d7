"""`pbem doctor`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person
from pbem.cli.terminal import wrapped
from pbem.club.doctor import examine
from pbem.home import computer


@click.command(
    "doctor",
    help="""Find out what is wrong with a save and what you can do about it. Nothing is changed.

    The exit code is 2 if something is wrong with the save.
    """,
)
@person.save_argument
def command(file: Path) -> None:
    findings = examine(file, computer.pins())
    for finding in findings:
        mark = "good  " if finding.good else "WRONG "
        click.echo(wrapped(mark + finding.words, "", "      "))
        if finding.advice:
            click.echo(wrapped(finding.advice, "      -> ", "         "))
    if not all(finding.good for finding in findings):
        raise SystemExit(2)
