"""The printed facts of Plantagenet, read once from `rules_data/plantagenet/*.toml`.

Hits are counted in halves (a Militia strikes with 1 half), so that rounding happens once (4.4.2).
"""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any

from msgspec import Struct, convert

from pbem.engine.declared import Side
from pbem.resources import resource, toml

SIDES = {
    "york": Side("York", "Yorkists", "Yorkist", "#1b4a86"),
    "lancaster": Side("Lancaster", "Lancastrians", "Lancastrian", "#8a1526"),
}
TROOPS = ("men_at_arms", "longbowmen", "militia", "mercenaries", "handgunners")
STRIKES = {"missile": "Missiles", "melee": "Melee"}
FILES = ("map", "lords", "vassals", "tables", "arts_of_war", "scenarios")


class Locale(Struct, frozen=True):
    """A space of the map (1.3.1). `kind` is city, town, fortress, special or exile_box."""

    id: str
    name: str
    kind: str
    area: str
    port: str
    x: int
    y: int

    @property
    def type(self) -> str:
        """Row of the Strongholds table; London, Calais and Harlech are their own."""
        return self.id if self.kind == "special" else self.kind


class LordCard(Struct, frozen=True):
    """A Lord card (1.5.1). `rank` is marshal, lieutenant or none."""

    id: str
    name: str
    side: str
    seat: str
    influence: int
    lordship: int
    command: int
    valour: int
    rank: str
    heir_rank: int
    badge: str
    cylinder: str
    troops: dict[str, int]
    assets: dict[str, int]


class VassalCounter(Struct, frozen=True, kw_only=True):
    """A Vassal (1.5.4). Special Vassals have no seat and no service."""

    id: str
    name: str
    seat: str = ""
    loyalty_side: str
    loyalty: int = 0
    service: int = 0
    card: str = ""


class Unit(Struct, frozen=True):
    """A row of the Forces table; `missile` and `melee` in half Hits."""

    id: str
    name: str
    missile: int
    melee: int
    protection: int
    troop: bool
    pool: int
    waste_immune: bool


class StrongholdRow(Struct, frozen=True):
    """A row of the Strongholds table."""

    type: str
    levy_troops: dict[str, int]
    supply_provender: int
    tax_coin: int
    pillage_coin: int
    pillage_provender: int
    tides_influence: int


class Turn(Struct, frozen=True):
    """A box of the Calendar (1.3.2)."""

    box: int
    months: tuple[str, ...]
    plan: int
    gain_lords_influence: bool
    grow: bool
    waste: bool


class Heir(Struct, frozen=True, rename={"late": "third_war_only"}):
    """A person in line to be King (6.2.1), by the first of his Lord cards.

    Attributes:
        lords: his cards, of which one at most is in the game.
        late: an Heir in the third War only.
    """

    id: str
    side: str
    rank: int
    lords: tuple[str, ...]
    late: bool = False


class InfluenceCheck(Struct, frozen=True):
    """What a check costs and how it goes (1.4.2).

    Attributes:
        added: points that may be added, and what they add to the rating; nothing comes first.
        succeeds_on, fails_on: rolls that always do.
    """

    cost: int
    each_way: int
    added: dict[int, int]
    succeeds_on: int
    fails_on: int


class DeathCheck(Struct, frozen=True):
    """The die that kills a Routed Lord, and what is added to it where he Fled (4.4.3)."""

    dies_on_at_least: int
    fled_modifier: int

    def dies_on(self, fled: bool) -> int:
        """The lowest die that kills."""
        return self.dies_on_at_least - (self.fled_modifier if fled else 0)


class ForceModifier(Struct, frozen=True):
    """What a card does to units of some types in Battle (4.4.2).

    Attributes:
        safe: by the kind of Strike, their Protection instead of the table's; 0: unchanged.
        worse: likewise, by how much it is lower.
        melee_multiplier: their Melee Hits, as many times.
    """

    units: tuple[str, ...]
    safe: dict[str, int]
    worse: dict[str, int]
    melee_multiplier: int


class ArtsOfWar(Struct, frozen=True):
    """An Arts of War card (1.9.1): its Event half and its Capability half."""

    id: str
    side: str
    roses: int
    event: str
    event_kind: str
    event_play: str
    event_text: str
    capability: str
    capability_lords: tuple[str, ...]
    capability_text: str


class Facts:
    """All tables, keyed by id."""

    def __init__(self) -> None:
        """Read the files of the game data into tables by id."""
        raw = {name: resource(f"rules_data/plantagenet/{name}.toml").read_bytes() for name in FILES}
        self._arts_of_war = raw.pop("arts_of_war")
        data = {name: toml(text) for name, text in raw.items()}
        board, tables = data["map"], data["tables"]
        self.locales = {row["id"]: convert(row, Locale) for row in board["locale"]}
        self.areas: dict[str, tuple[str, ...]] = {k: tuple(v) for k, v in board["areas"].items()}
        self.seas: dict[str, str] = {row["id"]: row["name"] for row in board["sea"]}
        self.sea_at: dict[str, tuple[int, int]] = {
            row["id"]: (row["x"], row["y"]) for row in board["sea"]
        }
        self.adjacent_seas = {row["id"]: tuple(row["adjacent"]) for row in board["sea"]}
        self.ports = {row["id"]: tuple(row["ports"]) for row in board["sea"]}
        self.box_sea: dict[str, str] = {row["id"]: row["sea"] for row in board["exile_box"]}
        self.ways: dict[str, dict[str, str]] = {id: {} for id in self.locales}
        for way in board["way"]:
            self.ways[way["a"]][way["b"]] = way["kind"]
            if not way["one_way"]:
                self.ways[way["b"]][way["a"]] = way["kind"]
        self.lords = {row["id"]: convert(row, LordCard) for row in data["lords"]["lord"]}
        self.lords_of = {
            side: tuple(card.id for card in self.lords.values() if card.side == side)
            for side in SIDES
        }
        self.vassals = {
            row["id"]: convert(row, VassalCounter) for row in data["vassals"]["regular"]
        }
        self.special_vassals = {row["id"]: _special(row) for row in data["vassals"]["special"]}
        self.units = {row["id"]: _unit(row) for row in tables["force"]}
        self.modifiers: dict[str, list[ForceModifier]] = {}
        for row in tables["force_modifier"]:
            self.modifiers.setdefault(row["card"], []).append(_modifier(row))
        self.strongholds = {row["type"]: _stronghold(row) for row in tables["stronghold"]}
        self.calendar = {row["box"]: convert(row, Turn) for row in tables["calendar"]}
        self.years: dict[str, list[int]] = tables["calendar_years"]
        self.influence: dict[str, Any] = tables["influence"]
        self.check = _check(tables["influence"]["check"])
        self.limits: dict[str, Any] = tables["limits"]
        self.death_check = DeathCheck(**self.limits["death_check"])
        self.scenarios: dict[str, dict[str, Any]] = {
            row["id"]: row for row in data["scenarios"]["scenario"]
        }
        self.grand: dict[str, Any] = data["scenarios"]["grand"]
        self.heirs = tuple(_heir(row) for row in self.grand["heir"])
        self.fields: dict[str, str] = {
            row["field"]: row["field_name"] for row in self.scenarios.values() if "field" in row
        }

    @cached_property
    def cards(self) -> dict[str, ArtsOfWar]:
        """Read when they are first used, for they are long and most orders need none."""
        rows = toml(self._arts_of_war)["card"]
        return {row["id"]: _card(row) for row in rows}

    @cached_property
    def badges(self) -> dict[str, frozenset[str]]:
        """Lords, with the cards of their side whose Capability they may have (1.9.1)."""
        return {
            id: frozenset(
                card.id
                for card in self.cards.values()
                if card.side == lord.side and {"any", id} & {*card.capability_lords}
            )
            for id, lord in self.lords.items()
        }

    @cached_property
    def with_vassals(self) -> frozenset[str]:
        """The cards with which a Special Vassal comes (1.5.4)."""
        return frozenset(vassal.card for vassal in self.special_vassals.values())

    @cached_property
    def sea_links(self) -> dict[str, tuple[str, ...]]:
        """Ports and Exile boxes, with the other Ports of their Sea."""
        return {place: self._others(place, self.ports[sea]) for place, sea in self._coast.items()}

    @cached_property
    def great_links(self) -> dict[str, tuple[str, ...]]:
        """Ports and Exile boxes, with all other Ports, of whatever Sea (Great Ships)."""
        ports = [port for coast in self.ports.values() for port in coast]
        return {place: self._others(place, ports) for place in self._coast}

    @property
    def _coast(self) -> dict[str, str]:
        """Ports and Exile boxes, with their Sea."""
        ports = {place.id: place.port for place in self.locales.values() if place.port != "none"}
        return {**ports, **self.box_sea}

    @staticmethod
    def _others(place: str, ports: Iterable[str]) -> tuple[str, ...]:
        return tuple(port for port in ports if port != place)

    @cached_property
    def strongholds_by_kind(self) -> dict[str, tuple[str, ...]]:
        kinds: dict[str, list[str]] = {}
        for locale in self.locales.values():
            kinds.setdefault(locale.kind, []).append(locale.id)
        return {kind: tuple(ids) for kind, ids in kinds.items()}


def _special(row: dict[str, Any]) -> VassalCounter:
    return VassalCounter(id=row["id"], name=row["name"], loyalty_side=row["side"], card=row["card"])


def _unit(row: dict[str, Any]) -> Unit:
    halves = {strike: int(row[strike] * 2) for strike in STRIKES}
    return convert({**row, **halves}, Unit)


def _modifier(row: dict[str, Any]) -> ForceModifier:
    return ForceModifier(
        tuple(row["units"]),
        {strike: row.get(f"protection_vs_{strike}", 0) for strike in STRIKES},
        {strike: -row.get(f"protection_delta_vs_{strike}", 0) for strike in STRIKES},
        row.get("melee_multiplier", 1),
    )


def _stronghold(row: dict[str, Any]) -> StrongholdRow:
    pillage = {f"pillage_{asset}": n for asset, n in row["pillage"].items()}
    return convert({**row, **pillage}, StrongholdRow)


def _check(row: dict[str, Any]) -> InfluenceCheck:
    return InfluenceCheck(
        row["base_cost"],
        row["parley_cost_per_way"],
        {entry["extra_cost"]: entry["rating_bonus"] for entry in row["bonus"]},
        row["always_succeeds_on"],
        row["always_fails_on"],
    )


def _heir(row: dict[str, Any]) -> Heir:
    return convert({"id": row["lords"][0], **row}, Heir)


def _card(row: dict[str, Any]) -> ArtsOfWar:
    event, capability = row["event"], row["capability"]
    return ArtsOfWar(
        row["id"],
        row["side"],
        row["roses"],
        event["name"],
        event["kind"],
        event["play"],
        event["effect"],
        capability["name"],
        tuple(capability["lords"]),
        capability["effect"],
    )


@cache
def facts() -> Facts:
    """The tables; read and parsed once a process."""
    return Facts()
