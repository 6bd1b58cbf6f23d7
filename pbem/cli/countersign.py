"""`pbem countersign`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person, player_says


@click.command("countersign", help="Accept a ruling with your signature: a text to mail to the GM.")
@person.save_argument
@click.option("--entry", type=int, required=True, help="The ruling you accept.")
@click.option("--text", default="", help="A remark.")
@player_says.mail_options
def command(file: Path, entry: int, text: str, wish: player_says.Wish) -> None:
    game = person.open_game(file)
    letter = game.say("countersign", entry, text)
    player_says.mail(game, file, letter, f"I accept the ruling of entry {entry}. {text}", wish)
