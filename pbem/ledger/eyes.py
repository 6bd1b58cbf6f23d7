"""With whose eyes a log is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pbem.protocol.keys import GameKey

Menus = Callable[[], Mapping[str, str]]
"""What lies sealed beside a log, by its hash: the menus of a veiled game's open questions."""


class Eyes(NamedTuple):
    """A player who reads with his own key; `menus`: what lies sealed beside the log."""

    key: GameKey
    side: str
    menus: Menus = dict
