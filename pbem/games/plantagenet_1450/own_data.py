"""An owner's own values: read, and refused where a game could not be played with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import MsgspecError, Struct, convert, to_builtins

from pbem.engine import own_data
from pbem.games.plantagenet_1450 import board_picture, card_texts, conditions, invariants
from pbem.games.plantagenet_1450 import s20_scenarios as scenarios
from pbem.games.plantagenet_1450.facts import ABROAD, FILES, SIDES, Facts, facts, in_force
from pbem.misread import misread

LEAST, MOST = -99, 9999


@lru_cache(maxsize=8)
def read(files: tuple[tuple[str, str], ...]) -> Facts:
    """The tables with these files (name and TOML) in place of ours. Raises BadData."""
    return own_data.read("plantagenet_1450", files, FILES, Facts, check)


def check(own: Facts) -> None:
    """Values of the right kinds, names that mean something, and openings that fit the rules."""
    check_types("tables.toml", own.tables, facts().tables)
    for some in (own.areas, own.hexes, own.leaders, own.units, own.territories, own.cards):
        for id, row in some.items():
            struct(id, row)
    names(own)
    with in_force(own):
        card_texts.card_texts()  # every step and every condition of a card is in the vocabulary
        for scenario in own.scenarios:
            opening(scenario)


def struct(id: str, row: Struct) -> None:
    """A row of the fields that it should have, with numbers that are small and texts that can be seen."""
    plain = to_builtins(row)
    try:
        convert(plain, type(row))
    except MsgspecError as error:
        raise ValueError(f"{id}: {misread(error)}") from error
    for value in leaves(plain):
        leaf(id, value)


def leaves(value: Any) -> Iterator[Any]:
    """All values in nested tables and lists, and the keys of tables."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def leaf(id: str, value: Any) -> None:
    if isinstance(value, str) and not value.replace("\n", "").isprintable():
        raise ValueError(f"the text {value!r} has characters that cannot be seen")
    if isinstance(value, float) or (isinstance(value, int) and not LEAST <= value <= MOST):
        raise ValueError(f"{id} has {value!r}, not a small whole number")


def check_types(where: str, own: Any, ours: Any) -> None:
    """Raise ValueError unless a table of the user has all that ours has, with values of the same types.

    A row of numbers must be as long as ours. `where`: the place of the table, for the error.
    """
    if isinstance(ours, dict):
        if not isinstance(own, dict):
            raise ValueError(f"{where} is {own!r}, not a table")
        for key, value in ours.items():
            if key not in own:
                raise ValueError(f"{where} has no {key}")
            check_types(f"{where}: {key}", own[key], value)
    elif isinstance(ours, list) and ours and not isinstance(ours[0], dict):
        if not isinstance(own, list) or len(own) != len(ours):
            raise ValueError(f"{where} is {own!r}, not a list of {len(ours)}")
        for item in own:
            check_types(where, item, ours[0])
    elif type(own) is not type(ours):
        raise ValueError(f"{where} is {own!r}, not as {ours!r}")
    for value in leaves(own):
        leaf(where, value)


def names(own: Facts) -> None:
    """Check that every area, hex, leader and unit that is named somewhere exists, and that none lacks what it needs.

    Raises ValueError.
    """
    for area in own.areas.values():
        check_names(area.id, "area", area.adjacent, own.areas)
        check_names(area.id, "sea zone", area.sea_zones, own.zones)
        check_names(area.id, "hex", [area.fort_hex] if area.fort_hex else [], own.hexes)
    for hex in own.hexes.values():
        check_names(hex.id, "area", [hex.area], own.areas)
        check_names(hex.id, "terrain", [hex.terrain], own.terrain)
    for area_id in own.areas:
        if not any(one.area == area_id and one.anchor for one in own.hexes.values()):
            raise ValueError(f"{area_id} has no hex with an anchor")
    for side in own.roads | own.rivers:
        check_names("a side of hexes", "hex", sorted(side), own.hexes)
    for leader in own.leaders.values():
        if not leader.ratings:
            raise ValueError(f"{leader.id} is rated for no side")
    for card in own.cards.values():
        check_names(card.id, "leader", [card.noble] if card.noble else [], own.leaders)
        check_names(card.id, "area", card.homes, own.areas)
        if card.side_bar:
            check_names(card.id, "unit", [card.side_bar.unit], own.units)
            check_names(card.id, "area", card.side_bar.areas, own.areas)


def check_names(who: str, what: str, names_used: Any, known: Any) -> None:
    for name in names_used:
        if name not in known:
            raise ValueError(f"{who} names the {what} {name!r}, which does not exist")


def opening(scenario: str) -> None:
    """Set up a scenario, draw it and test who has won, so that an error in its data is raised."""
    row = facts().scenarios[scenario]
    for side in SIDES:
        check_names(scenario, "area", row[f"control_{side}"], facts().areas)
        check_names(scenario, "card", row["hands"][side].get("fixed", ()), facts().cards)
    for leader in (*row.get("forces", ()), *row.get("leaders", ())):
        check_names(scenario, "leader", [leader["id"]], facts().leaders)
        check_names(scenario, "unit", leader.get("units", ()), facts().units)
        place = leader.get("hex", leader.get("at", "")).removeprefix(ABROAD)
        check_names(
            scenario, "place", [place], {*facts().hexes, *facts().areas, *facts().territories}
        )
    state = scenarios.setup(scenario)
    invariants.check(state)
    board_picture.map_picture(state)
    victory = row.get("victory", {})
    for text in (text for side in SIDES for some in victory.get(side, ()) for text in some):
        conditions.holds(state, text)
