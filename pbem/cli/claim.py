"""`pbem claim`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import complete, person, player_says


@click.command(
    "claim",
    help="""Ask for a seat in a running game, as a substitute or with a new key. This writes an email to
    the GM.

    The player you replace, or another player, should agree with `pbem consent`. With `--as gm`
    you ask to help the GM, or to become the GM.
    """,
)
@person.save_argument
@click.option(
    "--as",
    "side",
    required=True,
    shell_complete=complete.sides,
    help="The side that you want to take over, or `gm`.",
)
@click.option("--co", is_flag=True, help="With `--as gm`: help the GM instead of replacing them.")
@click.option("--text", default="", help="A message to the others.")
@player_says.mail_options
def command(file: Path, side: str, co: bool, text: str, wish: player_says.Wish) -> None:
    game = person.open_game(file, "any")
    letter = game.claim(side, text, co)
    player_says.mail(game, file, letter, f"I will be {side} in {game.title}. {text}", wish)
