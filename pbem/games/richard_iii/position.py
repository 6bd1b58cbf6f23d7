"""The position as a side may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.richard_iii.state import State


def now(state: State) -> str:
    return f"Campaign {state.campaign}, Game Turn {state.turn}"


def position(state: State, side: str, known: Mapping[str, str]) -> dict[str, Any]:
    return {"now": now(state), "headline": now(state), "headings": [], "sides": {}}
