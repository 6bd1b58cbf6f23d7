"""What is sent: finished emails from the outbox and from the round, queued once and handed over."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import parseaddr
from pathlib import Path

from pbem.errors import PbemError
from pbem.gm.inbox import mail_of
from pbem.ledger.values import PUBLIC
from pbem.mail.read import message
from pbem.mail.read.header import NOBODY
from pbem.mail.write import eml
from pbem.post import reading, ways_out
from pbem.post.answering import Answer
from pbem.post.context import NO_ADDRESS, NO_GAME, OTHER_SEAT, Context
from pbem.post.journal import DAY, HOUR, Outgoing
from pbem.protocol.atomic import private_folder
from pbem.protocol.hashing import digest
from pbem.protocol.offices import GM

AUTOMATIC = "auto-generated"
"""Of all that is not a person's own (RFC 3834, 5). Refusals too: a reader takes no signed word from an `auto-replied`."""
SHARES = 6
"""The last of so many parts of a day's emails is for games and addresses that have not had as many yet."""
LATER = (60, 300, 900, 3600, 3 * 3600, 6 * 3600)
"""Seconds until an email is tried again, after each time that it could not be handed over; then the last."""
OFTEN = 4
"""After so many times, in about an hour and a half, it is told that an email could not be handed over."""
MOST_TRIES = 25
"""After so many times, in about five days (RFC 5321, 4.5.4.1), an email is given up."""
UNKNOWN = "{to} is an address that you have not confirmed"
_REPORT = re.compile(
    r"(?P<id>.+-(?P<genesis>[0-9a-f]{8}))-(?P<entry>[0-9]{3,6})-(?P<reader>[a-z_0-9]+)"
)


def queue_report(context: Context, stem: str, mail: bytes, genesis: str = "") -> bool:
    """Queue the email with a reader's report, by the name of its file; False if it is none. `genesis`: of its game, if known."""
    match = _REPORT.fullmatch(stem)
    if match is None or not (genesis := genesis or _genesis_of(context, match["genesis"], mail)):
        return False
    reader = match["reader"]
    seat = context.seat(genesis, reader)
    to = context.address_of(genesis, reader, seat)
    if reader.partition("_")[0] == GM:  # to another one: it has its address if that is sure
        to = _address_in(context, mail)
    if reader == PUBLIC and not to:  # most games have no list
        return True
    key = f"report/{genesis}/{match['entry']}/{reader}/{seat}"
    context.enqueue(key, genesis, reader, seat, to, mail, AUTOMATIC)
    return True


def _genesis_of(context: Context, digits: str, mail: bytes) -> str:
    """The game of a report, by the digits in the name of its file; of several, by the save that it carries. "" for none."""
    games = context.journal.genesis_like(digits)
    if len(games) > 1:
        block = reading.with_a_save(mail, NOBODY)
        games = [genesis for genesis in games if block is not None and genesis == block.genesis]
    return games[0] if games else ""


def _addressed(mail: bytes) -> str:
    return parseaddr(str(BytesHeaderParser(policy=SMTP).parsebytes(mail)["To"] or ""))[1]


def _address_in(context: Context, mail: bytes) -> str:
    """Where a finished email says that it goes, if that address is confirmed; else ""."""
    to = _addressed(mail)
    return to if to.lower() in context.confirmed() else ""


def queue_refusal(context: Context, stem: str, answer: Answer, mail: bytes) -> None:
    """Queue the answer to an email that was refused, and count it: copies of one email have one answer."""
    if not context.enqueue(f"refusal/{stem}", "", "", "", answer.address, mail, AUTOMATIC):
        return
    journal, now, address = context.journal, context.now, answer.address.lower()
    journal.spend("answer", answer.seat or address, now // HOUR * HOUR)
    if answer.seat:  # others write whatever they like into a From line
        journal.spend("streak", answer.seat, 0)
    else:
        journal.spend("unsigned answer", address, now // DAY * DAY)


def pick_up(context: Context) -> None:
    """Queue the finished emails in the outbox: what a player sealed, and what a GM's other commands wrote.

    Each is moved aside first, so that a newer one of the same name is not lost. Raises OSError.
    """
    aside = context.outbox / "taken"
    private_folder(aside)
    _queue_files(
        context, aside
    )  # of a pass that was killed: a newer one of the same name may have come
    for path in sorted(context.outbox.glob("*.eml")):
        os.replace(path, aside / path.name)
    _queue_files(context, aside)


def _queue_files(context: Context, folder: Path) -> None:
    for path in sorted(folder.glob("*.eml")):
        with context.journal.transaction():
            _queue_file(context, path.stem, path.read_bytes())
        path.unlink()


def _queue_file(context: Context, stem: str, mail: bytes) -> None:
    if queue_report(context, stem, mail):
        return
    try:
        sealed = mail_of(message.text_of(mail))
    except PbemError:
        to = _addressed(mail)
        context.enqueue(f"file/{digest(mail)}", "", to, "", _address_in(context, mail), mail, "")
        return
    genesis = sealed.envelope.body.game
    gm = context.seat(genesis, GM)
    to = context.address_of(genesis, GM, gm)
    context.enqueue(f"letter/{sealed.digest}", genesis, GM, gm, to, mail, "")


def send(context: Context) -> None:
    """Send the emails that are queued or no longer held, up to the day's limit. One for a seat that changed hands is held."""
    journal, time_now = context.journal, context.now
    release(context)
    for row in journal.each_outgoing("queued", due=time_now):
        try:
            context.way_out.ready()
        except ways_out.WayLost as error:
            context.say(str(error))
            return
        if (
            row.genesis
            and row.reader != PUBLIC
            and context.seat(row.genesis, row.reader) != row.seat
        ):
            reason = OTHER_SEAT if context.save_of(row.genesis) else NO_GAME
            with journal.transaction():
                journal.set_outgoing(row.key, state="held", reason=reason)
            continue
        today = time_now // DAY * DAY
        if journal.spent("out", "", today) >= context.config.limits.out_day:
            context.say(
                f"{context.config.limits.out_day} emails were sent today. The others wait until tomorrow."
            )
            return
        whose = row.genesis or row.recipient
        if _is_over_its_share(context, whose, today):
            context.say(
                "Most of today's emails went to one game or address. More emails to it wait until tomorrow, so that others can be sent today."
            )
            continue
        with journal.transaction():
            journal.spend("out", "", today)
            journal.spend("out", whose, today)
            journal.set_outgoing(row.key, state="sending")
        _hand_over(context, row)


def _is_over_its_share(context: Context, whose: str, today: int) -> bool:
    """Is only the share left that a day keeps for other games and addresses? One talkative player must not stop them."""
    most, journal = context.config.limits.out_day, context.journal
    share = most // SHARES
    return (
        journal.spent("out", "", today) >= most - share
        and journal.spent("out", whose, today) >= share
    )


def _hand_over(context: Context, row: Outgoing) -> None:
    """Try to send one email, and note the result: sent, failed, or to be tried again later."""
    journal, time_now = context.journal, context.now
    try:
        context.way_out.deliver(row)
    except ways_out.TryLater as error:
        wait = LATER[min(row.tries, len(LATER) - 1)]
        changes = {
            "state": "queued",
            "tries": row.tries + 1,
            "next": time_now + wait,
            "reason": str(error),
        }
        if row.tries + 1 >= MOST_TRIES:
            changes["state"] = "failed"
    except (ways_out.Rejected, PbemError) as error:
        changes = {"state": "failed", "reason": str(error)}
    else:
        changes = {"state": "sent", "sent": time_now, "reason": ""}
        subject = eml.subject_of(row.bytes)
        stop = "" if subject.endswith(("?", "!", ".")) else "."
        context.done.append(f"Sent to {row.recipient}: {subject}{stop}")
    with journal.transaction():
        journal.set_outgoing(row.key, **changes)
        if changes["state"] == "failed":
            words = f"An email to {row.recipient} cannot be delivered: {changes['reason']}"
            journal.put_notice(f"failed/{row.key}", words, time_now, kind="failed")
        elif changes.get("tries") == OFTEN:
            words = (
                f"An email to {row.recipient} could not be sent yet. `pbem post` tries again: "
                f"{changes['reason']}"
            )
            journal.put_notice(f"late/{row.key}", words, time_now, kind="late")


def release(context: Context) -> None:
    """Queue what was held for want of an address that is confirmed now, or of a game that is here again."""
    for row, to in _released(context):
        if row.recipient:
            with context.journal.transaction():
                context.journal.set_outgoing(row.key, state="queued", reason="")
            continue
        data = eml.stamped(
            row.bytes, context.config.address, to, row.message_id, context.now, row.automatic
        )
        with context.journal.transaction():
            context.journal.set_outgoing(
                row.key, state="queued", recipient=to, bytes=data, reason=""
            )


def _released(context: Context) -> Iterator[tuple[Outgoing, str]]:
    for row in context.journal.each_outgoing("held"):
        if not row.genesis or context.seat(row.genesis, row.reader) != row.seat:
            continue
        to = row.recipient
        if not to and row.reason == NO_ADDRESS.format(reader=row.reader):
            to = context.address_of(row.genesis, row.reader, row.seat)
        if to:
            yield row, to
