"""What the state of every game has besides its own fields: the options that were chosen."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.engine.codec import SPARSE
from pbem.engine.declared import GameOption


@dataclass(kw_only=True)
class GameState:
    """The dataclass that a game's state is made from.

    Attributes:
        options: name to value of those that are not as they are by default. `RuleSet.start` fills
            it, a ruling may change it; a position where it is empty has no such table, so a new
            option leaves all games alone that were begun without it.
    """

    options: dict[str, str] = field(default_factory=dict, metadata=SPARSE)

    def option(self, option: GameOption) -> str:
        """The value that this game is played with."""
        return self.options.get(option.name, option.default)
