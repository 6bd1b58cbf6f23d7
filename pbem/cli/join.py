"""`pbem join`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pbem.cli import complete, duels, person, player_says
from pbem.cli.terminal import wrapped
from pbem.engine.prose import listing
from pbem.gm.game import Game
from pbem.home import arrivals, computer, letters, robot_homes, sent
from pbem.ledger.cases import agreed
from pbem.ledger.values import GM
from pbem.mail.read import message
from pbem.post import config, slips

CLAIM = (
    "{holder} plays {side} in this game, which has begun. Your email asks for this seat. The GM gives it to you "
    "if {holder} or another player agrees (`{how} consent`), or if the GM so decides."
)
COMPARE = (
    "Check the code of the GM with {whom} by telephone, so that nobody poses as {gm}: {fingerprint}"
)


@click.command(
    "join",
    help="""Join a game you were invited to. In a game that has begun, ask for a seat: as a substitute, or with
    a new key of your own. This command writes a signed email for you to send to the GM.

    If the game has begun, the player whom you replace, or another player, should agree first (with `pbem
    consent`). With `--as gm` you ask to become the GM, or to help the GM.
    """,
)
@person.save_argument
@click.option(
    "--as",
    "side",
    default=None,
    shell_complete=complete.sides,
    help="The side that you play, or `gm`. The first letters of a side are enough. Default: the seat that is free for you, if there is only one.",
)
@click.option(
    "--co",
    "as_co_gm",
    is_flag=True,
    help="With `--as gm`: help the GM instead of replacing the GM.",
)
@click.option("--text", default="", help="A message to the others, if the game has begun.")
@player_says.mail_options
def command(
    file: Path, side: str | None, as_co_gm: bool, text: str, wish: player_says.MailOptions
) -> None:
    """Accept an invitation, or claim a seat of a running game: sign it, and write the reply to the GM."""
    if data := person.duel_in(file):
        duels.join(file, data, side or "", duels.DuelMailOptions(wish.out, wish.eml))
        return
    game = person.open_game(file)
    if side is None:
        side = GM if as_co_gm else only_seat(game)
    short = [one for one in game.ledger.sides if side and one.startswith(side.lower())]
    side = short[0] if len(short) == 1 else side
    if game.side == side:
        raise click.UsageError(
            f"You play {side} already. Continue with: {person.pbem()} orders {shlex.quote(str(file))}"
        )
    if as_co_gm and side != GM:
        raise click.UsageError("`--co` goes with `--as gm`.")
    if game.ledger.begun or side == GM:
        claim = game.claim(side, text, as_co_gm)
        learn_gm_address(game, file, "email")
        if holder := game.ledger.seats.get(side):
            person.say(CLAIM.format(holder=holder.keys.name, side=side, how=person.pbem()))
        player_says.mail(
            game, file, claim, f"I would like to be {side} in {game.title}. {text}", wish
        )
        return
    if text:
        raise click.UsageError("This game has not begun. Join without `--text`.")
    if side not in game.free_seats:
        game.join(side)  # says why not
    about = game.ledger.rules.sides.get(side)
    click.echo(wrapped(f"{game.title}. You play {about.name if about else side}."))
    terms = f"Terms of the table, which I accept: {agreed.words(game.ledger)}"
    click.echo(wrapped(terms.replace("I accept", "you accept"), "", "    "))
    gm_keys = game.ledger.table.gms[0]
    trust_words = robot_homes.trusted(gm_keys.name, file)
    if trust_words:
        person.say(trust_words)
    if robot_homes.has_robot_gm(file):
        player_says.answer_robot(game, file, game.join(side))
        return
    is_email = learn_gm_address(game, file, "invitation")
    letter, words = sent.accept(game, side)
    if words:
        click.echo(wrapped(words))
    mail = letters.of_accept(game, letter, terms, slips.with_acceptance(game, side))
    path = player_says.path_of(file, mail, wish)
    letters.write(game, mail, path, wish.eml)
    computer.set_accepted(game, side)
    newer = file.with_name("game.toml") if is_email else file  # the invitation stays what it is
    if computer.is_invitation(file) and computer.post_outbox() is not None:
        newer = arrivals.new_file(config.read_config().folder, game.id)
    click.echo(
        f"{player_says.to_do(game, file, path, wish)} When the next save comes, continue with "
        f"`{person.pbem()} orders {shlex.quote(str(newer))}`."
    )
    whom = player_says.SENDER if trust_words else gm_keys.name
    click.echo(wrapped(COMPARE.format(whom=whom, gm=gm_keys.name, fingerprint=gm_keys.fingerprint)))
    player_says.offer_to_send(game, wish)


def learn_gm_address(game: Game, file: Path, what: str) -> bool:
    """Keep from where an email with the game came, unless the GM's address is known. Returns whether it is an email."""
    is_email = person.save_in_email(file) is not None
    if is_email and (address := arrivals.hear_gm(game, message.raw(file))):
        person.say(f"The {what} came from {address}, so that is the GM's address from now on.")
    return is_email


def only_seat(game: Game) -> str:
    """The seat that somebody means who names none: their own, the one that is kept for their key, or the only free one.
    Raises click.UsageError."""
    seats = [side for side in game.ledger.sides if side == game.side or side in game.free_seats]
    own = game.identity.public.fingerprint if game.identity is not None else "none"
    seats = [side for side in seats if own in game.ledger.genesis.invited.get(side, "")] or seats
    if len(seats) == 1:
        return seats[0]
    sides = listing([f"`--as {side}`" for side in game.ledger.sides], "or")
    raise click.UsageError(f"Say which side you want to play: {sides}.")
