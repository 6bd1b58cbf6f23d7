"""To whom a refusal goes, if to anybody (post.md, R1, R7, R8): a From line proves nothing, and two programs must never
answer each other."""

from __future__ import annotations

from msgspec import Struct

ANSWERS_HOUR = 5
"""Refusals to one address in an hour."""
STREAK = 3
"""Refusals to one address without anything taken in between; then a person has to look."""


class Facts(Struct, frozen=True):
    """What is known about an email that was refused.

    Attributes:
        signer: the confirmed address of the seat whose key signed it; "" if none did, or no address is confirmed.
        writer: the address of its From line. `confirmed`: all confirmed addresses, in lower case.
        automatic, listed: it says that a program or a mailing list sent it.
        answers_refusal: it answers a refusal of ours.
        answered_today: a refusal went to the From line's address today, without a signature.
        answers: refusals to this address in this hour. `streak`: since something was taken from there.
    """

    signer: str = ""
    writer: str = ""
    confirmed: frozenset[str] = frozenset()
    automatic: bool = False
    listed: bool = False
    answers_refusal: bool = False
    answered_today: bool = False
    answers: int = 0
    streak: int = 0


class Answer(Struct, frozen=True):
    """Where a refusal goes, "" for nowhere, and then why. `by_signature`: a key vouches for it."""

    address: str = ""
    why: str = ""
    by_signature: bool = False


def candidate(signer: str, writer: str, confirmed: frozenset[str]) -> str:
    """The address that may be answered at all (R1)."""
    return signer or (writer if writer.lower() in confirmed else "")


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
        return Answer(why="it came from an address that you have not confirmed")
    if not facts.signer and facts.answers_refusal:
        return Answer(why="it answers a refusal, and it is not signed")
    if not facts.signer and facts.answered_today:
        return Answer(why=f"{address} got a refusal today, and this email is not signed")
    if facts.answers >= ANSWERS_HOUR:
        return Answer(why=f"{address} got {facts.answers} refusals within an hour")
    if facts.streak >= STREAK:
        return Answer(why=f"the last {facts.streak} emails of {address} were refused")
    return Answer(address, by_signature=bool(facts.signer))
