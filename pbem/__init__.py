"""Play-by-email moderator for Wars of the Roses wargames.

game = pbem.open("game.toml", identity)     read a save, from somebody's chair
game.view(), game.legal(), game.request()   what that person may see and do
game.orders(["march: troops"]).to_text()    signed orders to mail to the GM
game.apply({"mail": text}); game.write()    the GM takes mails
game.verify()                               replay it all: what is proven, and what not yet

What stands in `__all__` is the public API; all else is internal. Nothing is loaded before it is used.
"""

from __future__ import annotations

from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.errors import PbemError
    from pbem.gm.game import Game
    from pbem.gm.inbox import Receipt
    from pbem.ledger.story import Story
    from pbem.player.orders import Letter
    from pbem.proof.verdict import Verdict
    from pbem.protocol.keys import Identity

__version__ = "0.1.0"
__all__ = ["Game", "Identity", "Letter", "PbemError", "Receipt", "Story", "Verdict", "open"]

_HOME = {
    "Game": "pbem.gm.game",
    "Identity": "pbem.protocol.keys",
    "Letter": "pbem.player.orders",
    "PbemError": "pbem.errors",
    "Receipt": "pbem.gm.inbox",
    "Story": "pbem.ledger.story",
    "Verdict": "pbem.proof.verdict",
}


def open(path: str | PathLike[str], identity: Identity | None = None) -> Game:
    """Read a game's save; its signature is checked before anything else.

    Args:
        identity: whose eyes to look through; None sees what is public.

    Raises:
        PbemError: see `pbem.errors` for the tree. OSError: the file cannot be read.
    """
    from pbem.gm.game import Game

    return Game.loads(Path(path).read_bytes(), identity, path=Path(path))


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'pbem' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
