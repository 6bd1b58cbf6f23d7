"""What time it is for whoever writes in a test, and terms to which a table agrees."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from unittest import mock

from pbem import system
from pbem.gm.game import Game
from pbem.ledger.cases import time
from pbem.protocol.keys import Identity


def at(seconds: int) -> AbstractContextManager[object]:
    """Within, everybody's clock says so."""
    return mock.patch.dict(os.environ, {system.NOW: str(seconds)})


def agreed(
    save: bytes,
    gm: Identity,
    players: Mapping[str, Identity],
    now: int,
    hours: int,
    grace: int = 0,
    ending: str = "gm",
    days: int = 0,
) -> bytes:
    """A save in which all players have agreed to new terms, which the GM has set at `now`."""
    terms = time.terms(hours, grace, ending, days)
    with at(now):
        consents = [
            Game.loads(save, who).consent_to_terms(terms).envelope for who in players.values()
        ]
    game = Game.loads(save, gm)
    game.set_terms(now, terms, consents)
    return game.dumps()
