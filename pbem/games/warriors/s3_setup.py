"""3.0 Setup: scenarios, the opening position and the draft of neutral nobles."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.prose import count_text, listing, sentence
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import NEUTRAL, SIDES, facts
from pbem.games.warriors.s6_3_aggressor import mark_contested
from pbem.games.warriors.s8_control import holds
from pbem.games.warriors.s11_2_placing import PlaceNoble, bar_placings, destinations, put
from pbem.games.warriors.state import NobleState, State


def scenario_row(state: State) -> dict[str, Any]:
    return facts().scenarios[state.scenario]


def last_turn(state: State) -> int:
    """13.0 The turn that the scenario ends with."""
    return int(scenario_row(state)["last_turn"])


def titles() -> dict[str, str]:
    return {id: str(row["name"]) for id, row in facts().scenarios.items()}


def setup(id: str) -> State:
    """The position before the draft of a scenario."""
    data = facts().scenarios[id]
    state = State(
        scenario=id,
        step="draft",
        turn=data["first_turn"],
        lead=data["vp_start_lancaster"] - data["vp_start_york"],
        nobles={noble: NobleState() for noble in sorted(facts().nobles)},
        initiative=data.get("initiative_last", ""),
    )
    for entry in data["placement"]:
        back = entry.get("striped", False) or entry.get("infirm", False)
        state.nobles[entry["noble"]] = NobleState(entry["at"], entry["side"], back, entry["troops"])
    for noble in data.get("removed", []):
        state.nobles[noble].at = "out"
    captor = data.get("held_by", "")
    for noble in data.get("tower", []):
        state.nobles[noble] = NobleState("tower", state.enemy(captor), noble == facts().henry)
    for side in SIDES:
        for noble in data.get(f"covert_{side}", []):
            state.nobles[noble] = NobleState("covert", side)
    for noble in data.get("striped", []):
        state.nobles[noble].back = True
    return state


async def draft(table: Table[State]) -> None:
    """3.0 Neutral nobles are drawn, chosen in turn and placed at once (C42); then control (C1)."""
    state = table.state
    rules = scenario_row(state)["draft"]
    neutral = [id for id in nobles.cup(state) if nobles.colour(state, id) == NEUTRAL]
    slots = await table.shuffle("draft", len(neutral), lambda known: list(neutral))
    for slot in slots[: rules["count"]]:
        state.nobles[await table.open(slot)].at = "drawn"
    laid = nobles.names(state, nobles.face_up_nobles(state))
    table.say(
        "3.0", sentence(f"{nobles.side_name(rules['drawn_by'])} draws neutral nobles: {laid}")
    )
    side = rules["first"]
    while nobles.face_up_nobles(state):
        await choose(table, side, rules["troops"])
        side = state.enemy(side)
    for place in mark_contested(state, scenario_row(state)["contested_aggressor"]):
        aggressor = nobles.side_name(state.aggressor[place])
        table.say("3.0", f"Both sides are in {board.the(place)}: {aggressor} is the aggressor.")
    opening_control(state)
    regions_held = {
        owner: [
            board.the(place_id)
            for place_id in facts().regions
            if state.control.get(place_id) == owner
        ]
        for owner in SIDES
    }
    for side in SIDES:
        controls = listing(regions_held[side]) or "nothing"
        table.say("3.0", f"{nobles.side_name(side)} starts in control of {controls}.")


async def choose(table: Table[State], side: str, troops: int) -> None:
    """3.0 Ask a side for one neutral noble, who is placed with his Troops as soon as he is chosen (C42)."""
    state = table.state
    decision = await table.ask(
        Request[PlaceNoble](
            side,
            "draft",
            "Which neutral noble joins you, and where does he start?",
            "3.0",
            partial(candidates, state=state, side=side),
        )
    )
    put(state, decision.noble, side, decision.to, troops)
    table.say(
        "3.0",
        f"{nobles.name(state, decision.noble)} joins {nobles.side_name(side)} in "
        f"{board.the(decision.to)} with {count_text(troops, 'Troop')}.",
        about=(decision.to, decision.noble),
    )


def candidates(menu: Menu, state: State, side: str) -> None:
    armies = nobles.armies(state)
    for noble in menu.pick("noble", nobles.face_up_nobles(state)):
        for to in menu.pick("to", destinations(state, noble, side, armies)):
            menu.offer(PlaceNoble(noble, to), partial(draft_note, state, side, noble, to), "3.0")
        menu.bar_more(partial(bar_placings, state=state, id=noble))
    menu.bar_more(bar_undrawn)


def draft_note(state: State, side: str, noble: str, to: str) -> str:
    """Whoever is the second there: the aggressor is that of the scenario (3.0)."""
    parts = [nobles.ratings(state, noble)]
    if enemies := nobles.at(state, to, state.enemy(side)):
        strength = nobles.strength(state, enemies)
        parts.append(f"enemy: {nobles.names(state, enemies)}, strength {strength}")
        aggressor = scenario_row(state)["contested_aggressor"]
        becomes = "you become" if aggressor == side else "the enemy becomes"
        parts.append(f"{becomes} the aggressor")
    return "; ".join(parts)


def bar_undrawn(menu: Menu) -> None:
    for id in facts().nobles:
        for place in facts().places:
            menu.bar(PlaceNoble(id, place), "he is not among those still to be chosen (3.0)")


def opening_control(state: State) -> None:
    """C1 Sole occupation controls a region; what the scenario lists counts only where nobody is."""
    listed = {entry["region"]: [entry["side"]] for entry in scenario_row(state).get("control", [])}
    for place in facts().regions:
        present = [side for side in SIDES if nobles.at(state, place, side)]
        owners = present or listed.get(place, [])
        if len(owners) == 1 and (place != facts().capital or holds(state, owners[0])):
            state.control[place] = owners[0]
