"""Play-by-email moderator for Wars of the Roses wargames.

game = pbem.open("game.toml", identity)     read a save, from somebody's chair
game.view(), game.legal(), game.request()   what that person may see and do
game.orders(["march: troops"]).to_text()    signed orders to mail to the GM
game.apply({"mail": text}); game.write()    the GM takes mails
game.verify()                               replay it all: signatures, dice, cards, rules
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.version import VERSION

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.protocol.keys import Identity

__version__ = VERSION
__all__ = ["__version__", "open"]


def open(path: str | PathLike[str], identity: Identity | None = None) -> Game:
    """Read a game's save; its signature is checked before anything else.

    Args:
        identity: whose eyes to look through; None sees what is public.

    Raises:
        PbemError: see `pbem.errors` for the tree. OSError: the file cannot be read.
    """
    from pbem.moderator.game import Game

    return Game.loads(Path(path).read_bytes(), identity, path=Path(path))
