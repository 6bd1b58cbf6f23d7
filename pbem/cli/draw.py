"""`pbem draw`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import duels, person, player_says
from pbem.cli.terminal import wrapped
from pbem.home import robot_homes, words


@click.command(
    "draw",
    help="""Offer a draw, or accept the one that another side offers. The game is a draw when all sides agree.

    An offer ends when the GM applies anybody's next orders, and the reports say so.
    """,
)
@person.save_argument
@player_says.mail_options
def command(file: Path, wish: player_says.MailOptions) -> None:
    if person.duel_in(file):
        duels.draw(file, duels.DuelMailOptions(wish.out, wish.eml))
        return
    game = person.open_game(file)
    entry = words.open_draw(game)
    click.echo(
        f"You accept the draw that was offered in entry {entry}." if entry else "You offer a draw.",
        err=True,
    )
    player_says.mail(game, file, game.say("draw", entry), words.of(game, "draw", entry, ""), wish)
    side = game.player_side
    if not entry and side in game.ledger.turn_of() and not robot_homes.has_robot_gm(file):
        warning = (
            "You also have a decision to make. Wait for the answer to your offer first: if you send "
            "orders, the offer ends."
        )
        click.echo(wrapped(warning), err=True)
