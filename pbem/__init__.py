"""Play-by-email moderator for Wars of the Roses wargames.

game = pbem.open("game.toml", pbem.own_identity())   read a save, as one person can see it
game.waiting_for(), game.position(), game.turns()    who must answer by when; the position; the score
game.question(), game.legal()                        your decision and its legal lines
game.orders(["march: troops"]).to_text()             signed orders to email to the GM
game.apply({"mail": text}); game.write()             the GM applies emails
game.verify()                                        replay it all: what was checked, and what has to wait

The names in `__all__`, and what they return, are the public API: `pbem/guide/python.md` lists them. All else is
internal and can change at any time. Nothing is loaded before it is used.
"""

from __future__ import annotations

from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.api.game import Game, own_identity, saves
    from pbem.api.schema import schema
    from pbem.api.values import (
        Choice,
        Event,
        GameData,
        GameTurn,
        Happened,
        Outcome,
        Question,
        Receipt,
        SecretStack,
        SeenPosition,
        Waiting,
    )
    from pbem.errors import PbemError
    from pbem.player.orders import Letter
    from pbem.protocol.keys import Identity

__version__ = "0.1.0"
__all__ = [
    "Choice",
    "Event",
    "Game",
    "GameData",
    "GameTurn",
    "Happened",
    "Identity",
    "Letter",
    "Outcome",
    "PbemError",
    "Question",
    "Receipt",
    "SecretStack",
    "SeenPosition",
    "Waiting",
    "open",
    "own_identity",
    "saves",
    "schema",
]

_API = "pbem.api"
_HOME = {
    "Game": f"{_API}.game",
    "Identity": "pbem.protocol.keys",
    "Letter": "pbem.player.orders",
    "PbemError": "pbem.errors",
    "own_identity": f"{_API}.game",
    "saves": f"{_API}.game",
    "schema": f"{_API}.schema",
}


def open(path: str | PathLike[str], identity: Identity | None = None) -> Game:
    """Read a game's save, or an email with one in it; its signature is checked before anything else.

    Args:
        identity: whose eyes to look through; None sees what is public.

    Raises:
        PbemError: see `pbem.errors` for the tree. OSError: the file cannot be read.
    """
    from pbem.api.game import read_game

    return read_game(path, identity)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'pbem' has no attribute {name!r}")
    return getattr(import_module(_HOME.get(name, f"{_API}.values")), name)
