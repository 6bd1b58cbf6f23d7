"""The printed facts of Richard III, read once from `rules_data/richard_iii/*.toml`."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from functools import cache, cached_property
from typing import Any

from msgspec import Struct, convert

from pbem.engine.declared import Side
from pbem.resources import resource, toml

SIDES = {
    "york": Side("York", "Yorkists", "Yorkist", "#1b4a86"),
    "lancaster": Side("Lancaster", "Lancastrians", "Lancastrian", "#8a1526"),
}
FILES = ("map", "blocks", "cards", "scenarios")


class Area(
    Struct,
    frozen=True,
    kw_only=True,
    rename={"exempt": "exile_exempt", "port": "major_port"},
):
    """An area of the map (2.1).

    Attributes:
        shields: owner keys; `house_york` and `house_lancaster` are the houses' own (2.2).
        exile: the side whose exile area it is, or "" (2.7). `exempt`: mercenaries at home there.
        coast: ids of its sea zones (2.81).
        limit: blocks that it supplies (7.1, 7.2).
    """

    id: str
    name: str
    shields: tuple[str, ...]
    crown: bool
    wales: bool
    city: str = ""
    cathedral: str = ""
    exile: str = ""
    exempt: tuple[str, ...] = ()
    port: bool
    coast: tuple[str, ...]
    limit: int
    counts: bool
    x: int
    y: int


class Border(Struct, frozen=True):
    """A land border (5.21): how many blocks may cross it, and whether they must stop behind it."""

    key: str
    color: str
    limit: int
    surprise_limit: int
    must_stop: bool


class BlockFacts(
    Struct,
    frozen=True,
    kw_only=True,
    rename={
        "first_initiative": "initiative_round_1",
        "rank": "heir_rank",
        "counts": "counts_for_usurpation",
        "sails": "sea_move",
    },
):
    """A block's label (3.1, 3.2); `side` of the Rebel is "pretender".

    Attributes:
        kind: heir, noble, church, levy, bombard, mercenary or rebel.
        loyalty: dice of a Treachery Roll against it, 0 if it never defects.
        rank: of an heir, 1 is the most senior; 0 for others.
        counterpart: the other version of a block that may change sides, or "".
        home: areas of its shields, cathedral, city, or a mercenary's home.
        death: permanent, pool or exile_home (6.8).
    """

    id: str
    name: str
    side: str
    kind: str
    strength: int
    initiative: str
    first_initiative: str
    firepower: int
    loyalty: int
    loyalty_vs_warwick: int
    warwick_may_target: bool = True
    rank: int = 0
    counterpart: str = ""
    shield: str = ""
    home: tuple[str, ...]
    counts: bool
    sails: bool
    death: str


class Card(
    Struct,
    frozen=True,
    kw_only=True,
    rename={"reach": "move_range", "border_bonus": "border_limit_bonus"},
):
    """A kind of card (5.1). Cards of the same number of Action Points are all alike."""

    id: str
    name: str
    event: bool
    ap: int
    reach: int = 2
    land: bool = True
    sea: bool
    attack: bool = True
    recruit: bool = True
    border_bonus: int = 0
    count: int
    effect: str = ""


class Facts:
    """All tables, keyed by id."""

    def __init__(self) -> None:
        """Read the files of the game data into tables by id."""
        raw = {name: resource(f"rules_data/richard_iii/{name}.toml").read_bytes() for name in FILES}
        data = {name: toml(text) for name, text in raw.items()}
        board = data["map"]
        self.areas = {row["id"]: _area(row) for row in board["area"]}
        self.zones: dict[str, tuple[str, ...]] = {
            row["id"]: tuple(row["areas"]) for row in board["sea_zone"]
        }
        self.zone_names: dict[str, str] = {row["id"]: row["name"] for row in board["sea_zone"]}
        self.zone_at: dict[str, tuple[int, int]] = {
            row["id"]: (row["x"], row["y"]) for row in board["sea_zone"]
        }
        self.borders: dict[str, dict[str, Border]] = {id: {} for id in self.areas}
        for row in board["border"]:
            rules = board["border_rules"][row["color"]]
            border = convert({**rules, **row, "key": border_key(row["a"], row["b"])}, Border)
            self.borders[row["a"]][row["b"]] = border
            self.borders[row["b"]][row["a"]] = border
        self.blocks = {row["id"]: _block(row) for row in data["blocks"]["block"]}
        self.cards = _cards(data["cards"]["card"])
        self.hand_size: int = data["cards"]["meta"]["hand_size"]
        self.mulligan: int = data["cards"]["meta"]["mulligan_max_total"]
        self.scenarios: dict[str, dict[str, Any]] = {
            row["id"]: row for row in data["scenarios"]["scenario"]
        }

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """5.21 The areas beyond each area's borders."""
        return {id: tuple(borders) for id, borders in self.borders.items()}

    @cached_property
    def coasts(self) -> dict[str, dict[str, list[str]]]:
        """2.81 From each area: each destination by sea, with the sea zones that lead to it."""
        destinations: dict[str, dict[str, list[str]]] = {id: {} for id in self.areas}
        for origin, place in self.areas.items():
            for zone in place.coast:
                for other in self.zones[zone]:
                    if other != origin:
                        destinations[origin].setdefault(other, []).append(zone)
        return destinations

    @cached_property
    def rolls(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """3.26 All blocks of each side, in the order of their ids, by the royal house; the Rebel fights for the
        Pretender."""
        return {
            king: {
                side: tuple(
                    sorted(
                        id
                        for id, block in self.blocks.items()
                        if block.side == side or (block.side == "pretender" and side != king)
                    )
                )
                for side in SIDES
            }
            for king in SIDES
        }

    @cached_property
    def heirs(self) -> dict[str, tuple[str, ...]]:
        """3.21 The five heirs of each house, senior first."""
        heirs = sorted((b for b in self.blocks.values() if b.kind == "heir"), key=lambda b: b.rank)
        return {side: tuple(b.id for b in heirs if b.side == side) for side in SIDES}


def border_key(a: str, b: str) -> str:
    """A border's name in tables: both areas in alphabetical order."""
    return "__".join(sorted((a, b)))


def _area(row: dict[str, Any]) -> Area:
    exile = "exile" in row
    limit = row["exile_limit" if exile else "supply_limit"]
    counts = not exile and row.get("counts_for_usurpation", True)
    return convert({**row, "limit": limit, "counts": counts}, Area)


def _block(row: dict[str, Any]) -> BlockFacts:
    usual = {"initiative_round_1": row["initiative"], "loyalty_vs_warwick": row["loyalty"]}
    return convert({**usual, **row}, BlockFacts)


def _cards(rows: list[dict[str, Any]]) -> dict[str, Card]:
    """Kinds of cards, `action_4` to `plague`, each with its number in the deck."""
    ids = [row.get("event", f"action_{row['ap']}") for row in rows]
    cards = {}
    for id, row in zip(ids, rows, strict=True):
        is_event = row["kind"] == "event"
        more = {"id": id, "event": is_event, "count": ids.count(id)}
        cards[id] = convert({"sea": not is_event, **row, **more}, Card)
    return cards


@cache
def facts() -> Facts:
    """The tables; read and parsed once a process."""
    return Facts()
