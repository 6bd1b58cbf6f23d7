"""`pbem draw`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.cli.terminal import wrapped
from pbem.home import robot_homes, words


@click.command(
    "draw",
    help="""Offer a draw, or accept the one that was offered; it is one when all sides agree.

    An offer stands until the next orders of anybody are taken; then it is gone, and the reports say so.
    """,
)
@person.save_argument
@click.option("--accept", is_flag=True, help="Agree to the draw that is offered.")
@player_says.mail_options
def command(file: Path, accept: bool, wish: player_says.Wish) -> None:
    game = person.open_game(file)
    entry = words.draw_offered(game) if accept else 0
    player_says.mail(game, file, game.say("draw", entry), words.of(game, "draw", entry, ""), wish)
    side = game.player_side
    if not accept and side in game.ledger.turn_of() and not robot_homes.moderated(file):
        told = "You are asked yourself: wait for the answer before you send orders, or the offer is gone with them."
        click.echo(wrapped(told), err=True)
