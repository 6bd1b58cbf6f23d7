"""`pbem post`."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable

import click
from msgspec import structs

from pbem.cli import person, post_setup
from pbem.cli.terminal import at_terminal, wrapped
from pbem.engine.prose import listing
from pbem.errors import PbemError
from pbem.home import computer
from pbem.post import at_work, config
from pbem.post import once as passes
from pbem.post import status as overview
from pbem.post.config import Phone

PAUSE = 15
"""Seconds between two passes of `--watch`."""


@click.command(
    "post",
    help="""Fetch the emails of your games, apply or save them, and send the emails that result. Email comes
    from an IMAP server, a Maildir or a folder, and leaves through an SMTP server, `sendmail`, a Maildir or a
    folder. First run `pbem post --setup`.

    As GM you have nothing to type for a game turn: each email goes to its game, and everybody gets their
    report. As a player you get each new save in your folder of games, and `pbem` announces each new decision
    once. The next time it runs, `pbem post` sends what you have sealed with `pbem orders` or `pbem say`.

    Emails that have nothing to do with your games stay where they are.
    """,
)
@click.option(
    "--once", is_flag=True, help="Fetch and send once, as `pbem post` does without options."
)
@click.option(
    "--watch",
    is_flag=True,
    help=(
        f"Fetch and send every {PAUSE} seconds, until you press Ctrl-C. If an IMAP server announces an "
        "email, fetch it at once."
    ),
)
@click.option(
    "--dry-run",
    is_flag=True,
    help=("Show what would be fetched, applied and sent. Nothing is changed."),
)
@click.option(
    "--status",
    is_flag=True,
    help="Show which emails came, which wait and which are held back, and what you can do.",
)
@click.option(
    "--setup",
    is_flag=True,
    help="Set up your email: you answer a few questions, and `pbem` tests each answer at once.",
)
def command(once: bool, watch: bool, dry_run: bool, status: bool, setup: bool) -> None:
    if once + watch + dry_run + status + setup > 1:
        raise click.UsageError("Choose one of --once, --watch, --dry-run, --status and --setup.")
    if setup:
        post_setup.set_up()
        return
    settings = config.read_config()
    identity = functools.cache(person.load_identity)  # a passphrase is asked for once
    said_before, said_now = set[str](), set[str]()

    def say(sentence: str) -> None:
        """Say it, unless the pass before this one said the same."""
        if sentence not in said_before | said_now:
            person.say(sentence)
        said_now.add(sentence)

    try:
        with at_work.working(settings, identity, say, looks=status) as context:
            if status or dry_run:
                for row in overview.lines(context) if status else overview.plan(context):
                    _echo(row)
                return
            if watch:
                places = listing([box.place for box in context.mailboxes])
                _echo(f"Watching {places} for email of your games. To stop, press Ctrl-C.")
            while True:
                try:
                    passes.run(context)
                    for did in context.done:
                        _echo(did)
                    passes.tell(context, _echo)
                except (
                    OSError,
                    sqlite3.OperationalError,
                ) as error:  # a full disk may have room again
                    if not watch:
                        raise
                    say(
                        f"Not everything could be done. `pbem post` does the rest next time. {error}"
                    )
                if not watch:
                    if context.done or at_terminal():  # cron mails whatever is printed
                        click.echo(wrapped(overview.summary(context)))
                    return
                said_before, said_now = said_now, set()
                passes.wait(context, PAUSE)
                context.config = structs.replace(context.config, phone=_phone(say))
    except sqlite3.Error as error:
        journal = computer.folder() / computer.POST
        raise click.ClickException(f"The journal in {journal} cannot be used: {error}.") from error


def _phone(say: Callable[[str], None]) -> Phone:
    """How questions are answered from a phone now: a setup in another window switches a lost one off."""
    try:
        return config.read_config().phone
    except (PbemError, OSError) as error:
        say(str(error))
        return Phone()


def _echo(words: str) -> None:
    click.echo(wrapped(person.as_typed(words), "", "    "))
