"""6.0 Scenarios: setting up, Exile boxes, special rules and thresholds, all from scenarios.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import BadOption, UnknownScenario
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.state import LordState, State, VassalState

PLAYABLE = ("Ia", "Ib")


def row(state: State) -> dict[str, Any]:
    return facts().scenarios[state.scenario]


def find(scenario: str) -> str:
    """The scenario id for an id or a name such as `towton`. Raises UnknownScenario."""
    wanted = scenario.lower().replace("_", " ").strip()
    for id in PLAYABLE:
        if wanted in (id.lower(), facts().scenarios[id]["name"].lower()):
            return id
    known = ", ".join(f"{id} ({facts().scenarios[id]['name']})" for id in PLAYABLE)
    raise UnknownScenario(scenario=scenario, known=known)


def has_rule(state: State, rule: str) -> bool:
    """Is a special rule of this id in force?"""
    return any(entry["id"] == rule for entry in row(state).get("rule", []))


def exile_boxes_of(state: State, lord: str) -> list[str]:
    """Exile boxes that a Lord may use: of his side, and in Ia his own network's (Allied Networks)."""
    networks = row(state)["networks"]
    if networks:
        return [entry["box"] for entry in networks if lord in entry["lords"]]
    side = facts().lords[lord].side
    return [box for box, owner in state.exile_boxes.items() if owner == side]


def first_turn(state: State) -> bool:
    """No Pay, and Capabilities instead of Events (3.1.2, 3.2)."""
    return bool(state.box == row(state)["first_box"])


def last_turn(state: State) -> bool:
    return bool(state.box == row(state)["last_box"])


def threshold(state: State) -> int:
    """5.2 Points that win at once this Turn; 0 if there is no such rule."""
    for entry in row(state)["thresholds"]:
        if entry["from_box"] <= state.box <= entry["to_box"]:
            return int(entry["points"])
    return 0


def deck(id: str, side: str) -> list[str]:
    """1.9.1 The Arts of War cards of a side in a scenario."""
    rule = facts().scenarios[id]["deck"][side]
    roses = {0, rule["roses"]} if rule["no_rose"] else {rule["roses"]}
    cards = [c.id for c in facts().cards.values() if c.side == side and c.roses in roses]
    return [c for c in cards if c not in rule["remove"]] + list(rule["add"])


def setup(scenario: str, options: Mapping[str, Any]) -> State:
    """The position before the first Levy. Raises UnknownScenario, BadOption."""
    for option in options:
        raise BadOption(option=option, known="none in this rule set yet")
    id = find(scenario)
    data = facts().scenarios[id]
    (rebel,) = [side for side in SIDES if data["role"][side] == "rebel"]
    (king,) = [side for side in SIDES if data["role"][side] == "king"]
    points = data["influence"]["points"]
    state = State(
        scenario=id,
        step="arts_of_war",
        box=data["first_box"],
        rebel=rebel,
        king=king,
        influence=points if data["influence"]["side"] == "york" else -points,
        favour={place: side for side in SIDES for place in data["favour"][side]},
        lords={lord: LordState() for side in SIDES for lord in data["lords"][side]},
        vassals={
            id: VassalState("ready" if id in data["vassals_in_play"] else "out")
            for id in facts().vassals
        },
        seats={lord: facts().lords[lord].seat for side in SIDES for lord in data["lords"][side]},
        cards={side: deck(id, side) for side in SIDES},
        exile_boxes={box: side for side in SIDES for box in data["exile_boxes"][side]},
    )
    favour = dict(state.favour)
    for entry in data["on_map"]:
        muster_lord(state, entry["lord"], entry["at"])
    state.favour = favour
    for entry in data["calendar"]:
        state.lords[entry["lord"]].box = entry["box"]
        state.lords[entry["lord"]].exile = entry["exile"]
    for entry in data["vassals_mustered"]:
        state.lords[entry["lord"]].vassals.append(entry["vassal"])
        state.vassals[entry["vassal"]] = VassalState(
            "mustered", entry["lord"], entry["calendar_box"]
        )
    return state
