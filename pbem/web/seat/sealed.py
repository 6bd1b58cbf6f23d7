"""Orders that are signed and kept, and can still be sent in several ways."""

from __future__ import annotations

from msgspec import Struct

from pbem.home.letters import Mail
from pbem.player.player import Letter


class SealedOrders(Struct, frozen=True):
    """What was signed on this page last."""

    letter: Letter
    mail: Mail

    @property
    def file(self) -> str:
        return f"{self.mail.name}.eml"
