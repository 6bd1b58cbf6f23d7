"""Whose limit an email counts for: a From line anybody can write, so an answer counts for whoever was written to."""

from __future__ import annotations

from pbem.mail.read.header import Sender
from pbem.post.journal import Journal

ANSWERS = "re:"
"""In front of an address, and in no address: emails that answer one that went there from here."""


def payer(journal: Journal, sender: Sender) -> str:
    """Who got the email from here that an email answers, else the address in its From line; in lower case.

    Nobody else knows the Message-ID of an email that one person got, so a flood in somebody's name does not hold up their
    answers.
    """
    answered = journal.recipient_of(sender.before).lower()
    return f"{ANSWERS}{answered}" if answered else sender.address.lower()


def address_of(payer: str) -> str:
    """The address of a payer; "" for nobody."""
    return payer.removeprefix(ANSWERS)
