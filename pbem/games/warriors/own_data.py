"""An owner's own values: read, and refused where a game could not be played with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pbem.engine import own_data
from pbem.games.warriors import invariants, s3_setup
from pbem.games.warriors.facts import CROWN, FILES, NEUTRAL, SIDES, Facts, in_force


@lru_cache(maxsize=8)
def read(files: tuple[tuple[str, str], ...]) -> Facts:
    """The tables with these files (name and TOML) in place of ours. Raises BadData."""
    return own_data.read("warriors", files, FILES, Facts, check)


def check(tables: Facts) -> None:
    """Refuse tables whose names mean nothing, whose numbers are none, or whose openings break the rules. Raises
    ValueError."""
    for text in texts([tables.places, tables.nobles, tables.tables, tables.scenarios]):
        if not text.replace("\n", "").isprintable():
            raise ValueError(f"the text {text!r} has characters that cannot be seen")
    for id, place in tables.places.items():
        check_types(id, vp=place.vp, x=place.x, y=place.y)
    for id, noble in tables.nobles.items():
        for face in (noble.front, noble.back):
            if face.colour not in (*SIDES, NEUTRAL):
                raise ValueError(f"{id} has the colour {face.colour!r}")
            check_types(id, stars=face.stars, battle=face.battle, leadership=face.leadership)
            if face.home != CROWN and face.home not in tables.places:
                raise ValueError(f"the home of {id}, {face.home!r}, is not on the map")
    for id, row in tables.scenarios.items():
        check_scenario(tables, id, row)
    with in_force(tables):
        for scenario in tables.scenarios:
            invariants.check(s3_setup.setup(scenario))


def check_scenario(tables: Facts, id: str, row: dict[str, Any]) -> None:
    """Sides and regions that the opening names without putting a noble there (3.0)."""
    drafted, control = row["draft"], row.get("control", [])
    sides = [drafted["first"], drafted["drawn_by"], row["contested_aggressor"]]
    sides += [entry["side"] for entry in control]
    sides += [row[key] for key in ("held_by", "initiative_last") if key in row]
    for side in sides:
        if side not in SIDES:
            raise ValueError(f"{id} names {side!r}, not york or lancaster")
    for entry in control:
        if entry["region"] not in tables.regions:
            raise ValueError(f"{id} gives control of {entry['region']!r}, not a region")


def check_types(id: str, **numbers: object) -> None:
    for name, number in numbers.items():
        if type(number) is not int or not -99 <= number <= 9999:
            raise ValueError(f"{name} of {id} is {number!r}, not a small whole number")


def texts(value: Any) -> Iterator[str]:
    """All strings in nested tables, lists and counters."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts(key)
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name))
