"""The position in words: what a side may see, as plain data for templates and JSON.

Everything comes from the public state, except the asking side's own Plan and Held Events, which
are looked up in what it knows, and only under its own slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.plantagenet import position_map as on_map
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, TROOPS, facts
from pbem.games.plantagenet.position_battle import array
from pbem.games.plantagenet.position_words import (
    PARTY,
    STEPS,
    box_name,
    command_name,
    counted,
    headline,
    influence_words,
    now,
)
from pbem.games.plantagenet.state import LordState, State

Plain = dict[str, Any]


def position(state: State, side: str, known: Mapping[str, str]) -> Plain:
    """All that `side` ("york", "lancaster" or "public") may see; no value in it is None.

    Args:
        known: secret slot to card, for slots that `side` may look at.
    """
    worn = {
        mark: [
            board.name(place) for place in on_map.by_place(state) if state.wear.get(place) == mark
        ]
        for mark in ("depleted", "exhausted")
    }
    return {
        "now": now(state),
        "headline": headline(state),
        "headings": ["battle", "battle_round"],
        "sides": {side: lords.side_name(side) for side in SIDES},
        "scenario": _scenario(state),
        "turn": _turn(state),
        "influence": {"net": state.influence, "words": influence_words(state)},
        "victory": _victory(state),
        "active": _active(state),
        "battle": array(state),
        "map": on_map.areas_with_lords(state),
        "favour": on_map.favour_by_area(state),
        "specials": on_map.special_strongholds(state),
        "totals": on_map.favour_totals(state),
        "net_words": _net_words(state),
        "worn": worn,
        "worn_words": [
            f"{mark.capitalize()}: {', '.join(places)}" for mark, places in worn.items() if places
        ],
        "calendar": _calendar(state),
        "gone": _gone(state),
        "ready_vassals": [_ready(id) for id, v in state.vassals.items() if v.status == "ready"],
        "pools": [
            {"kind": kind, "left": left, "words": f"{left} {facts().units[kind].name}"}
            for kind in TROOPS
            if (left := forces.in_pool(state, kind))
        ],
        "cards": [_cards(state, owner, side, known) for owner in SIDES],
        "winner": state.winner,
        "ending": state.ending,
    }


def _net_words(state: State) -> str:
    totals = ", ".join(total["words"] for total in on_map.favour_totals(state))
    return f"{totals}. {', '.join(row['words'] for row in on_map.special_strongholds(state))}"


def _scenario(state: State) -> Plain:
    row = scenario.row(state)
    grand = f"{facts().grand['name'].partition(',')[0]}: " if scenario.is_war(state) else ""
    return {
        "id": state.scenario,
        "name": f"{grand}{row['name']}",
        "years": row["years"],
        "rebel": lords.side_name(state.rebel),
        "king": lords.side_name(state.king),
    }


def _turn(state: State) -> Plain:
    phase, title, rule = STEPS[state.step]
    if not state.box:
        return _untimed(state, phase, title, rule)
    turn = facts().calendar[state.box]
    marks = {
        "Lords gain Influence (4.8.1)": turn.gain_lords_influence,
        "Grow (4.8.4)": turn.grow,
        "Waste (4.8.5)": turn.waste,
    }
    reminders = [text for text, marked in marks.items() if marked and not state.winner]
    after = f"; {', '.join(reminders)} after this Campaign" if reminders else ""
    return {
        "words": f"{now(state)} ({rule}){after}",
        "box": state.box,
        "last_box": scenario.row(state)["last_box"],
        "name": box_name(state, state.box),
        "phase": phase,
        "step": title,
        "rule": rule,
        "plan_size": turn.plan,
        "reminders": reminders,
    }


def _untimed(state: State, phase: str, title: str, rule: str) -> Plain:
    """A scenario that is but a Battle has no Turns (6.0 III(B))."""
    return {
        "words": f"{now(state)} ({rule})",
        "box": 0,
        "last_box": 0,
        "name": box_name(state, 0),
        "phase": phase,
        "step": title,
        "rule": rule,
        "plan_size": 0,
        "reminders": [],
    }


def _victory(state: State) -> Plain:
    points, last = scenario.threshold(state), scenario.row(state)["last_box"]
    words = []
    if points:
        words.append(f"{points} points win at once after this Campaign (5.2).")
    if scenario.has_rule(state, "test_of_arms"):
        held = PARTY[board.favour(state, "york")]
        words.append(
            "Favour at York wins at the end of the Campaign; without, it is a draw "
            f"(Test of Arms). York is now {held}."
        )
    elif not state.box:
        words.append("The winner of the Battle wins; if all Rout it is a draw.")
    else:
        words.append(f"Most points after {box_name(state, last)} (box {last}) win (5.3).")
    return {"threshold": points, "words": "" if state.winner else " ".join(words)}


def _active(state: State) -> Plain:
    if not state.active:
        return {}
    name, at = lords.name(state.active), board.name(state.lords[state.active].at)
    hidden = state.lords[state.active].hidden
    left = "" if hidden else f", {counted(state.actions, 'action')} left"
    return {
        "lord": state.active,
        "name": name,
        "side": lords.side_of(state.active),
        "actions": state.actions,
        "words": f"{name} at {at}{left}",
    }


def _calendar(state: State) -> list[Plain]:
    """Boxes that hold something, in order (1.3.2)."""
    boxes = []
    for box in range(17):
        cylinders = [
            {
                "id": id,
                "name": lords.name(id),
                "party": PARTY[lords.side_of(id)],
                "exile": lord.exile,
                "ready": box <= state.box,
            }
            for id, lord in state.lords.items()
            if lord.at == "calendar" and lord.box == box
        ]
        service = [
            {
                "vassal": lords.vassal(id).name,
                "lord": lords.name(marker.lord) if marker.lord else "a hidden mat",
            }
            for id, marker in state.vassals.items()
            if marker.status == "mustered" and marker.box == box
        ]
        back = [
            lords.vassal(id).name
            for id, marker in state.vassals.items()
            if marker.status == "disbanded" and marker.box == box
        ]
        if cylinders or service or back:
            boxes.append(
                {
                    "box": box,
                    "name": box_name(state, box),
                    "title": f"Box {box}, {box_name(state, box)}"
                    + (" (now)" if box == state.box else ""),
                    "current": box == state.box,
                    "lords": cylinders,
                    "service": service,
                    "disbanded": back,
                    "words": [
                        *(_cylinder(lord) for lord in cylinders),
                        *(f"{row['vassal']} is due Pay from {row['lord']}" for row in service),
                        *(f"{vassal} is Ready again" for vassal in back),
                    ],
                }
            )
    return boxes


def _cylinder(lord: Plain) -> str:
    """`Exeter (Lancastrian, in Exile)`; before its box a cylinder that comes up is Ready (3.4.2)."""
    marks = [lord["party"], *(["in Exile"] if lord["exile"] else [])]
    return f"{lord['name']} ({', '.join(marks)}){' is Ready' if lord['ready'] else ''}"


def _gone(state: State) -> list[Plain]:
    """Lords removed for good, Heirs in earlier Wars too, and a captive King (scenario Ia)."""
    gone = []
    captives = [id for id, lord in state.lords.items() if lord.at == "captive"]
    for id in dict.fromkeys([*state.removed, *captives]):
        lord = state.lords.get(id, LordState(at="out"))
        if lord.at in ("captive", "out"):
            why = f"captive of {lords.name(lord.keeper)}" if lord.keeper else "removed for good"
            words = f"{lords.name(id)} ({PARTY[lords.side_of(id)]}, {why})"
            gone.append({"id": id, "keeper": lord.keeper, "words": words})
    return gone


def _ready(id: str) -> Plain:
    counter = lords.vassal(id)
    loyalty = f"{PARTY[counter.loyalty_side]} +{counter.loyalty}" if counter.loyalty else ""
    return {
        "words": f"{counter.name} ({board.name(counter.seat)})",
        "name": counter.name,
        "seat": board.name(counter.seat),
        "loyalty": loyalty,
        "service": counter.service,
    }


def _cards(state: State, owner: str, reader: str, known: Mapping[str, str]) -> Plain:
    """Arts of War and Command cards of `owner`; what lies face down is named to `owner` only."""
    hidden = known if reader == owner else {}
    shown = [
        facts().cards[known[slot]].event for slot in state.seen.get(reader, []) if slot in known
    ]
    used = [card for id in lords.lords_of(state, owner) for card in state.lords[id].capabilities]
    open_ = [card for card in state.in_force if facts().cards[card].side == owner]
    held = state.held[owner]
    taken = sum(card in used or card in open_ for card in state.cards[owner]) + len(held)
    plan, flipped = state.plan[owner], [command_name(card) for card in state.flipped[owner]]
    in_force = [facts().cards[card].event for card in open_]
    unused = len(state.cards[owner]) - taken
    screened = any(state.lords[id].hidden for id in lords.lords_of(state, owner))
    words = [
        "" if screened else f"{unused} Arts of War cards unused",
        f"Held Events: {len(held)}" if held else "",
        f"in force: {', '.join(in_force)}" if in_force else "",
        f"Plan: {counted(len(plan), 'card')} left" if plan else "",
        f"played: {', '.join(flipped)}" if flipped else "",
    ]
    held_names = [facts().cards[hidden[slot]].event for slot in held if slot in hidden]
    planned = [command_name(hidden[slot]) for slot in plan if slot in hidden]
    own = {"You hold": held_names, "Your Plan, top card first": planned}
    if reader == state.enemy(owner):
        own = {"You have seen": shown}
    return {
        "id": owner,
        "side": lords.side_name(owner),
        "words": "; ".join(word for word in words if word),
        "own_words": [f"{title}: {', '.join(names)}" for title, names in own.items() if names],
        "unused": -1 if screened else unused,
        "held": len(held),
        "held_names": held_names,
        "in_force": in_force,
        "plan_left": len(plan),
        "plan": planned,
        "flipped": flipped,
    }
