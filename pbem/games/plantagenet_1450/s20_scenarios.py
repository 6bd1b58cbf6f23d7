"""20.0, 5.0 Setting up a scenario: the whole game (20.1, 20.2) or a campaign alone; leaders who come while it runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.declared import NO, YES, GameOption
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import ABROAD, NEUTRAL, SIDES, facts
from pbem.games.plantagenet_1450.state import LeaderState, Relations, State, Unit

CAMPAIGN = "campaign"
HISTORICAL = GameOption(
    "historical_goals", (YES, NO), "goals of history at the end of turns", "4.0, C109"
)
SHORT = GameOption(
    "rise_of_edward", (NO, YES), "a shorter game, judged at the end of turn 6", "5.0, C111"
)


def titles() -> dict[str, str]:
    return {id: str(row["name"]) for id, row in facts().scenarios.items()}


def scenario_row(state: State) -> dict[str, Any]:
    return facts().scenarios[state.scenario]


def options(id: str) -> tuple[GameOption, ...]:
    """A campaign alone has none."""
    row = facts().scenarios[id]
    if row["kind"] == CAMPAIGN:
        return ()
    return (HISTORICAL, SHORT) if "short_last_turn" in row else (HISTORICAL,)


def last_turn(state: State) -> int:
    """C111 The rise of Edward IV is 20.1 up to the end of its sixth turn."""
    row = scenario_row(state)
    short = state.option(SHORT) == YES
    return int(row["short_last_turn"] if short else row["last_turn"])


def setup(id: str) -> State:
    data = facts().scenarios[id]
    return campaign(id, data) if data["kind"] == CAMPAIGN else whole_game(id, data)


def campaign(id: str, data: dict[str, Any]) -> State:
    """The position before the deployment of a campaign (16.3)."""
    state = State(
        scenario=id,
        step="deployment",
        leaders=forces(data),
        campaign_turns=data["campaign_turns"],
        in_campaign=True,
        won=data["first_initiative"],
    )
    for side in SIDES:
        mark(state, side, data)
        state.pool[side] = dict(data["force_pool"][side])
        state.hands[side] = cards.as_named(data["hands"][side]["fixed"])
    return state


def forces(data: dict[str, Any]) -> dict[str, LeaderState]:
    """All who take part: those on the map, and those who come later."""
    by_id = {one["id"]: placed(one) for one in data["forces"]}
    for group in data.get("reinforcements", ()):
        for leader in group["leaders"]:
            by_id[leader["id"]] = waiting = placed(leader)
            waiting.status, waiting.at = "waiting", ""
    return by_id


def placed(data: dict[str, Any]) -> LeaderState:
    """His own Men-at-Arms are among the units that the scenario lists."""
    side = data.get("side", facts().leaders[data["id"]].faction)
    if "captive_of" in data:
        crowned, captor = data.get("crowned", False), data["captor"]
        return LeaderState(side, data["hex"], "captive", crowned, captor=captor)
    own = leaders.own_men(data["id"])
    units = [Unit(kind) for kind in facts().units for _ in range(data["units"].get(kind, 0))]
    for unit in own:
        units.remove(Unit(unit.kind))
    return LeaderState(side, data["hex"], "free", data.get("crowned", False), army=own + units)


def mark(state: State, side: str, data: dict[str, Any]) -> None:
    for area in data[f"control_{side}"]:
        state.control[facts().areas[area].group] = side


def whole_game(id: str, data: dict[str, Any]) -> State:
    """The position before the first turn of 20.1 or 20.2. The Intrigue deck is made with the first deal (C126)."""
    state = State(
        scenario=id,
        step="turn",
        turn=data["first_turn"],
        leaders={one: LeaderState(facts().leaders[one].faction) for one in facts().leaders},
        cards=deck(data),
        legitimacy=dict(data["legitimacy"]),
        treasury=dict.fromkeys(SIDES, 0),
        heirs={one: leader.enters for one, leader in facts().leaders.items() if leader.enters},
        flags=dict.fromkeys(data["flags"], ""),
    )
    for leader in data["leaders"]:
        enter(state, leader)
    for dead in data.get("dead", ()):
        state.leaders[dead].status = "dead"
    for side in SIDES:
        mark(state, side, data)
        state.pool[side] = {}
        state.hands[side] = cards.as_named(data["hands"][side].get("fixed", []))
    for leader in data["diplomacy"]:
        state.relations[leader["territory"]] = Relations(leader["side"], leader["level"])
    return state


def deck(data: dict[str, Any]) -> list[str]:
    """The cards of a game as it begins: those of its decks and some more, less those that history has played,
    and the cards of the nobles in play (6.3.3)."""
    nobles = {facts().noble_cards.get(one["id"], "") for one in data["leaders"]}
    some = {*data.get("extra_cards", ()), *nobles}
    some |= {id for id, card in facts().cards.items() if card.deck in data["decks"]}
    some -= set(data.get("cards_out", ())) - nobles
    return [id for id in facts().cards if id in some]


def enter(state: State, data: dict[str, Any]) -> None:
    """A leader in play at the beginning, in the anchor hex of his area (C118)."""
    leader = state.leaders[data["id"]]
    leader.side = data.get("side", leader.side)
    leader.status = "captive" if "captive_of" in data else "free"
    place = data["at"]
    leader.at = place if place.startswith(ABROAD) else anchor(place)
    leader.crowned = data.get("crowned", False)
    if leader.crowned:
        state.were_crowned.append(data["id"])
    if leader.side == NEUTRAL:
        raise ValueError(f"{data['id']} serves nobody in {state.scenario}")


def anchor(area: str) -> str:
    return facts().anchors[area]


def expected(state: State) -> Iterator[tuple[int, dict[str, Any]]]:
    """Who still waits, with the campaign turn from which he comes."""
    for group in scenario_row(state).get("reinforcements", ()):
        for leader in group["leaders"]:
            if state.leaders[leader["id"]].status == "waiting":
                yield group["campaign_turn"], leader


async def arrive(table: Table[State]) -> None:
    """At the beginning of a campaign turn, in the hex that the scenario names, or in the nearest one of its area
    that he may enter; if there is none he waits another turn (P7)."""
    state = table.state
    for turn, data in list(expected(state)):
        id = data["id"]
        leader = state.leaders[id]
        inside = board.hexes_in(data["hex"])
        at = zones.nearest_open(state, leader.side, data["hex"], inside)
        if turn > state.campaign_turn:
            continue
        if not zones.is_open(state, leader.side, at):
            where = board.name(at)
            table.say("20.0", f"{leaders.subject(id)} cannot come to {where} yet.", about=(id,))
            continue
        leader.at, leader.status = at, "free"
        text = f"{leaders.subject(id)} comes to {board.name(at)} with {leaders.army_text(leader.army)}."
        table.say("20.0", text, about=(at, id))
