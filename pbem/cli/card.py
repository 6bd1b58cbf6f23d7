"""`pbem card`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem.cli.documents import document
from pbem.cli.terminal import plain, wrapped
from pbem.engine.card_text import CardText
from pbem.reports import cards

FEW_CARDS = 3
"""So many are shown whole; of more the names."""


@click.command(
    "card",
    help="""Look up a card as `pbem` plays it, with our rulings.

    \b
    pbem card L7                    a card of Plantagenet by its number,
    pbem card suspicion             or by a name or words of it
    pbem card richard_iii plague    a card of another game
    pbem card richard_iii           all cards of a game (default: Plantagenet)
    """,
)
@click.argument("words", nargs=-1, metavar="[GAME] [NAME]...")
def command(words: tuple[str, ...]) -> None:
    game, texts = cards.asked_for(words)
    click.echo(cards_text(game, texts), nl=False)
    if len(words) == 1 and len(texts) <= FEW_CARDS and (others := cards.elsewhere(game, words[0])):
        click.echo(wrapped(others) if plain() else f"\n{wrapped(others)}")


def cards_text(game: str, texts: Sequence[CardText]) -> str:
    """Cards as implemented; of more than a few their names."""
    if len(texts) > FEW_CARDS:
        return document(cards.list_parts(texts))
    return document(part for one in texts for part in cards.card_parts(game, one))
