"""`pbem resign`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import duels, person, player_says
from pbem.cli.terminal import at_terminal
from pbem.gm.game import Game
from pbem.home import words


@click.command(
    "resign",
    help="""Give up the game. You lose as soon as the GM applies your email.

    Your resignation counts only for the decision that is open now. If the game moves on before the GM applies
    your email, you have to resign again.

    In a duel you can resign when it is your decision. You lose as soon as your email is applied.
    """,
)
@person.save_argument
@click.option("--yes", is_flag=True, help="Do not ask me to confirm.")
@player_says.mail_options
def command(file: Path, yes: bool, wish: player_says.MailOptions) -> None:
    game = person.open_save(Game, file)
    moderated = game.ledger.offices.moderated
    letter, lost = game.say("resign", 0) if moderated else None, words.lost(game)
    if not yes and not at_terminal():
        raise click.UsageError(f"{lost} If you are sure, add --yes.")
    if not yes and not click.confirm(f"{lost} Are you sure?"):
        raise click.Abort
    if letter is None:
        duels.resign(file, duels.DuelMailOptions(wish.out, wish.eml))
        return
    player_says.mail(game, file, letter, words.of(game, "resign", 0, ""), wish)
