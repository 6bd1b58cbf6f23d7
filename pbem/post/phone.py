"""Answers from a phone: a question goes there with numbered answers, and `2 481516` comes back.

The second number is that of an authenticator app (RFC 6238). It has to fit the time at which the email reached the
mailbox, and counts once. Its secret is made from the identity and is in no file and no email.
"""

from __future__ import annotations

import hmac
from textwrap import fill

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from pbem.errors import GameBusy, PbemError
from pbem.home import letters, opening, sent
from pbem.ledger.values import READY
from pbem.mail.addresses import AddressRow
from pbem.mail.read.header import Sender
from pbem.mail.write import eml
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.post import games
from pbem.post.config import Phone
from pbem.post.context import Context
from pbem.post.journal import UNTOUCHED, Incoming, Journal, PhoneQuestion
from pbem.post.outgoing import AUTOMATIC
from pbem.post.reading import Reading
from pbem.protocol.atomic import private_folder
from pbem.protocol.keys import Identity

KEY = "phone/"
"""What the keys of all emails to a phone begin with."""
SENT = "Sent: "
"""What is said of an answer that was sealed begins so."""
DIGITS, STEP, SECRET_BYTES = 6, 30, 20
"""What every authenticator app takes, with SHA-1: digits, seconds, bytes of a secret (RFC 4226, 4)."""
EARLIER, LATER = 15 * 60, 60
"""Seconds by which a number may be older than its email, and newer: a phone may wait for its network."""
MOST_WRONG = 5
"""Wrong numbers, one after the other, that switch the answers off."""
WRONG = "phone wrong"
MOST_CHOICES = 99
HOW = (
    "To answer, reply to this email with one line: the number of your choice, a space, and the six digits that your "
    "authenticator shows now. Nothing happens until your computer is awake and runs `pbem post`. You then get an email "
    "that says what was sent."
)
AT_HOME = "This question has to be answered at your computer."
MORE = "There may be other choices. You can see them all at your computer."
NO_ANSWER = (
    "Nothing was sent: `pbem` cannot find your choice and the six digits in your reply. Please reply again with one line, such "
    "as `2 481516`: the number of your choice, a space, and the six digits that your authenticator shows now. This advice "
    "comes only once per question."
)
CLOSED = "Nothing was sent: this question is no longer open."
ANSWERED = "Nothing new was sent: you have already answered this question."
"""Also after a kill between sealing and this email."""
UNSENT = (
    "Nothing was sent: you have already sealed an answer to this question, but `pbem post` has not sent "
    "it. Please look at it on your computer: pbem orders."
)
"""After a kill between keeping an order and writing its email, or where it was written to another place."""

TWO = "Nothing was sent: two emails came with the same six digits and different choices, so somebody else may read your emails. Please answer at your computer."
OTHER = "A second email came with the same six digits and another choice, so somebody else may read your emails. The first answer still counts. If the first answer was not yours, please write your answer again at your computer: pbem orders."


def authenticator(identity: Identity, phone: Phone) -> str:
    """The `otpauth://` line for the authenticator app, with the secret in it."""
    return _totp(identity, phone).get_provisioning_uri(phone.address, "pbem")


def _totp(identity: Identity, phone: Phone) -> TOTP:
    secret = identity.secret(f"phone/{phone.number}")[:SECRET_BYTES]
    return TOTP(secret, DIGITS, SHA1(), STEP)


def step_of(totp: TOTP, code: str, at: int, last: int) -> int | None:
    """The time step whose number this is, around `at` (seconds since 1970) and after the step `last`; None for a wrong one."""
    steps = range(max((at - EARLIER) // STEP, last + 1), (at + LATER) // STEP + 1)
    matching = [
        step for step in steps if hmac.compare_digest(totp.generate(step * STEP), code.encode())
    ]
    return matching[-1] if matching else None  # digits that two steps share count once


def switch_on(journal: Journal) -> None:
    """Forget wrong numbers: somebody is at the computer."""
    with journal.transaction():
        journal.reset(WRONG, "")


def is_on(context: Context) -> bool:
    """Are questions answered from the phone?"""
    few = context.journal.spent(WRONG, "", 0) < MOST_WRONG
    return bool(context.config.phone.address) and few


def ask(context: Context, game: Player, question: str, by: str) -> None:
    """Mail the open question of a side to its player's phone, once. In a transaction; raises OSError."""
    asking = game.ledger.askings.get(game.side)
    if asking is None or not is_on(context):
        return
    genesis, journal = game.ledger.game, context.journal
    key = f"{KEY}question/{genesis}/{game.side}/{asking.number}"
    if journal.has_key(key):
        return
    choices = [(READY, "")] if asking.is_ready else _choices(game)
    rows = [
        f"{n}. {line}{f' ({note})' if note else ''}" for n, (line, note) in enumerate(choices, 1)
    ]
    deadline = f" Answer by {by}." if by else ""
    asks = fill(f"{game.title} asks you, as {game.side}: {question}{deadline}", 72)
    words = [asks, "\n".join(rows), fill(HOW, 72)] if rows else [asks, AT_HOME]
    if len(choices) == MOST_CHOICES:
        words.append(MORE)
    to = context.config.phone.address
    mail = eml.email_to(AddressRow(to), "", f"{game.id}: {question}")
    data = eml.finished(mail, "\n\n".join(words) + "\n")
    context.enqueue(key, "", "", "", to, data, AUTOMATIC)
    lines = tuple(line for line, _ in choices)
    id = journal.message_id(key, context.config.domain)
    journal.put_phone_question(id, PhoneQuestion(genesis, game.side, asking.number, lines))


def _choices(game: Player) -> list[tuple[str, str]]:
    """The order lines that answer the open question, with what each costs; none for a secret stack."""
    request = next((request for request in game.requests if request.side == game.side), None)
    if request is None or request.stack is not None:
        return []
    options = game.possible(request)[:MOST_CHOICES]
    return [(option.line, " ".join(option.note.split())) for option in options]


def question_of(journal: Journal, sender: Sender) -> PhoneQuestion | None:
    """The question that an email answers, by the Message-IDs that it names; the newest of several."""
    for id in reversed(sender.before):
        if question := journal.phone_question(id):
            return question
    return None


def explain(context: Context, sender: Sender) -> None:
    """Say how to answer, once per question, to a phone whose reply to an open question has no answer. In a transaction."""
    journal, phone = context.journal, context.config.phone
    question = question_of(journal, sender)
    if question is None or sender.automatic or not _is_own(sender, phone):
        return
    if is_on(context) and not _why_over(journal, question):
        to = AddressRow(phone.address, last=sender.id, before=sender.before)
        mail = eml.finished(eml.email_to(to, "", "pbem: your answer"), f"{fill(NO_ANSWER, 72)}\n")
        key = f"{KEY}how/{_chosen(question, '')}"
        context.enqueue(key, "", "", "", to.address, mail, AUTOMATIC)


def take_answer(context: Context, row: Incoming, reading: Reading) -> None:
    """Seal what was answered from the phone, and say there what was sent. Raises Locked, NoIdentity, OSError."""
    journal, phone, sender = context.journal, context.config.phone, reading.sender
    question = question_of(journal, sender)
    if question is None or not is_on(context):
        with journal.transaction():
            words = "Answers from your phone are switched off. To switch them on: pbem post --setup"
            journal.set_incoming(row.digest, state=UNTOUCHED, words=words)
        return
    choice, _, code = reading.answer.partition(" ")
    at, totp = min(row.arrived, context.now), _totp(context.identity(), phone)
    step = step_of(totp, code, at, journal.last_phone_code())
    choice_made, before = (
        _chosen(question, choice),
        journal.phone_choice(step_of(totp, code, at, 0)),
    )
    is_own = _is_own(sender, phone)
    over = words = _why_over(journal, question)
    about = ""
    two = (
        is_own
        and step is not None
        and not over
        and _another_choice(context, row, code, choice_made)
    )
    if two:
        words = TWO
    elif is_own and step is not None and not over:
        try:
            words = _seal(context, question, int(choice))
        except GameBusy as error:  # the next pass tries it again
            context.say(str(error))
            return
    with journal.transaction():
        if step is not None:  # whoever has sent it: it was read on the way
            journal.use_phone_code(step, TWO if two else choice_made)
        if not is_own:
            why = "The answer did not come from the address of your phone."
            journal.set_incoming(row.digest, state=UNTOUCHED, words=why)
            return
        if step is None and before == TWO:
            journal.set_incoming(row.digest, state="refused", words=TWO)
            return
        if step is None and over:
            why = "The question is no longer open. Also, the six digits were wrong or had been used before."
            journal.set_incoming(row.digest, state="refused", words=why)
            if over != ANSWERED or before in ("", choice_made):
                return
            words, about = OTHER, f"{KEY}other/{_chosen(question, '')}"
            journal.put_notice(about, words, context.now, kind="phone")
        elif two:
            journal.spend(WRONG, "", 0)
            journal.put_notice(f"{KEY}two/{row.digest}", words, context.now, kind="phone")
        elif step is None:
            journal.spend(WRONG, "", 0)
            words = _wrong_code(journal, context.now, row.digest)
        else:
            journal.reset(WRONG, "")
        state = "refused" if step is None or two else "taken"
        journal.set_incoming(row.digest, state=state, words=words)
        to = AddressRow(phone.address, last=sender.id, before=sender.before)
        mail = eml.finished(eml.email_to(to, "", "pbem: your answer"), f"{fill(words, 72)}\n")
        key = _sent_key(question) if words.startswith(SENT) else f"{KEY}answer/{row.digest}"
        context.enqueue(about or key, "", "", "", to.address, mail, AUTOMATIC)


def _is_own(sender: Sender, phone: Phone) -> bool:
    """Does this say that it comes from the phone, and not through a list?"""
    return sender.address.lower() == phone.address.lower() and not sender.listed


def _chosen(question: PhoneQuestion, choice: str) -> str:
    """What a number of the authenticator came with: it is not bound to a choice, so that is remembered."""
    return f"{question.genesis}/{question.side}/{question.number}/{choice}"


def _another_choice(context: Context, row: Incoming, code: str, choice_made: str) -> bool:
    """Has another email of this pass the same number, and another choice? Whoever reads an answer on its way can write one."""
    for other in context.journal.incoming("placed"):
        if other.kind == "phone" and other.digest != row.digest:
            reading = context.reading(other)
            question = question_of(context.journal, reading.sender)
            other_choice, _, digits = reading.answer.partition(" ")
            if question and digits == code and _chosen(question, other_choice) != choice_made:
                return True
    return False


def _sent_key(question: PhoneQuestion) -> str:
    """The key of the email which says that a question was answered."""
    return f"{KEY}sent/{question.genesis}/{question.side}/{question.number}"


def _why_over(journal: Journal, question: PhoneQuestion) -> str:
    """What is said where a question was answered from the phone, or a newer one asked; otherwise "".

    Nothing can be sealed for it any more, so wrong numbers do not count: anybody with one old email could switch the
    answers off otherwise.
    """
    if journal.has_key(_sent_key(question)):
        return ANSWERED
    newest = journal.last_phone_question(question.genesis, question.side)
    return CLOSED if question.number < newest else ""


def _wrong_code(journal: Journal, now: int, digest: str) -> str:
    """What is said of a wrong number. In a transaction."""
    left = MOST_WRONG - journal.spent(WRONG, "", 0)
    words = "The six digits of an answer from your phone were wrong, too old or used before, so nothing was sent."
    if left:
        words += f" After {left} more wrong number{'s' * (left != 1)} in a row, answers from your phone are switched off."
    else:
        words += " Answers from your phone are now switched off. To switch them on, type at your computer: pbem post --setup"
    journal.put_notice(f"{KEY}wrong/{digest}", words, now, kind="phone")
    return words


def _seal(context: Context, question: PhoneQuestion, choice: int) -> str:
    """Seal and sign an answer as one that is written at home, for the next sending; returns what came of it.

    Raises GameBusy.
    """
    path = games.newest(context.journal, question.genesis, context.config.folder)
    if path is None:
        return "Nothing was sent: the game is no longer in your folder of games."
    try:
        game = opening.read_game(Player, path, context.identity())
        asking = game.ledger.askings.get(question.side)
        if game.side != question.side or asking is None or asking.number != question.number:
            return CLOSED
        earlier = sent.youngest(game)
        if earlier is not None and earlier.envelope.body.head in game.ledger.heads:
            name = f"{game.id}-{question.side}-{question.number:02}.eml"
            is_mailed = context.journal.has_key(f"letter/{earlier.digest}")
            return ANSWERED if is_mailed or (context.outbox / name).exists() else UNSENT
        if not question.lines:
            return f"Nothing was sent: {AT_HOME[0].lower()}{AT_HOME[1:]}"
        if not 1 <= choice <= len(question.lines):
            count = len(question.lines)
            return f"Nothing was sent: there is no choice {choice}. There are {count}; reply again, with new digits."
        line = question.lines[choice - 1]
        order_before = sent.before(game)
        letter = sent.with_ready(
            game, game.orders((line,), order_before.revision + 1, head=order_before.head)
        )
        mail = letters.of_orders(game, letter, Orders((line,)))
        private_folder(context.outbox)
        letters.keep_and_write(game, letter, mail, context.outbox / f"{mail.name}.eml", eml=True)
    except GameBusy:
        raise
    except PbemError as error:
        return f"Nothing was sent: {error}"
    return f"{SENT}{line}"
