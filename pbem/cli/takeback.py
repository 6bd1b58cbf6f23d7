"""`pbem takeback`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import duels, person, player_says
from pbem.gm.game import Game
from pbem.home import words


@click.command(
    "takeback",
    help="""Take back a step together: one player asks, all others agree. No ruling is needed.

    The entry that you name and everything after it are taken back. The dice are gone: the same orders will roll
    new ones.
    """,
)
@person.save_argument
@click.option("--entry", type=int, default=0, help="Go back to the position before this entry.")
@click.option(
    "--agree", type=int, default=0, help="Agree to the take-back that was asked for in this entry."
)
@click.option("--text", default="", help="The reason.")
@player_says.mail_options
def command(file: Path, entry: int, agree: int, text: str, wish: player_says.MailOptions) -> None:
    if person.duel_in(file) and bool(entry) != bool(agree):
        duels.take_back(file, duels.DuelMailOptions(wish.out, wish.eml), entry, text)
        return
    game = person.open_game(file)
    if bool(entry) == bool(agree):
        raise click.UsageError(
            f"Use --entry N to ask for a take-back, or --agree N to agree to one. {mine(game)}".strip()
        )
    kind = "agree" if agree else "takeback"
    letter = game.say(kind, agree or entry, text)
    player_says.mail(game, file, letter, words.of(game, kind, agree or entry, text), wish)


def mine(game: Game) -> str:
    """Which entry one's own last orders are; "" without any."""
    last = words.last_orders(game)
    return f"Your last orders are entry {last}." if last else ""
