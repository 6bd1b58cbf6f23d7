"""Reminders: a day before a deadline and behind it, once each. What follows from a deadline the GM decides."""

from __future__ import annotations

import shlex
from pathlib import Path

from pbem.club.folder import DueAnswer, due_answers
from pbem.errors import PbemError
from pbem.home import opening
from pbem.mail.write import eml
from pbem.post import games
from pbem.post.context import Context
from pbem.post.journal import DAY, HOUR
from pbem.post.outgoing import AUTOMATIC
from pbem.post.payers import ANSWERS
from pbem.proof.reader import Reader
from pbem.protocol.offices import GM

BEFORE, BEHIND = "before", "behind"
"""The stages of a deadline at which its side is reminded."""


WAITING = " Emails of that player are over a limit and still in your mailbox, so look for an answer there first."


def remind(context: Context) -> None:
    """Look once an hour at the deadlines of the games that are moderated here. Raises Locked, NoIdentity.

    Only to be called when every mailbox was read: an answer that waits there is in time. What is over a limit counts for
    its sender alone, so that no stranger stops anybody's reminders.
    """
    journal, hour = context.journal, context.now // HOUR * HOUR
    if journal.spent("reminders", "", hour):
        return
    for genesis in sorted({row[0] for row in journal.games().values()}):
        path = games.newest(journal, genesis, context.config.folder)
        if path is not None:
            _remind_of(context, path)
    with journal.transaction():
        journal.spend("reminders", "", hour)


def _remind_of(context: Context, path: Path) -> None:
    try:
        game = opening.read_game(Reader, path, context.identity())
    except PbemError:  # whoever applies its emails says why
        return
    if game.side != GM or game.result is not None:
        return
    now = context.now
    for due in due_answers(game, reminders=True):
        if due.side and now >= due.by - DAY:
            may_wait = _answer_may_wait(context, due)
            with context.journal.transaction():
                if not may_wait:
                    _queue(context, game, due, BEHIND if due.state(now) else BEFORE)
                if due.state(now) == "over":  # a flood must not keep that from the GM
                    _tell_gm(context, game, due, path, WAITING if may_wait else "")


def _answer_may_wait(context: Context, due: DueAnswer) -> bool:
    """Is an email with the address of whoever has to answer over a limit, and still in the mailbox?"""
    to = context.address_of(due.genesis, due.side, due.key).lower()
    return bool(to) and not {to, f"{ANSWERS}{to}"}.isdisjoint(context.later)


def _queue(context: Context, game: Reader, due: DueAnswer, stage: str) -> None:
    """Queue a reminder to whoever has to answer, if their address is confirmed."""
    to = context.address_of(due.genesis, due.side, due.key)
    if not to:
        return
    top, _, words = due.reminder.partition("\n")
    mail = eml.email_to(None, "", top.removeprefix("Subject: "))
    key = f"reminder/{due.genesis}/{due.side}/{_number(game, due)}/{stage}"
    text = eml.finished(mail, f"{weight(game, due.side)}{words.lstrip()}")
    context.enqueue(key, due.genesis, due.side, due.key, to, text, AUTOMATIC)


def _number(game: Reader, due: DueAnswer) -> int:
    return game.ledger.askings[due.side].number


def weight(game: Reader, side: str) -> str:
    """How much there is to decide, as a first line; "" where nothing short can be said."""
    if side in game.ledger.owes_ready():
        return "There is nothing to decide: `ready` is enough.\n\n"
    request = next((one for one in game.requests if one.side == side), None)
    if request is not None and request.stack is not None:
        return f"What is wanted: a {request.stack.verb} of {request.stack.size} cards.\n\n"
    if request is not None and len(request.options) == 2:
        return "What is wanted: one of two answers.\n\n"
    return ""


def _tell_gm(context: Context, game: Reader, due: DueAnswer, path: Path, more: str) -> None:
    words = (
        f"{game.id}: {due.told} It is over; you decide.{more} Go on without {due.side}: "
        f"pbem clock {shlex.quote(str(path))} --timeout {due.side}"
    )
    key = f"over/{due.genesis}/{due.side}/{_number(game, due)}"
    context.journal.put_notice(
        key, words, context.now, kind="deadline", game=game.id, side=due.side
    )
