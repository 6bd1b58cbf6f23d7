"""What the state of every game has besides its own fields: the options that were chosen."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from typing import Annotated

import msgspec

from pbem.engine.codec import SPARSE
from pbem.engine.declared import GameOption


class GameState(msgspec.Struct, kw_only=True):
    """The struct that a game's state is made from.

    Every step starts with the rows of all tables in the order of their names (`Play` sees to it), as in a
    game that was put away. It costs least where rules keep a table so.

    Attributes:
        options: name to value of those that are not as they are by default. `starting_state` fills
            it, a ruling may change it; a position where it is empty has no such table, so a new
            option leaves all games alone that were begun without it.
        version: of the rules in force, where a later one than the first is; 0 stands for 1. `starting_state`
            fills it, a step `rules` raises it. Rules ask `has_rules`.
        beaten: the sides that have lost a battle in this game turn.
    """

    options: Annotated[dict[str, str], SPARSE] = {}
    version: Annotated[int, SPARSE] = 0
    beaten: Annotated[list[str], SPARSE] = []

    def option(self, option: GameOption) -> str:
        """The value that this game is played with."""
        return self.options.get(option.name, option.default)

    @property
    def rules_version(self) -> int:
        """The version of the rules that is in force."""
        return self.version or 1

    def has_rules(self, version: int) -> bool:
        """Is this version of the rules in force, or a later one?"""
        return self.rules_version >= version
