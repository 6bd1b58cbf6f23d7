"""`pbem card`."""

from __future__ import annotations

import click

from pbem.cli import out
from pbem.cli.terminal import columns, wrapped
from pbem.reports import cards

FEW = 3


@click.command(
    "card",
    help="""A card as implemented, with our rulings.

    \b
    pbem card L7                    a card of Plantagenet by its number,
    pbem card suspicion             or by a name or words of it
    pbem card richard_iii plague    a card of another game
    pbem card richard_iii           all cards of a game; without GAME, of Plantagenet
    """,
)
@click.argument("words", nargs=-1, metavar="[GAME] [NAME]...")
@out.printed()
def command(words: tuple[str, ...]) -> None:
    game, found = cards.asked_for(words)
    if len(found) > FEW:
        click.echo(cards.list_text(found, columns()), nl=False)
        return
    click.echo("\n".join(cards.card_text(game, card, columns()) for card in found), nl=False)
    if len(words) == 1 and (others := cards.elsewhere(game, words[0])):
        click.echo(f"\n{wrapped(others)}")
