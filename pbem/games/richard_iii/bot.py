"""A simple player."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.request import Request
from pbem.games.richard_iii.state import State


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    held = [known[slot] for slot in request.slots if slot in known]
    return next(option.line for option in request.options if option.possible(held))
