"""Emails of a GM to those who are late, written when the GM asks for one."""

from __future__ import annotations

from msgspec import Struct

from pbem.club import folder as club
from pbem.gm.game import Game
from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.write import eml


class Reminder(Struct, frozen=True):
    """A reminder to one side.

    Attributes:
        file: the name of the email. `text`: its subject first, then its words.
    """

    side: str
    file: str
    text: str

    def email(self, game: Game) -> bytes:
        """The finished email; its field `To` is empty where no sure address is known."""
        top, _, words = self.text.partition("\n")
        keys = game.ledger.seats[self.side].keys
        row = addresses.read(computer.addresses(game.ledger.game)).of(self.side, keys.fingerprint)
        mail = eml.email_to(row, keys.name, top.removeprefix("Subject: "))
        return eml.finished(mail, words.lstrip())


def reminders_of(game: Game) -> list[Reminder]:
    """For each side that is late or out of time."""
    now = computer.now()
    return [
        Reminder(due.side, f"{game.id}-reminder-{due.side}.eml", due.reminder)
        for due in club.due_answers(game, reminders=True)
        if due.reminder and due.state(now)
    ]
