"""A simple player."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.request import Request
from pbem.games.plantagenet.state import State


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    return request.options[0].line
