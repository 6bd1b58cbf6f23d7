"""`pbem post`."""

from __future__ import annotations

import contextlib
import functools
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from pbem.cli import person
from pbem.cli.terminal import wrapped
from pbem.errors import PbemError
from pbem.home import here
from pbem.mail.addresses import checked_address
from pbem.post import config, doors
from pbem.post import once as passes
from pbem.post import setup as questions
from pbem.post import status as overview
from pbem.post.journal import Journal

PAUSE = 15
"""Seconds between two passes of `--watch`."""
SHARED = (
    "Give `pbem` a mailbox of its own, or a folder into which your email program sorts the emails of your games. In a "
    "shared one, emails that are not for your games stay untouched. IMAP and SMTP are not there yet: let another "
    "program fetch your email into a Maildir, such as getmail or mbsync, and send it, such as msmtp."
)
T = TypeVar("T")


@click.command(
    "post",
    help="""Fetch the emails of your games, apply them or file them, and send what follows. Email arrives in
    a Maildir or in a folder with one file per email, and leaves through `sendmail`, a Maildir or a
    folder. Run `pbem post --setup` first.

    As GM you then type nothing for a game turn: each email goes to its game, and everybody gets
    their report. As a player you get each new save in your folder of games, and a new question is
    announced once. What you seal with `pbem orders` or `pbem say` is sent by the next pass.

    Emails that have nothing to do with your games stay where they are.
    """,
)
@click.option(
    "--once", is_flag=True, help="Fetch and send once; this is also what `pbem post` alone does."
)
@click.option(
    "--watch",
    is_flag=True,
    help=f"Fetch and send every {PAUSE} seconds, and when an IMAP server announces an email, until you press Ctrl-C.",
)
@click.option("--dry-run", is_flag=True, help="Show what a pass would do; change nothing.")
@click.option(
    "--status",
    is_flag=True,
    help="Show what came, what waits and what is held, and what you can do.",
)
@click.option(
    "--setup",
    is_flag=True,
    help="Answer a few questions about your email; each answer is tried at once.",
)
def command(once: bool, watch: bool, dry_run: bool, status: bool, setup: bool) -> None:
    if once + watch + dry_run + status + setup > 1:
        raise click.UsageError("Choose one of --once, --watch, --dry-run, --status and --setup.")
    if setup:
        set_up()
        return
    said = config.read_config()
    identity = functools.cache(person.load_identity)  # a passphrase is asked for once
    before, spoken = set[str](), set[str]()

    def say(sentence: str) -> None:
        """Say it, unless the pass before this one said the same."""
        if sentence not in before | spoken:
            person.say(sentence)
        spoken.add(sentence)

    try:
        with passes.working(said, identity, say) as context:
            if status or dry_run:
                for row in overview.lines(context) if status else overview.plan(context):
                    _echo(row)
                return
            while True:
                try:
                    passes.run(context)
                    passes.tell(context, _echo)
                except (
                    OSError,
                    sqlite3.OperationalError,
                ) as error:  # a full disk may have room again
                    if not watch:
                        raise
                    say(f"This pass was not finished; the next one does the rest. {error}")
                if not watch:
                    click.echo(wrapped(overview.summary(context)))
                    return
                before, spoken = spoken, set()
                passes.wait(context, PAUSE)
    except sqlite3.Error as error:
        journal = here.folder() / here.POST
        raise click.ClickException(f"The journal in {journal} cannot be used: {error}.") from error


def _echo(words: str) -> None:
    click.echo(wrapped(person.as_typed(words), "", "    "))


def set_up() -> None:
    """Ask how the email travels, try each answer, and keep it."""
    here.existing_identity()
    click.echo(wrapped(SHARED))
    address = _asked("Your email address, from which `pbem` sends", checked_address)
    games = _asked("Your folder of games", questions.games_of, str(Path.cwd()))
    click.echo(f"Games in it: {questions.count_games(games)}.")
    source = _asked(
        "Where email arrives: a Maildir, or a folder with one file per email", questions.source_of
    )
    way = _asked(
        "How email leaves: `sendmail`, or a Maildir or folder that another program empties",
        lambda typed: questions.way_beside(source, typed),
    )
    tell = _asked("A program that gets your news as JSON", questions.tell_of, questions.NONE)
    with contextlib.closing(Journal(here.folder() / here.POST / "journal.sqlite")) as journal:
        box = doors.mailbox(source, journal)
        other = box.other_post(journal.id)
        if other and not click.confirm(
            f"The post on {other} applies these emails. Should this one do it from now on?"
        ):
            raise click.Abort
        box.put_note(journal.id)
    said = config.Config(address, games, (source,), way, (config.TERMINAL, *tell))
    path = config.write_config(said)
    pbem = person.pbem()
    click.echo(
        wrapped(
            f"Kept in {path}. See what it would do: {pbem} post --dry-run. Then: {pbem} post --watch"
        )
    )


def _asked(question: str, read: Callable[[str], T], default: str | None = None) -> T:
    """An answer that can be used; what is wrong with any other is said at once."""
    while True:
        typed = click.prompt(question, default=default)
        try:
            return read(typed.strip())
        except PbemError as error:
            click.echo(wrapped(f"That does not work: {error}"), err=True)
