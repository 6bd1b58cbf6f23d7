"""One pass: fetch, sort, apply, send. A kill at any moment leaves something that the next pass finishes."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence

from pbem.errors import Locked, NoIdentity
from pbem.home import bugs, computer
from pbem.mail.addresses import AddressRow
from pbem.mail.read.header import sender_of
from pbem.mail.write import eml
from pbem.post import (
    answering,
    digest,
    duels,
    games,
    moderator,
    outgoing,
    phone,
    player,
    reminders,
    sources,
)
from pbem.post import words as said
from pbem.post.config import COMMAND, TERMINAL, Limits, bytes_of, command_words
from pbem.post.context import Context
from pbem.post.journal import DAY, ELSEWHERE, HOUR, UNTOUCHED, Incoming, Notice
from pbem.post.payers import ANSWERS, address_of, payer
from pbem.post.reading import Reading, TooSlow
from pbem.post.sources import EmailGone, Mailbox, MailboxLost

TRIES = 3
"""How often an email is read that ended the process that read it."""
ROUNDS = 5
"""Of one game in one pass: what waits is tried again after each."""
KNOWN = 10
"""Times as many emails of a confirmed address are fetched in an hour: two at their desks send many, and anybody who
writes that address in a From line must not make its owner wait."""
SPOOL_SHARES = 4
"""What waits of one address, or of strangers together, fills at most one of so many parts of the spool."""
SORTING = 30
"""Seconds of a pass after which no further email is read; the next pass reads the others."""
BREATH = 1
"""Seconds between two passes at least."""
PATIENCE = 20
"""Seconds for the program that is told of news."""
LARGE, LATER, FETCHED = "large", "later", "fetched"
"""States of a place in a mailbox; behind `large` is the size of the email."""


def run(context: Context) -> None:
    """Make one pass: fetch, sort, apply, answer, send, file away. Raises OSError, sqlite3.Error; the next pass goes
    on."""
    context.now = computer.now()
    context.later.clear()
    context.forget_readings()
    context.done.clear()
    journal = context.journal
    journal.resume_sending()
    for digest_lost in journal.open_digests():
        if not context.spool_file(digest_lost).exists():
            journal.forget_incoming(digest_lost)
    refresh(context)
    for row in journal.incoming(ELSEWHERE):
        if games.newest(journal, row.genesis, context.config.folder) or (
            row.kind == "save" and player.has_room(context)
        ):
            journal.forget_incoming(row.digest)
    mine = [may_take(context, box) for box in context.mailboxes]
    readable = [
        box
        for box, is_mine in zip(context.mailboxes, mine, strict=True)
        if is_mine and fetched(context, box)
    ]
    if False not in mine:  # else another post has, or gets, what this one has fetched before
        _apply_all(context, reminds=readable == context.mailboxes)
    outgoing.pick_up(context)
    outgoing.send(context)
    context.way_out.close()
    for box in readable:
        file_away(context, box)
    tidy(context)


def _apply_all(context: Context, reminds: bool) -> None:
    """Sort and apply what was fetched, and say what somebody has to do. `reminds`: every mailbox was read."""
    journal = context.journal
    sort(context)
    new_digests = [row.digest for row in journal.incoming("placed")]
    try:
        take(context)
        player.send_slips(context)
        duels.send(context)
        if reminds:
            reminders.remind(context)
        digest.send(context)
    except (Locked, NoIdentity) as error:
        count = len(journal.incoming("placed", "waits"))
        context.say(f"{said.counted(count)} will wait for your passphrase. {error}")
    context.done += said.came(context, new_digests)


def refresh(context: Context) -> None:
    """Bring the index of games up to date."""
    games.refresh(context.journal, [context.config.folder, context.invitations])


def may_take(context: Context, box: Mailbox) -> bool | None:
    """Does this post apply the emails of this mailbox (post.md, R9)? The first one that looks does. None: not to be
    known now."""
    try:
        other = box.other_post(context.journal.id)
        if not other:
            box.put_note(context.journal.id)
            other = box.other_post(context.journal.id)
        if not other:
            return True
    except MailboxLost as error:
        context.say(str(error))
        return None
    context.say(
        f"The computer {other} already applies the emails in {box.place}, so this computer does not: if "
        "both did, the game would split in two. To change that, run `pbem post --setup` here."
    )
    return False


def fetched(context: Context, box: Mailbox) -> bool:
    """Fetch what is new in a mailbox; False if the mailbox was lost on the way. What came until then counts."""
    try:
        fetch(context, box)
    except MailboxLost as error:
        context.say(str(error))
        return False
    return True


def fetch(context: Context, box: Mailbox) -> None:
    """Look at what is new in a mailbox, and bring it into the spool and the journal, within the limits (R5).

    The rows of the emails are the cursor: one whose row is missing is fetched, in whatever order they were numbered. A
    server that numbers them anew sends them again, and the journal knows them by their bytes. Raises MailboxLost.
    """
    journal, limits, time_now = context.journal, context.config.limits, context.now
    present = set(box.names())
    places_known = journal.places(box.place)
    if names_gone := places_known.keys() - present:
        with journal.transaction():
            journal.forget_places(box.place, names_gone)
    new_names = present - places_known.keys()
    names_later = [
        name for name in present & places_known.keys() if _is_due(places_known[name][0], limits)
    ]
    if not new_names and not names_later:
        return
    confirmed_addresses = context.confirmed() | {context.config.phone.address.lower()} - {""}
    hour, today = time_now // HOUR * HOUR, time_now // DAY * DAY

    def rank(sender: str) -> int:
        """Whose emails are fetched first: answers to an email from here, then confirmed addresses, then strangers."""
        return 0 if sender.startswith(ANSWERS) else 1 if sender in confirmed_addresses else 2

    def over(sender: str) -> bool:
        """Have enough emails of this address, or of strangers, been fetched?"""
        stranger = rank(sender) == 2
        most = limits.sender_hour * (1 if stranger else KNOWN)
        if journal.spent("from", sender, hour) >= most:
            return True
        return stranger and journal.spent("strangers", "", today) >= limits.strangers_day

    def put_off(names: Sequence[str]) -> None:
        for name in names:
            context.later[senders[name]] = context.later.get(senders[name], 0) + 1
        if unknown := [name for name in names if name not in places_known]:
            with journal.transaction():
                for name in unknown:
                    journal.put_place(box.place, name, "", senders[name], LATER)

    senders = {name: payer(journal, sender) for name, sender in box.senders(new_names).items()}
    senders |= {name: places_known[name][1] for name in names_later}
    put_off(beyond := [name for name, sender in senders.items() if over(sender)])
    # Where nothing else is new, a server is not asked.
    within = senders.keys() - set(beyond)
    emails = box.look(within) if within else []
    if missing := len(within) - len(emails):
        context.say(f"{said.counted(missing)} in {box.place} cannot be fetched. The others can.")
    rows = [(rank(senders[email.name]), email.at, email.name, email) for email in emails]
    spool, whole = context.spool_size(), bytes_of(limits.spool)
    spooled: dict[str, int] = {}
    for sender, size in journal.spooled_by().items():
        whose = "" if rank(sender) == 2 else sender
        spooled[whose] = spooled.get(whose, 0) + size
    for place, at, name, email in sorted(rows, key=lambda row: row[:3]):
        sender = senders[name]
        if email.size > bytes_of(limits.size):
            with journal.transaction():
                journal.put_place(box.place, name, "", sender, f"{LARGE} {email.size}")
                words = (
                    f"has {email.size / 1e6:.1f} MB and was left in {email.where}, because `pbem` fetches "
                    f"at most {limits.size}. To fetch it, write a larger `size` under `[limits]` in post.toml."
                )
                context.tell_of_email("large", name, address_of(sender), words)
            continue
        whose = "" if place == 2 else sender
        is_beyond_share = whose in spooled and spooled[whose] + email.size > whole // SPOOL_SHARES
        if over(sender) or is_beyond_share or spool + email.size > whole:
            put_off([name])
            continue
        try:
            raw = box.read(email.name, bytes_of(limits.size) + 1)
        except EmailGone as error:  # a mail program has moved it, or the server cannot give it
            if str(error):
                context.say(str(error))
            continue
        digest_of = context.keep_in_spool(raw)
        spool += email.size
        spooled[whose] = spooled.get(whose, 0) + email.size
        with journal.transaction():
            journal.put_incoming(digest_of, sender_of(raw).address.lower(), len(raw), at)
            journal.put_place(box.place, email.name, digest_of, sender, FETCHED)
            journal.spend("from", sender, hour)
            if place == 2:
                journal.spend("strangers", "", today)
    if context.later:
        with journal.transaction():
            most, _ = max(context.later.items(), key=lambda row: row[1])
            words = (
                f"{said.counted(sum(context.later.values()))} in {box.place} are over a limit. They stay "
                f"there for later; most of them are from {address_of(most) or 'nobody'}. If they are spam, "
                "delete them. If you expect an email from somebody new, confirm their address with `pbem addresses`."
            )
            journal.put_notice(f"later/{box.place}/{today}", words, time_now, kind="later")


def _is_due(state: str, limits: Limits) -> bool:
    """Was an email left where it is over a limit that may be over now, or for a size that is allowed now?"""
    state, _, size = state.partition(" ")
    return state == LATER or (state == LARGE and int(size or 0) <= bytes_of(limits.size))


def sort(context: Context) -> None:
    """Find out what each new email is, and whose game it is for.

    Short ones first, and only for so long: what takes long to read has to be long, and orders are short.
    """
    began = time.monotonic()
    for n, row in enumerate(sorted(context.journal.incoming("fetched"), key=lambda row: row.size)):
        if n and time.monotonic() - began > SORTING:
            break
        with context.journal.transaction():
            context.journal.set_incoming(row.digest, tries=row.tries + 1)
        try:
            reading = context.reading(row)
        except TooSlow:
            if row.tries + 1 >= TRIES:
                _for_a_person(context, row, "This email takes too long to read.")
            continue
        _sort_one(context, row, reading)


def _sort_one(context: Context, row: Incoming, reading: Reading) -> None:
    """Decide what becomes of an email that has just come in: which kind it is, and who has to look at it."""
    journal, kind = context.journal, reading.kind
    if journal.is_kind(reading.sender.id, digest.KEY):  # for a person, who reads it where it is
        state, words = UNTOUCHED, "This email is a summary that `pbem post` sent to you."
    elif journal.is_kind(reading.sender.id, phone.KEY):
        state, words = UNTOUCHED, "This email is a question that `pbem post` sent to your phone."
    elif journal.has_sent(reading.sender.id):
        state, words = "own", "You sent this email yourself."
    elif kind == "bounce" and (back := [out for id in reading.ids if (out := journal.bounce(id))]):
        state, words = "machine", reading.why
        notice = f"An email to {back[0].recipient} came back: {reading.why}"
        journal.put_notice(f"bounce/{back[0].key}", notice, context.now, kind="bounce")
    elif kind in ("sealed", "refusal", "slip", "key", "save", "sequel"):
        state, words = "placed", ""
    elif kind == "tangled":
        _for_a_person(context, row, reading.why)
        return
    elif kind == "damaged":
        _refuse_damaged(context, row, reading)
        return
    elif kind == "none" and reading.answer and phone.question_of(journal, reading.sender):
        state, words, kind = "placed", "", "phone"
    elif kind == "none" and context.games_of(reading.sender.address):
        state, words, kind = "placed", "", "typed"
    else:
        state, words = UNTOUCHED, reading.why
    with journal.transaction():
        journal.set_incoming(
            row.digest, state=state, kind=kind, genesis=reading.genesis, body=reading.body, words=words
        )  # fmt: skip
        if kind == "none":
            phone.explain(context, reading.sender)


def _for_a_person(context: Context, row: Incoming, words: str) -> None:
    with context.journal.transaction():
        context.journal.set_incoming(row.digest, state="person", words=words)
        context.tell_of_email("person", row.digest, row.sender, f"is for you to look at: {words}")


def _refuse_damaged(context: Context, row: Incoming, reading: Reading) -> None:
    """Nobody's signature can be read in it: a confirmed address gets an answer, once a day (R1)."""
    journal = context.journal
    facts = moderator.facts(
        context, reading.sender, answering.UNSIGNED, context.confirmed(players=True)
    )
    answer = answering.answer_to(facts)
    with journal.transaction():
        journal.set_incoming(row.digest, state="refused", words=reading.why)
        if answer.address:
            to = AddressRow(answer.address, last=reading.sender.id, before=reading.sender.before)
            words = f"Your email could not be read, and nothing was changed: {reading.why}"
            mail = eml.finished(eml.email_to(to, "", "Your email could not be read"), words)
            outgoing.queue_refusal(context, row.digest, answer, mail)
        else:
            words = f"cannot be read: {reading.why} The sender got no answer: {answer.why}."
            context.tell_of_email("refused", row.digest, row.sender, words)


def take(context: Context) -> None:
    """Bring every email to its game: to the round of its GM, or into the folder of its player.

    Raises Locked, NoIdentity.
    """
    journal = context.journal
    for row in journal.incoming("placed"):
        with harmless(context, row.digest):
            if row.kind == "save":
                player.take_save(context, row, context.reading(row))
            elif row.kind == "refusal":
                player.take_refusal(context, row, context.reading(row))
    for row in player.sequels_due(context):
        with harmless(context, row.digest):
            player.take_sequel(context, row, context.reading(row))
    refresh(context)
    for row in journal.incoming("placed"):
        with harmless(context, row.digest):
            if row.kind == "slip":
                moderator.take_slip(context, row, context.reading(row))
            elif row.kind == "key":
                player.take_key(context, row, context.reading(row))
            elif row.kind == "typed":
                moderator.take_typed(context, row, context.reading(row))
            elif row.kind == "phone":
                phone.take_answer(context, row, context.reading(row))
    rows_waiting = journal.incoming("placed", "waits")
    for genesis in dict.fromkeys(row.genesis for row in rows_waiting if row.genesis):
        with harmless(context, genesis):
            _apply(context, genesis)


@contextlib.contextmanager
def harmless(context: Context, what: str) -> Iterator[None]:
    """A fault of the program stops one game or one email, and no other; it is tried again in each pass."""
    try:
        yield
    except (Locked, NoIdentity, OSError, sqlite3.Error):
        raise
    except TooSlow:
        context.say("Reading an email took too long. `pbem post` tries it again next time.")
    except Exception as error:
        report_file = bugs.keep_bug_report(error)
        with context.journal.transaction():
            words = f"`pbem` failed at an email, which is kept and tried again. {report_file}; please report it."
            context.journal.put_notice(f"bug/{what}", words, context.now, kind="bug")


def _apply(context: Context, genesis: str) -> None:
    """Apply what came for one game, and then what waited for that, until nothing changes any more."""
    journal = context.journal
    path = games.newest(journal, genesis, context.config.folder)
    if path is None:
        with journal.transaction():
            for row in journal.incoming("placed", "waits", genesis=genesis):
                words = f"This email is for a game that is not in {context.config.folder}."
                journal.set_incoming(row.digest, state=ELSEWHERE, words=words)
        return
    for _ in range(ROUNDS):
        entries = max(
            (count for at, count in journal.paths_of(genesis) if at == str(path)), default=0
        )
        rows = journal.incoming("placed", "waits", genesis=genesis)
        sealed_rows = [row for row in rows if row.kind == "sealed"]
        if all(row.state == "waits" and row.entry == entries for row in sealed_rows):
            return
        if not moderator.moderate(context, genesis, path, sealed_rows):
            return
        games.look_at(journal, path)


def file_away(context: Context, box: Mailbox) -> None:
    """Move emails that are dealt with out of the mailbox; what is none of ours stays."""
    rows = [(name, state) for at, name, state in context.journal.to_file() if at == box.place]
    person = [name for name, state in rows if state == "person"]
    dealt_with = [name for name, state in rows if state != "person"]
    try:
        for names, into in ((person, sources.PERSON), (dealt_with, sources.DONE)):
            if names:
                box.file_away(names, into)
    except MailboxLost as error:
        context.say(str(error))
        return
    if rows:
        with context.journal.transaction():
            context.journal.forget_places(box.place, [name for name, _ in rows])


def wait(context: Context, seconds: float) -> None:
    """Wait until an email is announced, or for so long; then it is time for the next pass."""
    began = time.monotonic()
    announced = any(box.wait(seconds) for box in context.mailboxes)
    # A server that announces something all the time, or several emails at once, cause one pass a second.
    time.sleep(
        max(0, (min(seconds, BREATH) if announced else seconds) - (time.monotonic() - began))
    )


def tidy(context: Context) -> None:
    """Remove from the spool what is dealt with, and old rows from the journal."""
    folder, needed = context.folder / "spool", context.journal.open_digests()
    for file in list(folder.iterdir()) if folder.is_dir() else ():
        if file.name not in needed and not file.name.startswith("."):
            file.unlink(missing_ok=True)
    context.journal.tidy(context.now)


def tell(context: Context, echo: Callable[[str], None]) -> None:
    """Tell news once, in every way that was asked for. A program gets it as JSON on its standard input."""
    ways = context.config.tell
    for notice in context.journal.untold_notices():
        if TERMINAL in ways:
            echo(notice.words)
        faults = [_tell_program(way, notice) for way in ways if way != TERMINAL]
        for fault in filter(None, faults):
            context.say(fault)
        if not any(faults):
            with context.journal.transaction():
                context.journal.set_told(notice.key)


def _tell_program(way: str, notice: Notice) -> str:
    """What went wrong, "" if it was told."""
    command = command_words(way.removeprefix(COMMAND))
    data = json.dumps({"words": notice.words, **notice.data}).encode()
    try:
        completed = subprocess.run(
            command, input=data, capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]} was not told: {error}"
    return (
        f"{command[0]} was not told: it ended with {completed.returncode}"
        if completed.returncode
        else ""
    )
