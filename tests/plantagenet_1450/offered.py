"""The game as one that `find` knows, until it is offered to all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbem import games

NAME = "plantagenet_1450"


@contextmanager
def offered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games.GAMES, NAME, f"pbem.games.{NAME}.game:PLANTAGENET_1450")
        yield
