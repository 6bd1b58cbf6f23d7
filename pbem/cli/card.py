"""`pbem card`."""

from __future__ import annotations

import click

from pbem.reports import cards

FEW = 3


@click.command("card")
@click.argument("name", nargs=-1)
@click.option("--game", default="plantagenet", show_default=True, help="Which rule set.")
def command(name: tuple[str, ...], game: str) -> None:
    """A card as implemented: pbem card L7, pbem card suspicion. Without a NAME: all cards."""
    known = cards.all_cards(game)
    found = cards.find_cards(known, " ".join(name)) if name else known
    if not name or len(found) > FEW:
        click.echo(cards.list_text(found), nl=False)
        return
    click.echo("\n".join(cards.card_text(game, card) for card in found), nl=False)
