"""What every command ends with by which a player says something to the GM: a mail."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from msgspec import Struct

from pbem.cli import person
from pbem.cli.out import check_text_name
from pbem.cli.terminal import at_terminal, wrapped
from pbem.engine.prose import sentence
from pbem.home import computer, letters, robot_homes, sent
from pbem.protocol.bodies import Ready
from pbem.reports.sentences import READY_ASKED

if TYPE_CHECKING:
    from pbem.gm.game import Game
    from pbem.player.orders import Letter
    from pbem.player.player import Player
    from pbem.protocol.keys import Identity

WITH_READY = (
    "It also carries your secret number for the dice, so you need not send that on its own. "
)
SENDER = "the person who sent you the file"
F = TypeVar("F", bound=Callable[..., Any])


class MailOptions(Struct, frozen=True):
    """Where to write an email.

    Attributes:
        outbox: from which `pbem post` sends it; None where it is not set up, or where a file was typed.
    """

    out: Path | None = None
    outbox: Path | None = None

    @property
    def eml(self) -> bool:
        """Whether the email is to be finished, ready to send, and not a text to paste or attach."""
        return self.outbox is not None or (
            self.out is not None and self.out.suffix.casefold() == ".eml"
        )


def mail_options(command: F) -> F:
    """`-o FILE`, as the argument `wish` of a command that writes an email to the GM."""

    @click.option(
        "-o",
        "--out",
        type=click.Path(path_type=Path),
        help=(
            "The file to write the email to. If the name of the file ends in .eml, your mail program can open and send the email."
        ),
    )
    @functools.wraps(command)
    def whole(*, out: Path | None, **options: Any) -> None:
        check_text_name(out)
        outbox = computer.post_outbox() if out is None else None
        command(**options, wish=MailOptions(out, outbox))

    return cast(F, whole)


def mail(game: Game, file: Path, letter: Letter, words: str, wish: MailOptions) -> None:
    """Write a signed email to the GM, or hand it to a robot GM, and say where the file is."""
    computer.check_may_sign(game)
    letter = sent.with_ready(game, letter)
    if robot_homes.has_robot_gm(file):
        answer_robot(game, file, letter)
        return
    mail_made = letters.of_words(game, letter, words)
    path = path_of(file, mail_made, wish)
    older_files: list[Path] = []
    if wish.out is None:
        path, older_files = letters.write_beside(game, mail_made, path, wish.eml)
    else:
        letters.write(game, mail_made, path, wish.eml)
    along = WITH_READY if any(isinstance(one.body, Ready) for one in letter.envelopes) else ""
    click.echo(f"Signed. {along}{to_do(game, file, path, wish)}", err=True)
    if older_files:
        click.echo(wrapped(still_there(older_files)), err=True)
    offer_to_send(game, wish)


def still_there(others: Sequence[Path]) -> str:
    """What to do with emails that were written earlier for the same position, and may not have been sent."""
    names = ", ".join(map(str, others))
    if len(others) == 1:
        return f"What you wrote earlier is still in {names}. Send that file too, if you have not sent it yet."
    return f"What you wrote earlier is still in {names}. Send these files too, if you have not sent them yet."


def path_of(file: Path, mail: letters.Mail, wish: MailOptions) -> Path:
    """Where a mail is written: as was typed, else beside the save."""
    folder = wish.outbox or file.parent
    return wish.out or folder / f"{mail.name}.{'eml' if wish.eml else 'txt'}"


def to_do(game: Player, file: Path, path: Path, wish: MailOptions) -> str:
    """What is left to do with a mail."""
    gm = game.ledger.table.gms[0].name
    robot = robot_homes.trusted(gm, file)
    whom = SENDER if robot else f"the GM, {gm}"
    if not wish.eml:
        return f"Mail {path} to {whom}{'' if robot else ','} attached or pasted."
    if not letters.knows_gm(game):
        advice = "`pbem` does not know the GM's address yet. Type it once: "
        advice += f"{person.pbem()} addresses {shlex.quote(str(file))} gm ADDRESS"
        click.echo(wrapped(advice, "", "    "), err=True)
    if wish.outbox is not None:
        return f"`{person.pbem()} post` sends it to {whom}."
    return f"Open {path} in your mail program and send it to {whom}."


def offer_to_send(game: Player, wish: MailOptions) -> None:
    """Where `pbem post` sends the email, offer that."""
    if wish.outbox is not None and game.identity is not None:
        offer_to_fetch_and_send(game.identity)


def offer_to_fetch_and_send(identity: Identity) -> None:
    """At a terminal ask whether `pbem post` should send it now, and fetch what has come."""
    if at_terminal() and click.confirm("Send it now?", default=True, err=True):
        from pbem.post.beside import fetch_and_send  # 30 ms, and most have no post

        fetch_and_send(identity, person.say, person.say, person.say)


def answer_robot(before: Player, file: Path, letter: Letter) -> None:
    """Give an email to the robot that moderates, tell what came of it, and say what is next."""
    click.echo(f"\n{next_for(hand_over(before, file, letter), file)}")


def hand_over(before: Player, file: Path, letter: Letter) -> Player:
    """As `robots.hand_over`."""
    from pbem.cli import robots  # who has none does without

    return robots.hand_over(before, file, letter)


def next_for(game: Player, file: Path) -> str:
    """What a player at the table of robots does next."""
    if game.result is not None:
        signed = game.side in game.ledger.cases.overs or not game.ledger.offices.moderated
        over = "" if signed else f" Sign that with: {person.pbem()} over {shlex.quote(str(file))}"
        return f"The game is over: {game.result.reason.rstrip('.')}.{over}"
    if game.owes_ready:
        return f"{READY_ASKED} Type: {person.pbem()} orders {shlex.quote(str(file))}"
    if game.side in game.ledger.turn_of():
        return (
            f"You are asked: {sentence(game.request().question)} Answer with: {person.pbem()} orders "
            f"{shlex.quote(str(file))}"
        )
    if not game.ledger.begun:
        return "The game waits for the others to join."
    return f"Now {' and '.join(game.ledger.turn_of())} must answer.{_pass_on(game, file)}"


def _pass_on(game: Player, file: Path) -> str:
    """To whom the save goes from a table at which a robot moderates; "" if only robots play on."""
    sides = [side for side in game.ledger.turn_of() if not robot_homes.keeps(file, side)]
    names = " and ".join(game.ledger.seats[side].keys.name for side in sides)
    how = f"apply the answer with: {person.pbem()} apply {shlex.quote(str(file))} EMAIL"
    return f" Send {file} to {names}, and {how}" if names else ""
