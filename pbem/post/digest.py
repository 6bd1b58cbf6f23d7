"""Once a day one email to the GM's own address: what needs a person, with the command that helps."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence

from pbem.mail.write import eml
from pbem.post import games
from pbem.post.context import Context
from pbem.post.journal import DAY, HOUR
from pbem.post.outgoing import AUTOMATIC
from pbem.protocol.offices import GM
from pbem.round import pile

AT = 8 * HOUR
"""Seconds of the day (UTC) from which the first pass sends it."""
KEY = "digest/"
KINDS = (
    "person",
    "dispute",
    "refused",
    "typed",
    "address",
    "clock",
    "old",
    "stuck",
    "deadline",
    "bounce",
    "failed",
    "large",
    "later",
    "bug",
)
"""Of news that a person has to do something about."""
WIDTH = 72
HEAD = "Your games need you for the things below. `pbem` has done everything else."
NEWS, LEFT = "Since the last digest:", "Still waiting:"


def send(context: Context) -> None:
    """Queue today's digest if anything needs a person, and somebody here moderates a game. Raises Locked, NoIdentity."""
    journal, time_now = context.journal, context.now
    today = time_now // DAY * DAY
    if time_now < today + AT or journal.has_key(f"{KEY}{today}"):
        return
    notices = journal.notices_since(journal.last_queued(KEY, time_now), time_now)
    news = [one.words for one in notices if one.data.get("kind") in KINDS]
    lines = list(_unsettled_lines(context))
    if not (news or lines) or not _moderates(context):
        return
    text = "\n\n".join([HEAD, *_items(NEWS, news), *_items(LEFT, lines)])
    count = len(news) + len(lines)
    subject = f"pbem: {count} thing{'s' * (count != 1)} for you"
    mail = eml.finished(eml.email_to(None, "", subject), f"{text}\n")
    with journal.transaction():
        to = context.config.address
        context.enqueue(f"{KEY}{today}", "", "", "", to, mail, AUTOMATIC)


def _unsettled_lines(context: Context) -> Iterator[str]:
    """What has been there for longer: piles of desks, and emails without an address."""
    for genesis in sorted({row[0] for row in context.journal.games().values()}):
        path = games.newest(context.journal, genesis, context.config.folder)
        count = pile.waiting(genesis)
        if path is not None and count:
            typed = f"pbem play {shlex.quote(str(path))}"
            yield f"{count} email{'s' * (count != 1)} in the pile of your desk: {typed}"
    waiting_count = context.journal.counts("email_out").get("held", 0)
    if waiting_count:
        yield f"{waiting_count} email{'s' * (waiting_count != 1)} cannot be sent yet: pbem post --status"


def _moderates(context: Context) -> bool:
    """Does whoever sits here moderate a game of their folder? Raises Locked, NoIdentity."""
    mine = context.identity().public.fingerprint
    return any(context.seat(row[0], GM) == mine for row in context.journal.games().values())


def _items(title: str, rows: Sequence[str]) -> list[str]:
    filled = [
        textwrap.fill(row, WIDTH, initial_indent="- ", subsequent_indent="  ") for row in rows
    ]
    return [title, *filled] if rows else []
