"""`pbem guide`."""

from __future__ import annotations

import click

from pbem.cli import terminal
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
    words = " ".join(chapter)
    click.echo(chapter_text(guide.find(words)) if words else contents_text(), nl=False)


def contents_text() -> str:
    """The list of chapters."""
    return _spoken(None) if terminal.plain() else guide.contents()


def chapter_text(chapter: guide.Chapter) -> str:
    """A chapter, ending in a newline."""
    return _spoken(chapter) if terminal.plain() else guide.page(chapter, terminal.columns())


def _spoken(chapter: guide.Chapter | None) -> str:
    """A chapter, or the list of all, for who listens."""
    from pbem.cli.documents import document  # 60 ms, and few listen
    from pbem.reports import guide_speech

    return document(guide_speech.document(chapter) if chapter else guide_speech.chapter_list())
