"""`pbem rules`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem.cli import complete
from pbem.cli.documents import document
from pbem.games import game_beginning, installed_games
from pbem.reports import rulebook


@click.command(
    "rules",
    help="""Look up a summary of a section of the rulebook, with our rulings.

    \b
    pbem rules plantagenet 4.3.4       a section by its number
    pbem rules plantagenet 6.0 Ib      a scenario
    pbem rules richard_iii treachery   a title, or all sections with that title
    pbem rules warriors                all sections
    pbem rules                         all games

    You can shorten the name of a GAME, for example to rich or war. The sentences are ours, not the publisher's.
    """,
)
@click.argument("game", default="", shell_complete=complete.games)
@click.argument("section", nargs=-1, shell_complete=complete.sections)
def command(game: str, section: tuple[str, ...]) -> None:
    if not game:
        click.echo(f"Rulebooks here: {', '.join(installed_games())}.")
        return
    book = rulebook.rulebook(game_beginning(game) or game)
    click.echo(sections_text(book, book.find(" ".join(section)) if section else ()), nl=False)


def sections_text(
    book: rulebook.Rulebook, sections: Sequence[rulebook.Section], *, whole: bool = True
) -> str:
    """Sections of a rulebook; without one, all by name. `whole`: with the text of the rulings."""
    if not sections:
        return document(rulebook.contents_parts(book))
    return document(
        part for section in sections for part in rulebook.section_parts(book, section, whole=whole)
    )
