"""`pbem rules`."""

from __future__ import annotations

import click

from pbem.cli import complete
from pbem.cli.printed import sections
from pbem.games import game_beginning, installed_games
from pbem.reports import rulebook


@click.command(
    "rules",
    help="""Look up a section of the rulebook, in short, with our rulings.

    \b
    pbem rules plantagenet 4.3.4       a section by its number
    pbem rules plantagenet 6.0 Ib      a scenario
    pbem rules richard_iii treachery   a title; where sections share one, all of them
    pbem rules warriors                all sections
    pbem rules                         all games

    You can shorten the name of a GAME: rich, war. The sentences are ours, not the publisher's.
    """,
)
@click.argument("game", default="", shell_complete=complete.games)
@click.argument("section", nargs=-1, shell_complete=complete.sections)
def command(game: str, section: tuple[str, ...]) -> None:
    if not game:
        click.echo(f"Rulebooks here: {', '.join(installed_games())}.")
        return
    book = rulebook.rulebook(game_beginning(game) or game)
    click.echo(sections(book, book.find(" ".join(section)) if section else ()), nl=False)
