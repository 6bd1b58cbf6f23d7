"""`rules_data/<game>/drawing.toml`: what only the map draws. No rule reads it; the data hash leaves it out."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.resources import resource, toml

Ring = tuple[tuple[int, int], ...]


@cache
def land(game: str) -> tuple[Ring, ...]:
    """Outlines of the land, in the coordinates of the game's map."""
    return tuple(tuple((x, y) for x, y in row["points"]) for row in _read(game)["land"])


def route(game: str, a: str, b: str) -> tuple[tuple[int, int], ...]:
    """The points through which the way from one place to another is drawn, mostly none."""
    for row in _read(game).get("route", ()):
        if set(row["ends"]) == {a, b}:
            points = tuple((x, y) for x, y in row["by"])
            return points if row["ends"][0] == a else points[::-1]
    return ()


def drawing_position(game: str, id: str, x: int, y: int) -> tuple[int, int]:
    """Where a place or sea is drawn: there, unless the drawing says otherwise."""
    position = _read(game).get("at", {}).get(id)
    return (position[0], position[1]) if position else (x, y)


def inset(game: str, id: str) -> tuple[int, int]:
    """By how many hexes to the right and down a place that lies far off is drawn nearer; mostly none."""
    right, down = _read(game).get("inset", {}).get(id, (0, 0))
    return (right, down)


def ground(game: str, kind: str) -> tuple[str, str]:
    """The colour of a hex's ground, and what tells it without one."""
    row = _read(game)["ground"][kind]
    return (row["fill"], row["sign"])


@cache
def _read(game: str) -> dict[str, Any]:
    return toml(resource(f"rules_data/{game}/drawing.toml").read_bytes())
