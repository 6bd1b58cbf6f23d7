"""The facts of Plantagenet 1450-1500, read once from `rules_data/plantagenet_1450/*.toml`.

Which of them the rules text fixes and which are a reconstruction is marked in the files.
"""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

import re
import tomllib
from collections.abc import Iterable, Mapping
from itertools import pairwise
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
ABROAD = "foreign:"
"""How the place of a leader in a foreign territory begins; hexes are named by their ids."""
FILES = ("map", "hexes", "leaders", "units", "tables", "cards", "scenarios")


class Area(Struct, frozen=True, kw_only=True, rename={"group": "control_group"}):
    """An area (3.1). `group`: what is controlled as one (3.1.1). `fort_hex`: "" without a fortification."""

    id: str
    name: str
    group: str
    region: str
    adjacent: tuple[str, ...]
    sea_zones: tuple[str, ...]
    fort_hex: str = ""
    fort_name: str = ""
    fort_value: int
    treasury: int
    legitimacy: int
    cathedral: bool
    roads: tuple[str, ...]


class Road(Struct, frozen=True):
    """A road (11.2): the areas that it runs through, in its order; some of them it comes by twice. `beside`: the
    next areas along it, on either side."""

    name: str
    areas: tuple[str, ...]
    beside: dict[str, list[str]]


class Hex(Struct, frozen=True, kw_only=True):
    """A land hex (3.0): its place on the grid, its terrain, and the sea zones of its port, if it has one."""

    id: str
    q: int
    r: int
    area: str
    terrain: str
    town: str = ""
    port: tuple[str, ...]
    anchor: bool = False


class Rating(Struct, frozen=True):
    """10.3 What a leader is rated for one side; a `loyalty` of 0 stands for `*`."""

    loyalty: int
    command: int
    tactical: int
    quality: int


class Leader(
    Struct,
    frozen=True,
    kw_only=True,
    rename={
        "rides_as_unit": "may_be_carried_as_unit",
        "carries": "can_carry",
        "crown_flag": "crown_requires_flag",
    },
):
    """A leader (10.0).

    Attributes:
        faction: whom he serves when he enters, or "neutral" (C29).
        interception: his own number in 11.3.2, 0 for that of his side.
        succession: his place in 18.2, 0 for the king of the beginning, -1 for who may never be crowned.
        enters: the turn in which an heir comes of age (8.8), 0 for who does not come so.
        carries: may he pick up other leaders (11.1)?
        crown_flag: what must be set before he is crowned (18.3), or "".
    """

    id: str
    name: str
    short: str
    royal: bool
    faction: str
    ratings: dict[str, Rating]
    interception: int = 0
    exile_instead_of_death: tuple[str, ...] = ()
    rides_as_unit: bool = False
    never_executed: bool = False
    succession: int = -1
    enters: int
    carries: bool = False
    crown_flag: str = ""


class UnitKind(Struct, frozen=True):
    """A type of combat unit. `missile`: what a die must reach to hit, 0 without missiles. `counters`: a side's.
    `territory`: the country of Mercenaries (15.5), "" for others."""

    id: str
    name: str
    abbr: str
    classes: tuple[str, ...]
    morale: int
    missile: int
    column: str
    counters: int
    territory: str = ""


class Territory(
    Struct,
    frozen=True,
    rename={
        "zones": "sea_zones",
        "land_hexes": "land_access_hexes",
        "land_areas": "land_access_areas",
        "sea_areas": "sea_access_areas",
        "port_zones": "any_port_of_zone",
    },
):
    """A foreign territory (3.1.4).

    Attributes:
        land_hexes: from where it is reached in a Campaign without a ship (C10). `land_areas`: from where
            over a border, `sea_areas`: from where by sea, `port_zones`: or from any port on these (15.3).
        levels: the names of the boxes of its track, 1 to 3. `costs`: of each, in Intrigue points (15.2).
        rival: the territory with which relations fall when they rise here (15.4), or "".
    """

    id: str
    name: str
    zones: tuple[str, ...]
    land_hexes: tuple[str, ...]
    land_areas: tuple[str, ...]
    sea_areas: tuple[str, ...]
    port_zones: tuple[str, ...]
    levels: tuple[str, ...]
    costs: tuple[int, ...]
    rival: str = ""


class SideBar(Struct, frozen=True):
    """6.6 What a card brings to a battle: `unit`, knights of a man resident in `areas` or a mercenary type."""

    unit: str = "knights"
    of: str = ""
    areas: tuple[str, ...] = ()


class CardFacts(
    Struct, frozen=True, kw_only=True, rename={"points": "intrigue", "homes": "place_areas"}
):
    """An Intrigue card (6.0).

    Attributes:
        kind: event, noble, response or battle. `colour`: white for York, red for Lancaster, split for either.
        must_play: 6.2.2. `play_once`: 6.2.4. `noble`: whom it brings (6.3), to one of `homes`.
        trigger: what a Response answers to; `timing`: when a Battle card is played.
    """

    id: str
    deck: str
    title: str
    points: int
    must_play: bool
    play_once: bool
    noble: str = ""
    homes: tuple[str, ...] = ()
    kind: str
    colour: str
    trigger: str = ""
    timing: str = ""
    text: str
    side_bar: SideBar | None = None
    prerequisites: tuple[str, ...] = ()
    effects: tuple[dict[str, Any], ...] = ()


class Facts:
    """All tables, keyed by id.

    Args:
        files: an owner's own, name to TOML, in place of ours. `own`: which those are.

    Raises:
        KeyError, TypeError, ValueError: they do not hold what they should.
    """

    def __init__(self, files: Mapping[str, str] | None = None) -> None:
        """Read the files of the game data into tables by id. `files`: texts that replace some of them."""
        raw = {n: resource(f"rules_data/plantagenet_1450/{n}.toml").read_bytes() for n in FILES}
        raw |= {name: text.encode() for name, text in (files or {}).items()}
        self.own = tuple(name for name in FILES if name in (files or {}))
        data = {
            name: tomllib.loads(text.decode()) if name in self.own else toml(text)
            for name, text in raw.items()
        }
        board, grid = data["map"], data["hexes"]["data"]
        self.areas = {row["id"]: convert_row(row, Area) for row in board["area"]}
        self.groups: dict[str, tuple[str, ...]] = {}
        for area in self.areas.values():
            self.groups[area.group] = (*self.groups.get(area.group, ()), area.id)
        self.group_names = {group: self.areas[some[0]].name for group, some in self.groups.items()}
        self.group_names |= {row["id"]: row["name"] for row in board["control_group"]}
        self.worth = {group: self.areas[some[0]].legitimacy for group, some in self.groups.items()}
        """What a marker there is worth in Legitimacy (C14)."""
        self.income = {group: self.areas[some[0]].treasury for group, some in self.groups.items()}
        """And in Treasury (9.1)."""
        self.overseas = {area.id for area in self.areas.values() if area.region == "overseas"}
        self.zones: dict[str, tuple[str, ...]] = {
            row["id"]: tuple(row["adjacent"]) for row in board["sea_zone"]
        }
        self.zone_names: dict[str, str] = {row["id"]: row["name"] for row in board["sea_zone"]}
        self.territories = {row["id"]: _territory(row) for row in board["foreign_territory"]}
        self.hexes = {row["id"]: _hex(row) for row in grid["hex"]}
        self.area_hexes: dict[str, tuple[str, ...]] = {}
        for hex in self.hexes.values():
            self.area_hexes[hex.area] = (*self.area_hexes.get(hex.area, ()), hex.id)
        self.area_at = {
            id: self.areas[hex.area] for id, hex in self.hexes.items() if hex.area in self.areas
        }
        """The area of each hex."""
        self.anchors = {one.area: one.id for one in reversed(self.hexes.values()) if one.anchor}
        """The hex of each area in which a leader stands by default (C118)."""
        self.ports = {
            area: ports
            for area in self.areas
            if (ports := tuple(at for at in self.area_hexes.get(area, ()) if self.hexes[at].port))
        }
        """The hexes with a port of each area that has some."""
        self.highways = [_road(row) for row in board["road"]]
        self.roads_by: dict[str, list[Road]] = {
            area: [road for road in self.highways if area in road.areas] for area in self.areas
        }
        self.berwick: str = board["berwick"]["hex"]
        self.berwick_lost: str = board["berwick"]["flag_when_scottish"]
        """The flag that stands while the Scots hold Berwick (C11)."""
        self.forts = {area.fort_hex: area for area in self.areas.values() if area.fort_hex}
        self.rivers = _sides(grid["river_side"])
        rows = grid["river_side"]
        self.names_of_rivers: dict[str, str] = {river_id(r["river"]): r["river"] for r in rows}
        self.river_names = {frozenset((r["a"], r["b"])): river_id(r["river"]) for r in rows}
        self.estuaries = _sides(row for row in grid["river_side"] if row.get("estuary"))
        self.roads = _sides(grid["road_link"])
        self.tables: dict[str, Any] = data["tables"]
        self.actions: dict[str, dict[str, Any]] = {r["id"]: r for r in self.tables["action"]}
        self.turns: dict[int, str] = {r["number"]: r["years"] for r in self.tables["turn"]}
        self.impulses: int = self.tables["sequence"]["impulses"]
        self.first: str = self.tables["sequence"]["first_in_each_impulse"]
        self.terrain: dict[str, dict[str, Any]] = {r["id"]: r for r in self.tables["terrain"]}
        where = {(one.q, one.r): one.id for one in self.hexes.values()}
        off_grid = [row for row in grid["hex"] if row.get("offgrid")]
        self.beside = {id: self._beside(id, where, off_grid) for id in self.hexes}
        self.steps = {id: {to: self._cost(id, to) for to in self.beside[id]} for id in self.hexes}
        self.zone_of = {
            id: frozenset(
                to
                for to in self.beside[id]
                if frozenset((id, to)) not in self.rivers and to not in self.forts
            )
            for id in self.hexes
        }
        """The Zone of Control of a leader in each hex (16.4.5.3, C67)."""
        self.leaders = {row["id"]: _leader(row) for row in data["leaders"]["leader"]}
        self.rank = {id: place for place, id in enumerate(self.leaders)}
        self.own_men: dict[bool, int] = {
            True: data["leaders"]["scale"]["default_men_at_arms_royal"],
            False: data["leaders"]["scale"]["default_men_at_arms_noble"],
        }
        self.execution_of_star: int = data["leaders"]["scale"]["execution_value_of_star"]
        self.units = {row["id"]: convert_row(row, UnitKind) for row in data["units"]["unit"]}
        self.columns: tuple[int, int] = (
            data["units"]["scale"]["morale_min"],
            data["units"]["scale"]["morale_max"],
        )
        self.cards = {row["id"]: convert_row(row, CardFacts) for row in data["cards"]["card"]}
        self.noble_cards = {card.noble: card.id for card in self.cards.values() if card.noble}
        self.scenarios: dict[str, dict[str, Any]] = {
            row["id"]: row for row in data["scenarios"]["scenario"]
        }

    def _beside(
        self, id: str, where: Mapping[tuple[int, int], str], off_grid: list[dict[str, Any]]
    ) -> tuple[str, ...]:
        """The hexes around a hex that can be entered from it: not across the sea or an estuary (C17)."""
        hex = self.hexes[id]
        around = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
        near = [where.get((hex.q + q, hex.r + r), "") for q, r in around]
        for row in off_grid:  # the Tower, beside London only (C9)
            near += row["neighbours"] if row["id"] == id else ()
            near += [row["id"]] if id in row["neighbours"] else ()
        return tuple(to for to in near if to and frozenset((id, to)) not in self.estuaries)

    def _cost(self, id: str, to: str) -> int:
        """16.4.5.1-2 Movement points for the step from a hex into the next."""
        if frozenset((id, to)) in self.roads:
            return int(self.tables["terrain_notes"]["road_move"])
        return int(self.terrain[self.hexes[to].terrain]["move"])


def river_id(name: str) -> str:
    """A river as a word of an order line: `avon_warwick`."""
    return "_".join(re.findall(r"\w+", name.lower()))


Sides = frozenset[frozenset[str]]


def _sides(rows: Iterable[Mapping[str, Any]]) -> Sides:
    return frozenset(frozenset((row["a"], row["b"])) for row in rows)


def _road(row: dict[str, Any]) -> Road:
    beside: dict[str, list[str]] = {area: [] for area in row["areas"]}
    for first, second in pairwise(row["areas"]):
        beside[first].append(second)
        beside[second].append(first)
    return Road(row["name"], tuple(row["areas"]), beside)


def _hex(row: dict[str, Any]) -> Hex:
    return convert_row({**row, "port": row["sea"] if "port" in row else ()}, Hex)


def _territory(row: dict[str, Any]) -> Territory:
    """By land into Scotland only (C10); Calais is reached by ship in a Campaign."""
    track = {
        "levels": [box["name"] for box in row["track"]],
        "costs": [box["cost"] for box in row["track"]],
    }
    by_land = row["land_access_hexes"] if row["any_port_of_zone"] else ()
    return convert_row({**row, **track, "land_access_hexes": by_land}, Territory)


def _leader(row: dict[str, Any]) -> Leader:
    enters = row["entry_turn"] if row.get("entry_kind") == "heir" else 0
    ratings = {side: _rating(row[side]) for side in SIDES if side in row}
    more = {"royal": row["kind"] == "royal", "enters": enters, "ratings": ratings}
    return convert_row({**row, **more}, Leader)


def _rating(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "loyalty": 0 if row["loyalty"] == "*" else row["loyalty"]}


facts, in_force = replaceable("plantagenet_1450", Facts)
