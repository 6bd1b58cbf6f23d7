"""Orders that are signed and kept, and can still be sent in several ways."""

from __future__ import annotations

from msgspec import Struct

from pbem.home.letters import Mail
from pbem.moderator.player import Letter


class Sealed(Struct, frozen=True):
    """Orders that were sealed on this page.

    Attributes:
        revision: of the orders for their question, 0 for others.
    """

    letter: Letter
    mail: Mail
    revision: int

    @property
    def file(self) -> str:
        return f"{self.mail.name}.eml"
