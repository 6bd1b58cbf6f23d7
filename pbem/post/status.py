"""What came, what waits, what is held and why, with the command that helps; and what a pass would do."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from pbem.mail.write import eml
from pbem.post import doors, once, phone
from pbem.post.config import bytes_of
from pbem.post.context import Context
from pbem.post.reading import TooSlow
from pbem.post.sources import EmailGone, Mailbox, MailboxLost
from pbem.post.words import KINDS, counted, named

MOST = 100
"""Emails that a dry run looks at."""


def summary(context: Context) -> str:
    """What there is, in one line."""
    came, sent = context.journal.counts("email_in"), context.journal.counts("email_out")
    parts = [f"{counted(came.get('taken', 0))} applied or filed", f"{sent.get('sent', 0)} sent"]
    waiting = {
        "waiting": came.get("waits", 0) + came.get("placed", 0) + came.get("fetched", 0),
        "over a limit, for later": sum(context.later.values()),
        "for you to look at": came.get("person", 0),
        "held": sent.get("held", 0),
        "still to be sent": sent.get("queued", 0),
        "failed": sent.get("failed", 0),
    }
    parts += [f"{count} {words}" for words, count in waiting.items() if count]
    return f"In all: {', '.join(parts)}."


def lines(context: Context) -> Iterator[str]:
    """A sentence for everything that is not done, each with its reason and the command that helps."""
    journal = context.journal
    once.refresh(context)
    faults = set[str]()
    if not context.alone:
        yield "`pbem post` is at work on this computer now. This is what it has written down."
    for box in context.mailboxes if context.alone else ():
        try:
            count = len(box.names())
        except MailboxLost as error:
            faults.add(str(error))
            yield str(error)
            continue
        yield f"{box.place}: {counted(count)} in it."
    used = doors.accounts([*context.mailboxes, context.way_out])
    yield from (words for words in journal.refusals(used) if words not in faults)
    for row in journal.incoming("placed", "waits", "fetched"):
        yield f"Waits: {named(context, row)}. {row.words or '`pbem post` applies it next time.'}"
    for row in journal.incoming("person"):
        yield f"For you: {named(context, row)}. {row.words}"
    for held_email in journal.outgoing("held"):
        path = context.save_of(held_email.genesis) if held_email.genesis else None
        how = (
            f": pbem addresses {shlex.quote(str(path))} {held_email.reader} ADDRESS"
            if path and not held_email.recipient
            else ""
        )
        yield f"Held: {eml.subject_of(held_email.bytes)}. Reason: {held_email.reason}{how}"
    for out in journal.outgoing("queued"):
        yield f"To be sent: {eml.subject_of(out.bytes)}, to {out.recipient}. {out.reason}".rstrip()
    for out in journal.outgoing("failed"):
        yield f"Failed: {eml.subject_of(out.bytes)}, to {out.recipient}. {out.reason}"
    yield summary(context)


def plan(context: Context) -> Iterator[str]:
    """What a pass would do; nothing is changed."""
    once.refresh(context)
    for box in context.mailboxes:
        try:
            yield from _emails(context, box)
        except MailboxLost as error:
            yield str(error)
    for path in sorted(context.outbox.glob("*.eml")):
        yield f"{path.name}: to be sent."
    for out in context.journal.outgoing("queued"):
        yield f"{eml.subject_of(out.bytes)}: to be sent to {out.recipient}."
    yield "Nothing was changed."


def _emails(context: Context, box: Mailbox) -> Iterator[str]:
    """A sentence for each new email in a mailbox: from whom, of what kind, for which game. Raises MailboxLost."""
    places_known = context.journal.places(box.place)
    new_names = [name for name in box.names() if name not in places_known]
    for email in sorted(box.look(new_names), key=lambda email: (email.at, email.name))[:MOST]:
        if email.size > bytes_of(context.config.limits.size):
            yield f"{email.where}: too large; it stays where it is."
            continue
        try:
            reading = context.reader.read(box.read(email.name, email.size))
        except (TooSlow, EmailGone):
            yield f"{email.where}: it cannot be read."
            continue
        path = context.save_of(reading.genesis) if reading.genesis else None
        game = f" for {path}" if path else " for a game that is not here" if reading.genesis else ""
        is_answer = reading.answer and phone.question_of(context.journal, reading.sender)
        kind_words = KINDS["phone" if is_answer else reading.kind]
        yield f"{email.where}: from {reading.sender.address or 'nobody'}: {kind_words}{game}."
