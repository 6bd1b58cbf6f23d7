"""`pbem over`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pbem.cli import person, player_says
from pbem.cli.terminal import wrapped
from pbem.gm.game import Game
from pbem.home import published, robot_homes, words


@click.command(
    "over",
    help="""Close a finished game: agree to its result, and later publish your key of this game.

    \b
    pbem over game.toml        you agree to the result: an email to the GM
    pbem over game.toml        after everybody has agreed: your key, for everybody

    Before you agree, check the result with `pbem report`. If the result is wrong, use `pbem dispute`. After you
    have agreed, you can sign nothing more in this game. Your key opens this game and no other. With everybody's
    keys anyone can `pbem audit` the whole game. `pbem` writes your key only after everybody has agreed, because
    until then the key would show what is still secret. Only players agree to the result. The GM just publishes
    a key.
    """,
)
@person.save_argument
@player_says.mail_options
def command(file: Path, wish: player_says.MailOptions) -> None:
    game = person.open_game(file)
    if game.ledger.final or game.holder.keys or game.side in game.ledger.cases.overs:
        publish(game, file, wish)
        return
    letter = game.say("over", game.ledger.cases.result)
    player_says.mail(game, file, letter, words.of(game, "over", 0, ""), wish)
    if robot_homes.has_robot_gm(file):
        game = person.open_game(file)  # the robot has applied it
    if game.ledger.final:
        publish(game, file, wish)
    else:
        newest = "NEWEST.eml" if person.save_in_email(file) is not None else shlex.quote(str(file))
        again = f"{person.pbem()} over {newest}"
        advice = f"When a report says that everybody has signed the end, type `{again}` once more. It publishes your key of this game for the audit."
        click.echo(wrapped(advice), err=True)


def publish(game: Game, file: Path, wish: player_says.MailOptions) -> None:
    """Write one's keys of a game in files for everybody, and say so. Raises as `published.publish`."""
    for path in published.publish(game, file, wish.out, wish.eml):
        how = f"Open {path} in your mail program and send it" if wish.eml else f"Send {path}"
        click.echo(f"{how} to everybody in this game. It is your key of this game.", err=True)
    if game.side in game.ledger.sides:
        click.echo(
            "If you know only the GM's address, send your key to the GM, who passes it on.",
            err=True,
        )
