"""`pbem card`."""

from __future__ import annotations

import click

from pbem.cli import printed
from pbem.cli.terminal import plain, wrapped
from pbem.reports import cards


@click.command(
    "card",
    help="""Look up a card as it is implemented, with our rulings.

    \b
    pbem card L7                    a card of Plantagenet by its number,
    pbem card suspicion             or by a name or words of it
    pbem card richard_iii plague    a card of another game
    pbem card richard_iii           all cards of a game; without GAME, of Plantagenet
    """,
)
@click.argument("words", nargs=-1, metavar="[GAME] [NAME]...")
def command(words: tuple[str, ...]) -> None:
    game, found = cards.asked_for(words)
    click.echo(printed.cards(game, found), nl=False)
    if (
        len(words) == 1
        and len(found) <= printed.FEW_CARDS
        and (others := cards.elsewhere(game, words[0]))
    ):
        click.echo(wrapped(others) if plain() else f"\n{wrapped(others)}")
