"""`pbem clock`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import gm_done, person
from pbem.cli.terminal import wrapped
from pbem.home import here
from pbem.moderator.cases import time
from pbem.moderator.cases.time import ENDINGS, hours_of
from pbem.moderator.reader import Reader


def span(context: click.Context, option: click.Parameter, value: str) -> int:
    """Hours of `7d`, `36h`, `2w`; 0 for `none`, -1 for nothing said."""
    try:
        return 0 if value == "none" else hours_of(value) if value else -1
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(
    "clock",
    help="""Deadlines of a game, by its GM's signed clock. Without options they are shown, and nothing is written.

    \b
    pbem clock game.toml --deadline 7d --grace 3d --then policy
    Once there are deadlines, `pbem apply` reads the clock by itself.
    """,
)
@person.save_argument
@click.option(
    "--deadline", callback=span, default="", help="Time for each answer: 7d, 36h, 2w; or none."
)
@click.option("--grace", callback=span, default="", help="And then so much more, with a reminder.")
@click.option(
    "--then",
    "ending",
    type=click.Choice(list(ENDINGS)),
    help="What follows after that; default: the GM decides.",
)
@click.option("--pause", is_flag=True, help="Stop the clock.")
@click.option("--resume", is_flag=True, help="Let it run again.")
@click.option("--extend", nargs=2, metavar="SIDE SPAN", help="More time for a side; SPAN: 3d, 12h.")
@click.option(
    "--timeout", metavar="SIDE", help="Do what was agreed for a side whose grace is over."
)
@click.option("--read", "reading", is_flag=True, help="Sign what time it is now, for all to read.")
@click.option("--reason", default="", help="Why, for all to read.")
def command(
    file: Path,
    deadline: int,
    grace: int,
    ending: str | None,
    pause: bool,
    resume: bool,
    extend: tuple[str, str] | None,
    timeout: str | None,
    reading: bool,
    reason: str,
) -> None:
    said = sum((deadline >= 0, pause, resume, extend is not None, timeout is not None, reading))
    if said > 1:
        raise click.UsageError(
            "Say one thing at a time: --deadline, --pause, --resume, --extend, --timeout or --read."
        )
    if deadline < 0 and (grace >= 0 or ending):
        raise click.UsageError("--grace and --then belong to a --deadline.")
    if not said:
        if reason:
            raise click.UsageError(
                "--reason belongs to what is written; --read signs the time now."
            )
        show(person.opened(Reader, file, "public"))
        return
    side, more = extend[0] if extend else "", hours_more(extend)
    with gm_done.moderated(file) as game:
        now = here.now()
        if timeout is not None:
            story = game.timed_out(timeout, now)
        elif deadline >= 0:
            story = game.tick(now, "terms", "", deadline, max(grace, 0), ending or "gm", reason)
        else:
            kinds = {"pause": pause, "resume": resume, "extend": bool(extend), "reading": True}
            kind = next(kind for kind, wanted in kinds.items() if wanted)
            story = game.tick(now, kind, side, more, reason=reason)
        gm_done.keep(game, file, story)
        show(game)


def show(game: Reader) -> None:
    """Who must answer by when, as the clock stands."""
    clock, asked = game.ledger.cases.clock, game.ledger.askings
    told = [time.told(clock, side, asking.number) for side, asking in asked.items()]
    if clock.at:
        click.echo(wrapped(f"The clock was last read at {time.date(clock.at)}.", "", "    "))
    if not clock.deadline:
        click.echo("There are no deadlines in this game.")
    for line in filter(None, told):
        click.echo(wrapped(line, "", "    "))


def hours_more(extend: tuple[str, str] | None) -> int:
    """Hours of `--extend york 3d`, 0 without."""
    try:
        return hours_of(extend[1]) if extend else 0
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
