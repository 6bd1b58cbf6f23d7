"""6.0 Scenarios: setting up, Exile boxes, special rules and thresholds, all from scenarios.toml."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.engine.declared import GameOption
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.state import HIDDEN_MATS, LordState, State, VassalState


def titles() -> dict[str, str]:
    """Scenario id to title, in the rulebook's order; the Wars are one scenario (6.0)."""
    rows = [row for row in facts().scenarios.values() if not row["grand"]]
    single = {row["id"]: _title(row["name"], row["years"]) for row in rows}
    return {**single, facts().grand["id"]: facts().grand["name"]}


def _title(name: str, years: str) -> str:
    return name if name.endswith(years) else f"{name}, {years}"


def scenario_row(state: State) -> dict[str, Any]:
    return facts().scenarios[state.scenario]


def rule(state: State, id: str) -> dict[str, Any]:
    """The special rule of this id with its facts; empty if it is not in force."""
    return rules_of(state.scenario).get(id, {})


@cache
def rules_of(scenario: str) -> dict[str, dict[str, Any]]:
    """6.0 The special rules of a scenario by their ids."""
    return {entry["id"]: entry for entry in facts().scenarios[scenario].get("rule", [])}


def has_rule(state: State, id: str) -> bool:
    """Is a special rule of this id in force?"""
    return bool(rule(state, id))


def is_war(state: State) -> bool:
    """6.0 Is this a War of the Wars of the Roses?"""
    return bool(scenario_row(state)["grand"])


def next_war(state: State, winner: str) -> str:
    """6.1.2 The War that follows if `winner` wins this one; "" after the third and elsewhere."""
    if not is_war(state):
        return ""
    number, side = state.scenario.rstrip("YL"), {"york": "yorkist", "lancaster": "lancastrian"}
    return str(facts().grand["next_war"].get(f"{number}_{side[winner]}", ""))


def exile_boxes_of(state: State, lord: str) -> list[str]:
    """Exile boxes that a Lord may use: of his side, or his own network's (Allied Networks)."""
    networks = scenario_row(state)["networks"]
    if networks:
        return [entry["box"] for entry in networks if lord in entry["lords"]]
    side = facts().lords[lord].side
    return [box for box, owner in state.exile_boxes.items() if owner == side]


def first_turn(state: State) -> bool:
    """No Pay, and Capabilities instead of Events (3.1.2, 3.2)."""
    return bool(state.box == scenario_row(state)["first_box"])


def last_turn(state: State) -> bool:
    return bool(state.box == scenario_row(state)["last_box"])


def threshold(state: State) -> int:
    """5.2 Points that win at once this Turn; 0 if there is no such rule."""
    for entry in scenario_row(state)["thresholds"]:
        if entry["from_box"] <= state.box <= entry["to_box"]:
            return int(entry["points"])
    return 0


@cache
def deck(id: str, side: str) -> tuple[str, ...]:
    """1.9.1 The Arts of War cards of a side in a scenario."""
    rule = facts().scenarios[id]["deck"][side]
    roses = {0, rule["roses"]} if rule["no_rose"] else {rule["roses"]}
    cards = [c.id for c in facts().cards.values() if c.side == side and c.roses in roses]
    return (*[c for c in cards if c not in rule["remove"]], *rule["add"])


def options(id: str) -> tuple[GameOption, ...]:
    """1.5.3 Screens may hide the mats; a scenario that is only a Battle has none."""
    return () if facts().scenarios[first_war(id)]["battle_only"] else (HIDDEN_MATS,)


def first_war(id: str) -> str:
    """The scenario that a game of this scenario begins with."""
    return str(facts().grand["first_war"]) if id == facts().grand["id"] else id


def setup(id: str) -> State:
    """The position before the first Levy."""
    return prepare(first_war(id))


def prepare(id: str) -> State:
    """6.0 Set up what the table of a scenario or War says, without what depends on earlier Wars."""
    data = facts().scenarios[id]
    (rebel,) = [side for side in SIDES if data["role"][side] == "rebel"]
    (king,) = [side for side in SIDES if data["role"][side] == "king"]
    points = data["influence"]["points"]
    state = State(
        scenario=id,
        step=first_step(data),
        box=data["first_box"],
        rebel=rebel,
        king=king,
        influence=points if data["influence"]["side"] == "york" else -points,
        favour={},
        lords={lord: LordState(at="out") for side in SIDES for lord in data["lords"][side]},
        vassals={
            id: VassalState("ready" if id in data["vassals_in_play"] else "out")
            for id in facts().vassals
        },
        seats={},
        cards={side: list(deck(id, side)) for side in SIDES},
        exile_boxes={box: side for side in SIDES for box in data["exile_boxes"][side]},
    )
    for entry in data["on_map"]:
        place_mustered(state, entry["lord"], entry["at"])
    for entry in data["calendar"]:
        place_on_calendar(state, entry["lord"], entry["box"], entry["exile"])
    state.favour = {place: side for side in SIDES for place in data["favour"][side]}
    for entry in data["vassals_mustered"]:
        state.lords[entry["lord"]].vassals.append(entry["vassal"])
        state.vassals[entry["vassal"]] = VassalState(
            "mustered", entry["lord"], entry["calendar_box"]
        )
    for entry in data.get("starting_capabilities", []):
        mat = state.lords[entry["lord"]]
        mat.capabilities.append(entry["card"])
        mat.vassals += [] if entry["special_vassal"] == "none" else [entry["special_vassal"]]
    if "plan" in data:
        state.plan = {side: list(data["plan"][side]) for side in SIDES}
        state.planned = {side: list(dict.fromkeys(data["plan"][side])) for side in SIDES}
    for side in SIDES if "field" in data else ():
        for lord in data["lords"][side]:
            muster_lord(state, lord, data["field"])
    return state


def starts_with(state: State, lord: str, card: str) -> bool:
    """Does the scenario give a Lord this Capability at the start, whatever its badges say (6.0 Ic)?"""
    entries = scenario_row(state).get("starting_capabilities", [])
    return any(entry["lord"] == lord and entry["card"] == card for entry in entries)


def first_step(data: dict[str, Any]) -> str:
    """Where the game begins: the first Levy, unless the scenario has something to settle before it."""
    rules = [entry["id"] for entry in data.get("rule", [])]
    if data["battle_only"]:
        return "field"
    if data.get("starts_with") == "campaign":
        return "command"
    return "king_richard" if "king_richard" in rules else "arts_of_war"


def place_mustered(state: State, lord: str, place: str) -> None:
    """6.0 A Lord's mat as if just Levied, his cylinder and his Seat marker; Favour stays as it is."""
    favour = dict(state.favour)
    state.seats[lord] = facts().lords[lord].seat
    muster_lord(state, lord, place)
    state.favour = favour


def place_on_calendar(state: State, lord: str, box: int, exile: bool = False) -> None:
    """6.0 A cylinder on the Calendar, and his Seat marker on the map."""
    state.seats[lord] = facts().lords[lord].seat
    state.lords[lord] = LordState(box=box, exile=exile)
