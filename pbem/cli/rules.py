"""`pbem rules`."""

from __future__ import annotations

import click

from pbem.reports import rulebook


@click.command("rules")
@click.argument("game", default="")
@click.argument("section", nargs=-1)
def command(game: str, section: tuple[str, ...]) -> None:
    """What a section of the rulebook says, in short, with our rulings: pbem rules plantagenet 4.3.4

    A SECTION is a number, a scenario (6.0 Ib) or a title (intercept); without one the contents
    are listed. Without a GAME it says which rulebooks are here. The sentences are ours, not the
    publisher's.
    """
    if not game:
        click.echo(f"Rulebooks here: {', '.join(rulebook.known())}.")
        return
    book = rulebook.rulebook(game)
    if not section:
        click.echo(rulebook.contents_text(book), nl=False)
        return
    click.echo(rulebook.section_text(book, book.find(" ".join(section))), nl=False)
