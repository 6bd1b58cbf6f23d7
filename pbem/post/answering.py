"""To whom a refusal goes, if to anybody (post.md, R1, R7, R8): a From line proves nothing, and two programs must never
answer each other."""

from __future__ import annotations

from msgspec import Struct

ANSWERS_HOUR = 5
"""Refusals to one address in an hour."""
STREAK = 3
"""Refusals to one address without anything taken in between; then a person has to look."""


class Signer(Struct, frozen=True):
    """Whose key signed an email.

    Attributes:
        seat: fingerprint of the key, "" if no seat's key signed it. `address`: where its emails go; "" if no address of it
            is confirmed.
    """

    seat: str = ""
    address: str = ""


UNSIGNED = Signer()


class Facts(Struct, frozen=True):
    """What is known about an email that was refused.

    Attributes:
        signer: whose key signed it.
        writer: the address of its From line. `confirmed`: all confirmed addresses, in lower case.
        automatic, listed: it says that a program or a mailing list sent it.
        answers_refusal: it answers a refusal of ours.
        answered_today: a refusal went to the From line's address today, without a signature.
        answers: refusals to this key, or to this address, in this hour. `streak`: to this key since something of it was
            taken. Two seats may have one address, and nobody uses up what belongs to another.
    """

    signer: Signer = UNSIGNED
    writer: str = ""
    confirmed: frozenset[str] = frozenset()
    automatic: bool = False
    listed: bool = False
    answers_refusal: bool = False
    answered_today: bool = False
    answers: int = 0
    streak: int = 0


class Answer(Struct, frozen=True):
    """Where a refusal goes, "" for nowhere, and then why. `seat`: fingerprint of the key that vouches for it, or ""."""

    address: str = ""
    why: str = ""
    seat: str = ""


def candidate(signer: Signer, writer: str, confirmed: frozenset[str]) -> str:
    """The address that may be answered at all (R1). What a key has signed is never answered to anybody else."""
    if signer.seat:
        return signer.address
    return writer if writer.lower() in confirmed else ""


def answer_to(facts: Facts) -> Answer:
    """The address to which the refusal of an email goes, or why it goes nowhere.

    Each rule keeps two programs from answering each other, or a forged From line from making us write to a
    stranger.
    """
    address = candidate(facts.signer, facts.writer, facts.confirmed)
    if facts.automatic:
        return Answer(why="a program sent it, and `pbem` answers no programs")
    if facts.listed:
        return Answer(why="a mailing list sent it, and `pbem` answers no lists")
    if not address:
        why = "it came from an address that you have not confirmed"
        if facts.signer.seat:
            why = "no address of whoever signed it is confirmed"
        return Answer(why=why)
    if not facts.signer.seat and facts.answers_refusal:
        return Answer(why="it answers a refusal, and it is not signed")
    if not facts.signer.seat and facts.answered_today:
        return Answer(why=f"{address} got a refusal today, and this email is not signed")
    if facts.answers >= ANSWERS_HOUR:
        return Answer(why=f"{address} got {facts.answers} refusals within an hour")
    if facts.streak >= STREAK:
        return Answer(why=f"the last {facts.streak} emails of {address} were refused")
    return Answer(address, seat=facts.signer.seat)
