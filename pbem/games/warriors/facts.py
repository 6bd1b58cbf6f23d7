"""The facts of Warriors of England, read once from `rules_data/warriors/*.toml`.

Which of them the publisher printed and which are a reconstruction is marked in the files.
"""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

import tomllib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem.engine.declared import Side
from pbem.engine.own_data import convert_row, replaceable
from pbem.resources import resource, toml

SIDES = {
    "york": Side("York", "Yorkists", "Yorkist", "#1b4a86"),
    "lancaster": Side("Lancaster", "Lancastrians", "Lancastrian", "#8a1526"),
}
NEUTRAL = "neutral"
CROWN = "crown"
"""The home of a noble who has no home region (2.2.1)."""
CROSSING = {
    "clear": "nobles_max",
    "obstructed": "nobles_max_obstructed",
    "sea": "nobles_max_sea",
}
"""Kinds of boundaries (2.1), with the values that limit who crosses them."""
FILES = ("map", "nobles", "tables", "setup")


class Place(Struct, frozen=True, kw_only=True):
    """A region (2.1), or a foreign area if `side` says whom it is friendly to."""

    id: str
    abbr: str
    name: str
    vp: int = 0
    side: str = ""
    capital: bool = False
    x: int
    y: int


class Face(Struct, frozen=True):
    """One side of a noble's counter (2.2.1). `colour` is york, lancaster or neutral."""

    name: str
    title: str
    short: str
    stars: int
    battle: int
    leadership: int
    home: str
    note: str
    colour: str


class Counter(Struct, frozen=True):
    """A noble (2.2.1)."""

    id: str
    front: Face
    back: Face


class Facts:
    """All tables, keyed by id. `own`: the files that came with the game, in place of ours."""

    def __init__(self, files: Mapping[str, str] | None = None) -> None:
        """Read the files of the game data into tables by id. `files`: texts that replace some of them."""
        raw = {name: resource(f"rules_data/warriors/{name}.toml").read_bytes() for name in FILES}
        raw |= {name: text.encode() for name, text in (files or {}).items()}
        self.own = tuple(name for name in FILES if name in (files or {}))
        data = {
            name: tomllib.loads(text.decode()) if name in self.own else toml(text)
            for name, text in raw.items()
        }
        board, tables = data["map"], data["tables"]
        rows = [*board["region"], *board["foreign_area"]]
        self.places = {row["id"]: convert_row(row, Place) for row in rows}
        self.regions = tuple(row["id"] for row in board["region"])
        (self.capital,) = (id for id, place in self.places.items() if place.capital)
        self.foreign: dict[str, tuple[str, ...]] = {
            side: tuple(row["id"] for row in board["foreign_area"] if row["side"] == side)
            for side in SIDES
        }
        self.exile_penalty: dict[str, int] = {
            row["id"]: row["vp_penalty"] for row in board["foreign_area"]
        }
        self.boundaries: dict[str, dict[str, str]] = {id: {} for id in self.places}
        for row in board["boundary"]:
            a, b = row["between"]
            self.boundaries[a][b] = self.boundaries[b][a] = row["kind"]
        self.nobles = {row["id"]: _counter(row) for row in data["nobles"]["noble"]}
        self.tables: dict[str, Any] = tables
        self.crossing = {kind: int(tables["campaign"][most]) for kind, most in CROSSING.items()}
        self.open_ways = {
            side: {id: self._friendly(side, ways) for id, ways in self.boundaries.items()}
            for side in SIDES
        }
        self.troops_per_star = int(tables["troops"]["max_per_star"])
        self.noble_strength = int(tables["troops"]["noble_strength"])
        self.years: dict[int, str] = {row["number"]: row["years"] for row in tables["turn"]}
        self.flight: dict[int, dict[str, Any]] = {row["roll"]: row for row in tables["flight"]}
        self.henry: str = tables["henry_vi"]["noble"]
        self.scenarios: dict[str, dict[str, Any]] = {
            row["id"]: row for row in data["setup"]["scenario"]
        }

    def _friendly(self, side: str, ways: dict[str, str]) -> dict[str, int]:
        """Those of the ways that a side may take, with how many nobles may cross."""
        open_ = [to for to in ways if self.places[to].side in ("", side)]
        return {to: self.crossing[ways[to]] for to in open_}


def _counter(row: dict[str, Any]) -> Counter:
    """A side of it without a `colour` of its own has the counter's (C44)."""
    front, back = ({"colour": row["colour"], **row[side]} for side in ("front", "back"))
    return convert_row({**row, "front": front, "back": back}, Counter)


facts, in_force = replaceable("warriors", Facts)
