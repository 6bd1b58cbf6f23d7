"""A simple player."""

from __future__ import annotations

from pbem.engine.request import Request
from pbem.games.warriors.state import State


def choose(state: State, request: Request) -> str:
    return request.options[0].line
