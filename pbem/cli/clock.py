"""`pbem clock`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.cli import complete, gm_commands, person
from pbem.cli.terminal import wrapped
from pbem.home import computer
from pbem.ledger.cases import time
from pbem.ledger.cases.time import ENDINGS, hours_of
from pbem.mail.read import message
from pbem.proof.reader import Reader
from pbem.protocol import envelope

F = TypeVar("F", bound=Callable[..., Any])


def span(context: click.Context, option: click.Parameter, value: str) -> int:
    """Hours of `7d`, `36h`, `2w`; 0 for `none`, -1 for nothing said."""
    try:
        return 0 if value == "none" else hours_of(value) if value else -1
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


MAIL = click.Path(exists=True, dir_okay=False, path_type=Path)


def terms_options(command: F) -> F:
    """`--deadline`, `--grace`, `--then` (as `ending`) and `--days`: new terms."""
    deadline = click.option(
        "--deadline",
        callback=span,
        default="",
        help="Time allowed per answer, such as 7d, 36h or 2w; none for no deadline.",
    )
    grace = click.option(
        "--grace", callback=span, default="", help="Extra time after the deadline, with a reminder."
    )
    then = click.option(
        "--then",
        "ending",
        type=click.Choice(list(ENDINGS)),
        help="What happens when the deadline and the extra time have passed. Default: the GM decides.",
    )
    days = click.option(
        "--days",
        type=click.IntRange(0, 1000),
        default=0,
        help="Days of silence after which the GM can declare a side absent. Default: unchanged.",
    )
    return deadline(grace(then(days(command))))


@click.command(
    "clock",
    help="""Show the deadlines of a game, or change them as its GM. Without options this command changes
    nothing.

    \b
    pbem clock game.toml --deadline 7d --grace 3d --then policy
    pbem clock game.toml --deadline 3d ann.txt bob.txt
    pbem clock game.toml --absent york --reason 'Not a word since March.'

    You can give the players more time without anybody's consent. If new terms give somebody less time, each
    player has to agree to them (`pbem consent`), and you add their emails to the command. New terms count only
    for later questions. `pbem apply` signs the time automatically, for new deadlines and once a week.

    With --absent the game no longer waits for a side to confirm a new position or the end. You can use --absent
    when the side has used up its time to answer and the extra time. You can also use --absent when the side has
    sent nothing for the agreed number of days (30 unless you chose otherwise). `pbem` counts the days of
    silence from the first time that you signed after both the question and the side's last message. An absent
    side is back in the game as soon as it sends anything.
    """,
)
@person.save_argument
@click.argument("consents", nargs=-1, type=MAIL)
@terms_options
@click.option("--pause", is_flag=True, help="Stop the clock.")
@click.option("--resume", is_flag=True, help="Start the clock again.")
@click.option(
    "--extend", nargs=2, metavar="SIDE SPAN", help="Give a side more time. SPAN: 3d, 12h."
)
@click.option(
    "--timeout",
    metavar="SIDE",
    help="Do what was agreed for a side that has used up its time and the extra time.",
)
@click.option(
    "--absent",
    metavar="SIDE",
    shell_complete=complete.sides,
    help="Continue without a silent side. Give a --reason.",
)
@click.option(
    "--read", "reading", is_flag=True, help="Sign the current time and write it into the game."
)
@click.option("--reason", default="", help="The reason, which everybody can read.")
@gm_commands.right_clock
def command(
    file: Path,
    consents: tuple[Path, ...],
    deadline: int,
    grace: int,
    ending: str | None,
    days: int,
    pause: bool,
    resume: bool,
    extend: tuple[str, str] | None,
    timeout: str | None,
    absent: str | None,
    reading: bool,
    reason: str,
    yes: bool,
) -> None:
    """Show the clock, or write one clock entry: new terms, a pause, more time, a timeout, an absence, a reading."""
    options_used = [deadline >= 0, pause, resume, reading]
    options_used += [option is not None for option in (extend, timeout, absent)]
    if sum(options_used) > 1:
        raise click.UsageError(
            "Use only one of these at a time: --deadline, --pause, --resume, --extend, --timeout, "
            "--absent or --read."
        )
    if deadline < 0 and (grace >= 0 or ending or days or consents):
        raise click.UsageError("--grace, --then, --days and emails belong to a --deadline.")
    if consents and reason:
        raise click.UsageError(
            "Leave out --reason. The players have signed only that they agree to the new terms, so no reason can be added."
        )
    if absent is not None and not reason:
        raise click.UsageError("--absent needs a --reason, which everybody can read.")
    if not any(options_used):
        if reason:
            raise click.UsageError(
                "--reason needs an option that it explains, such as --read, which signs the time now."
            )
        show(person.open_save(Reader, file, "public"))
        return
    side, hours = extend[0] if extend else "", hours_more(extend)
    with gm_commands.game_to_moderate(file) as game:
        time_now = computer.now()
        gm_commands.check_clock(game, time_now, yes)
        if timeout is not None:
            story = game.timed_out(timeout, time_now)
        elif absent is not None:
            story = game.absent(absent, time_now, reason)
        elif deadline >= 0:
            consent_mails = [envelope.from_text(message.read(path), "WORD") for path in consents]
            terms = time.terms(deadline, max(grace, 0), ending or "", days, reason)
            story = game.set_terms(time_now, terms, consent_mails)
        else:
            kinds = {"pause": pause, "resume": resume, "extend": bool(extend), "reading": True}
            kind = next(kind for kind, is_used in kinds.items() if is_used)
            story = game.tick(time_now, kind, side, hours, reason=reason)
        gm_commands.keep(game, file, story, clock_is_right=True)
        show(game)


def show(game: Reader) -> None:
    """Who must answer by when, as the clock stands."""
    clock, askings = game.ledger.cases.clock, game.ledger.askings
    deadlines = [time.deadline_sentence(clock, side, asking) for side, asking in askings.items()]
    if clock.at:
        click.echo(
            wrapped(f"The clock was last read at {time.day_in_words(clock.at)}.", "", "    ")
        )
    if not clock.pace.hours:
        click.echo("There are no deadlines in this game.")
    for line in filter(None, deadlines):
        click.echo(wrapped(line, "", "    "))


def hours_more(extend: tuple[str, str] | None) -> int:
    """Hours of `--extend york 3d`, 0 without."""
    try:
        return hours_of(extend[1]) if extend else 0
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
