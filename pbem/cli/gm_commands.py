"""What the commands of a GM say: what is written, what is left to do, what was finished."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from pbem.cli import person, receipts
from pbem.cli.terminal import at_terminal, file_row, wrapped
from pbem.engine.prose import listing
from pbem.gm.game import Game
from pbem.home import computer, robot_homes
from pbem.ledger.cases import time
from pbem.ledger.story import Story
from pbem.ledger.values import GM
from pbem.protocol.public import Keys
from pbem.round import entries
from pbem.round.apply import begin, finish
from pbem.round.correspondents import other_gms
from pbem.round.pile import Pile
from pbem.round.reports import Parcels, Reports


class NotFinished(click.ClickException):
    """Entries are signed and safe; something that follows from them could not be written."""

    exit_code = 3

    def __init__(self, error: entries.Unfinished) -> None:
        advice = f"Fix that first. Then `{person.pbem()} apply {shlex.quote(str(error.file))}` does the rest."
        super().__init__(f"{error} {advice}")

    def show(self, file: Any = None) -> None:
        click.echo(wrapped(f"Not finished: {self.message}"), err=True)


@contextlib.contextmanager
def told_if_unfinished() -> Iterator[None]:
    """What is left to do is said, with what to type. Raises NotFinished."""
    try:
        yield
    except entries.Unfinished as error:
        raise NotFinished(error) from error


@contextlib.contextmanager
def game_to_moderate(file: Path, robot: bool = False, signs: bool = True) -> Iterator[Game]:
    """See `entries.game_to_moderate`, also for `signs`. Raises NotFinished.

    Args:
        robot: is a robot the GM that this is done for, if one sits in the chair on this computer?
    """
    if person.save_in_email(file) is not None:
        raise click.UsageError(
            f"{file} is an email with a save in it. As GM you need the save as a separate file: save the "
            "attachment."
        )
    sits = robot and robot_homes.has_robot_gm(file)
    chair = computer.sitting_as(robot_homes.folder(file) / GM) if sits else contextlib.nullcontext()
    identity, say = person.load_identity, person.say
    game_held = entries.game_to_moderate(file, identity, say, signs)
    with chair, told_if_unfinished(), game_held as game:
        yield game


def sure(doubt: str) -> bool:
    """Ask whether this computer's clock is right; where nobody can be asked it is not read."""
    if at_terminal():
        return click.confirm(f"{doubt} Is that right?", err=True)
    person.say(
        f"{doubt} So the time was not signed. If your clock is right, type: `pbem clock GAME.toml --read`."
    )
    return False


def check_clock(game: Game, now: int, yes: bool) -> None:
    """Ask whether this computer's clock is right, if it says a strange time; `yes`: it is."""
    doubt = "" if yes else time.strange(game.ledger, now)
    if doubt and not at_terminal():
        raise click.UsageError(f"{doubt} If your clock is right, add --yes.")
    if doubt and not click.confirm(f"{doubt} Is that right?", err=True):
        raise click.Abort


right_clock = click.option(
    "--yes", is_flag=True, help="My computer's clock is right; do not ask me about it."
)


def tell_written(file: Path, parcels: Parcels, gms: Sequence[Keys] = ()) -> None:
    """Say what is to be sent. `gms`: other GMs of the game, who need the save too."""
    if parcels.mails:
        click.echo(how_to_send(parcels.mails))
    elif parcels.reports:
        if gms:
            click.echo(f"Send {file} to every other GM: {listing([gm.name for gm in gms])}.")
        click.echo(f"Send {file} to all players, each with the report of their side:")
    for path in parcels.mails or parcels.reports:
        click.echo(file_row(path))


def how_to_send(mails: Sequence[Path]) -> str:
    """What is to be done with finished emails, which lie in one folder."""
    if mails[0].parent == computer.post_outbox():
        return f"`{person.pbem()} post` sends these:"
    return "Open each of these in your mail program, look at it, and send it:"


def tell(story: Story) -> None:
    """What an entry did, for the GM; with a mark where it is not for everybody."""
    lines = [(event.to, event.text) for event in story.events]
    for side, text in (*lines, *story.private):
        alone = f"(for {side} alone) " if side else ""
        click.echo(wrapped(alone + text, "  ", "    "))


def keep(
    game: Game,
    file: Path,
    story: Story,
    clock_is_right: bool = False,
    before_emails: Callable[[], None] = lambda: None,
    readable: Story | None = None,
) -> None:
    """Write the save and the reports about a new entry, and tell what it did.

    Args:
        clock_is_right: it was asked already.
        before_emails: what is to be done between the save and the emails.
        readable: the story as its GM reads it, where that is not as it is kept.
    """
    wish = Reports()
    wish.chosen(game)  # or refused, before anything is written
    doubt = "" if clock_is_right else entries.clock_in_doubt(game)
    stories = [story, *entries.read_clock(game, clock_is_right or bool(doubt and sure(doubt)))]
    entries.write(game, file)
    click.echo(f"Entry {story.n} of {game.id}:")
    tell(readable or story)
    new_round = begin(game, file, Pile(), wish)  # what waited for this
    receipts.tell(new_round.receipts, waiting=new_round.waiting)
    new_round.stories += stories
    before_emails()
    finish(new_round)
    tell_written(file, new_round.written, other_gms(game))
    receipts.tell_returned(new_round.returned)
    if new_round.unfinished is not None:
        raise new_round.unfinished
