"""Mails as they come, read one by one: what is in each, who sent it, or why it cannot be read."""

from __future__ import annotations

from msgspec import Struct, field

from pbem.mail import message, sender
from pbem.mail.sender import Sender
from pbem.moderator.turn.inbox import Receipt, refused


class Pile(Struct):
    """Mails by name: their texts, their senders, and the receipts of those that cannot be read."""

    texts: dict[str, str | bytes] = field(default_factory=dict)
    senders: dict[str, Sender] = field(default_factory=dict)
    unreadable: list[Receipt] = field(default_factory=list)

    def add(self, name: str, raw: bytes) -> None:
        """Read one more; whatever is in it harms only itself."""
        try:
            self.senders[name] = sender.of(raw)  # first: who sent what is refused gets an answer
            self.texts[name] = message.text_of(raw)
        except Exception as error:
            self.unreadable.append(Receipt(name, error=refused(error)))
