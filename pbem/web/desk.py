"""The desk of a player: his seat, with everything that can be clicked and drawn there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.moderator.player import Player
from pbem.moderator.turn.orders import Orders
from pbem.web import lines, looking, parts
from pbem.web.page import Answer
from pbem.web.seat import Seat

VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {**lines.VERBS, **looking.VERBS}


def seated(game: Player, drafts: Sequence[Orders] = ()) -> Seat:
    """The seat of this identity at a game."""
    return Seat(game, VERBS, parts.PARTS, parts.page, drafts)
