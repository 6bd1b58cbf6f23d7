"""`pbem guide`."""

from __future__ import annotations

import click

from pbem.cli import printed
from pbem.reports import guide


def chapters(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [c.name for c in guide.chapters() if c.name.startswith(incomplete.lower())]


@click.command(
    "guide",
    help="""Read the guide: one chapter, or the list of all chapters.

    \b
    pbem guide               all chapters, a line each
    pbem guide first-game    a game in ten minutes
    pbem guide trust         whom you must trust, and for what
    """,
)
@click.argument("chapter", nargs=-1, shell_complete=chapters)
def command(chapter: tuple[str, ...]) -> None:
    wanted = " ".join(chapter)
    click.echo(printed.chapter(guide.find(wanted)) if wanted else printed.chapters(), nl=False)
