"""What lies on the table, and what the rules know of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pbem.engine.declared import Side
from pbem.engine.state import GameState
from pbem.resources import toml

SIDES = {
    "north": Side("North", "Northerners", "Northern", "#1b4a86"),
    "south": Side("South", "Southerners", "Southern", "#8a1526"),
    "isles": Side("Isles", "Islanders", "Island", "#2f6b2f"),
}
CAMP = ""
"""Where an army is that is in no province."""


class Army(Struct):
    """1 Men, and the province where they are."""

    men: int
    at: str = CAMP


class State(GameState):
    """All that is public. What is secret lies in slots: `hands` has their names only."""

    scenario: str
    armies: dict[str, Army]
    step: str = "deal"
    round: int = 0
    hands: dict[str, list[str]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    winners: list[str] = field(default_factory=list)
    ending: str = ""

    def standing(self, place: str) -> list[str]:
        """The sides with an army there, in their order."""
        return [side for side in SIDES if self.armies[side].men and self.armies[side].at == place]


@cache
def facts() -> dict[str, Any]:
    return toml((Path(__file__).parent / "facts.toml").read_bytes())


@cache
def facts_2() -> dict[str, Any]:
    return toml((Path(__file__).parent / "facts_2.toml").read_bytes())


def attack(state: State) -> int:
    """3 What an attack may roll at most; less since version 2."""
    return int((facts_2() if state.has_rules(2) else facts())["attack"])


def provinces() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in facts()["province"]}


def strengths() -> dict[str, int]:
    """3 Banner to strength."""
    return {row["id"]: row["strength"] for row in facts()["banner"]}
