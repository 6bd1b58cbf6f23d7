"""The GM's part: emails of one game go through the one round, and everybody gets what is theirs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from email.parser import BytesHeaderParser
from email.policy import SMTP
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pbem.errors import (
    BadSignature,
    Bug,
    EncryptedMail,
    ForTheChair,
    GameBusy,
    OldCopy,
    OutlookFile,
    PbemError,
    SignedMail,
    WinmailDat,
)
from pbem.gm.game import Game
from pbem.gm.inbox import WAITS, Receipt, mail_of
from pbem.home import computer, opening
from pbem.mail import addresses
from pbem.mail.read import header
from pbem.mail.read.header import Sender
from pbem.mail.write import sequels
from pbem.post import answering, games, outgoing
from pbem.post.answering import UNSIGNED, Answer, Facts, Signer
from pbem.post.context import Context
from pbem.post.journal import DAY, ELSEWHERE, HOUR, UNTOUCHED, Incoming
from pbem.post.reading import NEAR, Reading
from pbem.proof.reader import Reader
from pbem.protocol import closed_refusal, envelope
from pbem.protocol.bodies import Standing
from pbem.protocol.offices import GM
from pbem.protocol.slip import Slip
from pbem.round import apply, correspondents, entries, pile, refusals
from pbem.round.apply import Round
from pbem.round.pile import KeptMail, Pile
from pbem.round.refusals import Returned
from pbem.round.reports import Reports

SAVE = "save"
"""The subject of an email that asks for the whole save, alone or behind `GAME:`."""


WRAPPED = (EncryptedMail, SignedMail, WinmailDat, OutlookFile)
"""Of emails without a sealed text, those in which one may be that nothing here can open."""
SLIPS_DAY = 3
"""Return slips of one seat in a day that bring the whole save: a player must not send it to many people through a GM."""
LONGEST_SUBJECT = 1000
"""Characters."""
TYPED_HOUR = 5
"""Emails without a sealed text of one address in an hour in which order lines are looked for: each needs its whole game."""
MOST_IN_PILE = 30
"""Emails of one game in the pile of its GM's desk, beyond which the post adds none: anybody can claim a seat."""


class Outcome(Struct, frozen=True):
    """What became of an email: see `Incoming`."""

    state: str
    words: str = ""


def moderate(context: Context, genesis: str, path: Path, rows: Sequence[Incoming]) -> bool:
    """Apply the emails of one game; False if they have to wait for another pass, or for a person.

    Raises Locked, NoIdentity.
    """
    identity, journal = context.identity(), context.journal
    try:
        if opening.read_game(Reader, path, identity).side != GM:
            with journal.transaction():
                for row in rows:
                    journal.set_incoming(
                        row.digest, state="none", words="You do not moderate this game."
                    )
            return False
        with entries.game_to_moderate(path, lambda: identity, context.say) as game:
            return _round(context, game, path, rows)
    except GameBusy as error:
        context.say(str(error))
    except entries.Unfinished as error:
        context.say(f"{error} `pbem post` finishes it next time.")
    except PbemError as error:
        context.say(f"{path}: {error}")
        with journal.transaction():
            key = f"stuck/{genesis}/{type(error).__name__}/{rows[0].digest}"
            journal.put_notice(key, f"{path}: {error}", context.now, kind="stuck", file=str(path))
    return False


def _round(context: Context, game: Game, path: Path, rows: Sequence[Incoming]) -> bool:
    """Apply the emails that came for one game, and keep the reports and answers that are to be sent. Returns True."""
    emails = Pile()
    for row in rows:
        reading = context.reading(row)
        emails.contents[row.digest] = context.spooled(row.digest)
        emails.texts[row.digest], emails.senders[row.digest] = reading.text, reading.sender
    wish = Reports(none=True, outbox=context.outbox)
    new_round = apply.begin(game, path, emails, wish)
    answers = _answers(context, game, emails, new_round.refused)
    new_round.senders = {
        name: replace(
            emails.senders[name], address=own_answer.address, automatic=False, listed=False
        )
        for name, own_answer in answers.items()
        if own_answer.address
    }
    apply.finish(new_round, lambda finished_round: _keep(context, finished_round, emails, answers))
    if new_round.unfinished is not None:
        raise new_round.unfinished
    for file in (*new_round.written.mails, *(one.path for one in new_round.returned)):
        file.unlink(missing_ok=True)
    return True


def take_slip(context: Context, row: Incoming, reading: Reading) -> None:
    """Keep where a player wants their emails, by a return slip that came alone, and send the whole save there.

    Raises Locked, NoIdentity, OSError.
    """
    journal, genesis = context.journal, row.genesis
    state, words = ELSEWHERE, "This email gives a player's address, but its game is not here."
    answer: tuple[str, Slip, bytes] | None = None
    path = games.newest(journal, genesis, context.config.folder)
    if path is not None:
        state, words = (
            "refused",
            "This email gives an address, but no player of this game signed it.",
        )
        try:
            game = opening.read_game(Game, path, context.identity())
            if game.side != GM:
                state, words = "none", "You do not moderate this game."
            elif slips := correspondents.hear_slips(game, [reading.text]):
                newest = max(slips, key=lambda one: one.n)
                to = addresses.read(computer.addresses(genesis)).rows[newest.author]
                state, words = "taken", f"Emails for {newest.author} now go to {to.address}."
                spent = journal.spent(
                    "slip", f"{genesis}/{newest.author}", context.now // DAY * DAY
                )
                if to.slip == newest.n and spent < SLIPS_DAY:  # an older one asks for nothing
                    whole = sequels.whole_mail(game, newest.author, to, path)
                    answer = (correspondents.fingerprint(game, newest.author), newest, whole)
        except PbemError as error:
            words = str(error)
    with journal.transaction():
        journal.set_incoming(row.digest, state=state, words=words)
        if answer is not None:
            seat, newest, whole = answer
            key = f"save/{genesis}/{newest.author}/{seat}/{newest.n}"
            to_whom = (genesis, newest.author, seat, newest.address)
            if context.enqueue(key, *to_whom, whole, outgoing.AUTOMATIC):
                journal.spend("slip", f"{genesis}/{newest.author}", context.now // DAY * DAY)


def _send_save(
    context: Context, row: Incoming, reading: Reading, game: Game, path: Path, subject: str
) -> bool:
    """Send the whole save, once a day, to a player who asks for it by the subject of an email; was it sent?

    False if this is about another of their games, or nobody may be answered.
    """
    sender, genesis, today = reading.sender, game.ledger.game, context.now // DAY * DAY
    other_games = [one for one in context.games_of(sender.address) if one != genesis]
    sender_facts = facts(context, sender, UNSIGNED, context.confirmed(players=True))
    if (other_games and game.id.lower() not in subject.lower()) or not answering.answer_to(
        sender_facts
    ).address:
        return False
    book = addresses.read(computer.addresses(genesis))
    for side in game.ledger.seats:
        seat = correspondents.fingerprint(game, side)
        to = book.of(side, seat)
        if to is None or to.address.lower() != sender.address.lower():
            continue
        mail = sequels.whole_mail(game, side, to, path)
        with context.journal.transaction():
            key = f"save/{genesis}/{side}/{seat}/{today}"
            context.enqueue(key, genesis, side, seat, to.address, mail, outgoing.AUTOMATIC)
            words = f"The whole save of {game.id} is sent to {to.address}."
            context.journal.set_incoming(row.digest, state="taken", words=words)
        return True
    return False


def _subject(raw: bytes) -> str:
    """The subject of an email, of which only the beginning is read: Python's parser takes the square of its length."""
    top, _ = header.split(header.below(raw[:NEAR].replace(b"\r\n", b"\n")))
    field = f"Subject: {top.get('subject')[:LONGEST_SUBJECT]}".encode("latin-1")
    return str(BytesHeaderParser(policy=SMTP).parsebytes(field)["Subject"] or "")


def take_typed(context: Context, row: Incoming, reading: Reading) -> None:
    """Answer a player who has typed orders into an email, sent them unsealed, or asks for the whole save by a subject that
    ends in `save`; any other email stays untouched.

    Raises Locked, NoIdentity, OSError.
    """
    journal, sender = context.journal, reading.sender
    who, hour = sender.address.lower(), context.now // HOUR * HOUR
    if journal.spent("typed", who, hour) >= TYPED_HOUR:
        with journal.transaction():
            journal.set_incoming(row.digest, state=UNTOUCHED, words=reading.why)
        return
    with journal.transaction():
        journal.spend("typed", who, hour)
    subject = _subject(context.spooled(row.digest))
    wants_save = subject.rpartition(":")[2].strip().lower() == SAVE
    for genesis in context.games_of(sender.address):
        path = games.newest(journal, genesis, context.config.folder)
        emails = Pile()
        emails.add(row.digest, context.spooled(row.digest))
        try:
            game = opening.read_game(Game, path, context.identity()) if path else None
        except PbemError:  # whoever applies its emails says why
            continue
        if path is None or game is None or game.side != GM:
            continue
        if wants_save and _send_save(context, row, reading, game, path, subject):
            return
        for receipt in apply.with_typed_lines(game, emails):
            if isinstance(receipt.error, WRAPPED):
                with journal.transaction():
                    journal.set_incoming(row.digest, state=UNTOUCHED, words=reading.why)
                    words = f"who plays {game.id}, was left in your mailbox. {receipt.error}"
                    context.tell_of_email("typed", row.digest, sender.address, words)
                return
            if receipt.error is None or receipt.error.facts.get("found") not in refusals.UNSEALED:
                continue
            sender_facts = facts(context, sender, UNSIGNED, context.confirmed(players=True))
            own_answer = answering.answer_to(sender_facts)
            with journal.transaction():
                journal.set_incoming(row.digest, state=UNTOUCHED, words=reading.why)
                how = "The player gets an answer that explains how to seal the orders."
                if own_answer.address:
                    text, _ = refusals.words(game, path, receipt)
                    mail = refusals.answer_to(sender, f"{game.id}: email refused", text)
                    outgoing.queue_refusal(context, row.digest, own_answer, mail)
                else:
                    how = f"The player got no answer: {own_answer.why}."
                words = f"for {game.id} has orders that are not sealed. Nothing was applied. {how}"
                context.tell_of_email("typed", row.digest, sender.address, words)
            return
    with journal.transaction():
        journal.set_incoming(row.digest, state=UNTOUCHED, words=reading.why)


def _answers(
    context: Context, game: Game, emails: Pile, refused: Sequence[Receipt]
) -> dict[str, Answer]:
    """Where the refusals of one round go, by the names of the emails; copies of one text have one answer."""
    earlier: dict[str | bytes, Answer] = {}
    confirmed = context.confirmed(players=True)
    for name in (receipt.name for receipt in refused):
        if (text := emails.texts[name]) not in earlier:
            signer = _signer(context, game, text)
            known = facts(context, emails.senders[name], signer, confirmed, [*earlier.values()])
            earlier[text] = answering.answer_to(known)
    return {receipt.name: earlier[emails.texts[receipt.name]] for receipt in refused}


def facts(
    context: Context,
    sender: Sender,
    signer: Signer,
    confirmed: frozenset[str],
    earlier: Sequence[Answer] = (),
) -> Facts:
    """What is known about an email that was refused. `signer`: see `Facts`. `earlier`: answers that the journal does not
    have yet."""
    journal, now = context.journal, context.now
    address = answering.candidate(signer, sender.address, confirmed).lower()
    same = [one for one in earlier if address and one.address.lower() == address]
    count = sum(one.seat == signer.seat for one in same)
    return Facts(
        signer,
        sender.address,
        confirmed,
        sender.automatic,
        sender.listed,
        any(journal.is_kind(id, "refusal/") for id in sender.before),
        journal.spent("unsigned answer", address, now // DAY * DAY) > 0
        or any(not one.seat for one in same),
        journal.spent("answer", signer.seat or address, now // HOUR * HOUR) + count,
        journal.spent("streak", signer.seat, 0) + count if signer.seat else 0,
    )


def _signer(context: Context, game: Game, text: str | bytes) -> Signer:
    """Whose key signed this, and the confirmed address of its seat."""
    try:
        signed = mail_of(text).envelope
    except PbemError:
        return UNSIGNED
    for side, seat in game.ledger.seats.items():
        try:
            envelope.verify(signed, seat.keys)
        except BadSignature:
            continue
        key = seat.keys.fingerprint
        return Signer(key, context.address_of(game.ledger.game, side, key))
    return UNSIGNED


def _keep(
    context: Context, finished_round: Round, emails: Pile, answers: dict[str, Answer]
) -> None:
    """Write down what was applied, and queue all emails that follow from it, in one transaction."""
    journal, game, entry_count = (
        context.journal,
        finished_round.game,
        len(finished_round.game.save.entries),
    )
    context.keep_seats(finished_round.file, game)
    outcomes: dict[str, Outcome] = {}
    for receipt in finished_round.receipts:
        if outcomes.get(receipt.name, Outcome("")).state != "taken":
            outcomes[receipt.name] = _outcome(receipt)
    for name, outcome in outcomes.items():
        if outcome.state == "person" and pile.waiting(game.ledger.game) < MOST_IN_PILE:
            pile.keep(game.ledger.game, KeptMail(f"email {name[:8]}", emails.contents[name]))
    with journal.transaction():
        for name, outcome in outcomes.items():
            journal.set_incoming(name, state=outcome.state, words=outcome.words, entry=entry_count)
            sender = emails.senders[name]
            signer = _signer(context, game, emails.texts[name])
            if outcome.state == "taken":
                journal.reset("streak", signer.seat)
            elif outcome.state == "refused" and (why := answers[name].why):
                words = (
                    f"for {game.id} was refused: {outcome.words} The sender got no answer: {why}."
                )
                context.tell_of_email(
                    "refused", name, signer.address or sender.address, words, bool(signer.address)
                )
            elif outcome.state == "person":
                command = f"`pbem play {shlex.quote(str(finished_round.file))}`"
                words = f"for {game.id} is in the pile of your desk ({command}). {outcome.words}"
                context.tell_of_email(
                    "person", name, signer.address or sender.address, words, bool(signer.address)
                )
        for file in finished_round.written.mails:
            outgoing.queue_report(context, file.stem, file.read_bytes(), game.ledger.game)
        _tell_waiting(context, finished_round)
        for returned in finished_round.returned:
            outgoing.queue_refusal(
                context,
                returned.path.stem,
                answers[returned.receipt.name],
                _sealed_refusal(game, emails, returned) or returned.path.read_bytes(),
            )
        _tell_doubts(context, finished_round)


def _sealed_refusal(game: Game, emails: Pile, returned: Returned) -> bytes:
    """The email of a refusal to a player's post, which seals what it quotes of the orders, or leaves it out.

    b"" for anybody else, whose refusal goes out as it is.
    """
    name, refusal = returned.receipt.name, returned.receipt.refusal
    try:
        body = mail_of(emails.texts[name]).envelope.body
    except PbemError:
        return b""
    seat = game.ledger.seats.get(body.author)
    if seat is None or (refusal is None and not isinstance(body, Standing)):
        return b""
    row = addresses.read(computer.addresses(game.ledger.game)).of(
        body.author, seat.keys.fingerprint
    )
    if row is None or not row.post:
        return b""
    words = f"Your email to {game.title} was refused, and nothing was changed. "
    if refusal is None:
        words += "Please write your policies and scripts again: `pbem orders` shows what is wrong with them."
    else:
        block = closed_refusal.to_text(refusal, body.author, seat.keys.x25519)
        words += f"Your own `pbem` says why.\n\n{block}"
    to = replace(emails.senders[name], address=row.address)
    return refusals.answer_to(to, f"{game.id}: email refused", words)


def _tell_doubts(context: Context, finished_round: Round) -> None:
    """Put a notice for each thing of this round that only the GM can settle: an address, the clock, a dispute."""
    journal, game, time_now = context.journal, finished_round.game, context.now
    file_words = shlex.quote(str(finished_round.file))
    for side in finished_round.doubtful:
        book = addresses.read(computer.addresses(game.ledger.game))
        words = (
            f"{game.id}: {correspondents.origin_of(game, book, side)} Until you confirm that address, emails to {side} "
            f"are held: pbem addresses {file_words} --confirm {side}"
        )
        key = f"address/{game.ledger.game}/{side}/{correspondents.fingerprint(game, side)}"
        journal.put_notice(key, words, time_now, kind="address", game=game.id, side=side)
    if finished_round.clock:
        words = (
            f"{game.id}: {finished_round.clock} So the time was not signed. If your clock is right, type: "
            f"pbem clock {file_words} --read"
        )
        key = f"clock/{game.ledger.game}/{time_now // DAY}"
        journal.put_notice(key, words, time_now, kind="clock", game=game.id)
    for row in game.ledger.cases.disputes:
        if not row.ruled:
            words = (
                f"{game.id}: {row.side} disputes entry {row.entry}: {row.text.rstrip('.')}. To rule on it, type: "
                f"pbem rule {file_words} --uphold {row.entry} --reason REASON. To see your other choices: pbem rule --help"
            )
            key = f"dispute/{game.ledger.game}/{row.n}"
            journal.put_notice(key, words, time_now, kind="dispute", game=game.id, side=row.side)


def _tell_waiting(context: Context, finished_round: Round) -> None:
    """What stands still until the GM finds a newer save."""
    journal, game, now = context.journal, finished_round.game, context.now
    old = [one for one in finished_round.waiting if isinstance(one.error, OldCopy)]
    if old:
        key = f"old/{game.ledger.game}/{len(game.save.entries)}"
        journal.put_notice(key, f"{game.id}: {old[0].error}", now, kind="old", game=game.id)


def _outcome(receipt: Receipt) -> Outcome:
    error = receipt.error
    if error is None:
        again = " It was applied before." if receipt.again else ""
        return Outcome("taken", f"Entry {receipt.entry}.{again}")
    if isinstance(error, ForTheChair):
        return Outcome(
            "person", "Somebody asks for a seat, or agrees to such a request. You decide."
        )
    if isinstance(error, Bug):
        return Outcome("person", str(error))
    return Outcome("waits" if isinstance(error, WAITS) else "refused", str(error))
