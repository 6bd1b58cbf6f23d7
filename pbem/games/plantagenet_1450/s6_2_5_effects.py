"""6.2.5 What the text of a card does, step by step: the operations of `effects.md`.

A step whose selector finds nothing is skipped, later ones still run; so is one for a king who is not there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pbem.engine.decision import Decision, Kind, decision
from pbem.engine.prose import count_text, listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import conditions, effect_words
from pbem.games.plantagenet_1450 import s3_3_tracks as tracks
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_2_5_leader_effects as on_leaders
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s11_3_1_landings as landings
from pbem.games.plantagenet_1450 import s12_recruitment as recruitment
from pbem.games.plantagenet_1450 import s13_2_battles as battles
from pbem.games.plantagenet_1450 import s13_2_musters as musters
from pbem.games.plantagenet_1450 import s15_2_relations as relations
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.facts import NEUTRAL, facts
from pbem.games.plantagenet_1450.s6_2_5_selectors import (
    Resolution,
    groups_named,
    leaders_named,
    resolution,
    side_of,
    some_areas,
)
from pbem.games.plantagenet_1450.s8_2_control import convert
from pbem.games.plantagenet_1450.state import Modifier, Points, State

RULE = "6.2.5"
Steps = Sequence[dict[str, Any]]


NOTHING = {
    "battle": "nobody can attack",
    "capture_check": "nobody is ambushed",
    "choose": "none of its choices is possible",
    "control": "no area changes hands",
    "diplomacy": "no relations change",
    "flip": "nobody changes sides",
    "loyalty": "nobody's loyalty is tried",
    "move": "nobody moves",
    "muster": "nobody can muster",
    "release": "nobody is released",
    "remove": "nobody is taken",
}
"""What is told of a step of a card that finds nobody and nothing, by operation."""
NO_UNITS = "no units come"


@decision("choose {label}", rule=RULE)
class ChooseLabel(Decision):
    """One of the ways that a card leaves open."""

    label: Annotated[str, Kind("way", words=("area", "pay"))]


async def carry_out(table: Table[State], play: Resolution, steps: Steps) -> None:
    for step in steps:
        if play.stopped:
            return
        told_before = table.told
        await take_step(table, play, step)
        if table.told == told_before and (why := NOTHING.get(step["op"])):
            table.say(RULE, f"{play.title}: {why}.")


async def take_step(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """Do one step of an Event or Response. Raises Impossible for an operation that none has."""
    state = table.state
    side = side_of(state, play, step.get("side", "self"))
    match step["op"]:
        case "legitimacy":
            tracks.change_legitimacy(table, side, await amount(table, play, step["amount"]), RULE)
        case "treasury":
            tracks.change_treasury(table, side, await amount(table, play, step["amount"]), RULE)
        case "control":
            await control(table, play, step)
        case "recruit":
            await recruit(table, play, side, step)
        case "diplomacy":
            diplomacy(table, side, step["territory"], step["steps"])
        case "roll":
            await roll(table, play, step)
        case "choose":
            await choose(table, play, step)
        case "when":
            met = conditions.all_hold(state, step["if"], play.around)
            await carry_out(table, play, step["then"] if met else step.get("else", ()))
            if not met and "else" not in step and step["then"][0]["op"] == "recruit":
                table.say(RULE, f"{play.title}: {NO_UNITS}.")
        case "flag":
            flag(state, step)
        case "points":
            points = Points(side, play.card, step["amount"], step["amount"], list(step["uses"]))
            state.points.append(points)
            text = f"{board.side_name(side)} has {count_text(points.given, 'point')} from {play.title} to spend."
            table.say("8.0", text)
        case "modify":
            state.changes.append(Modifier(step["what"], side, step["amount"]))
        case "cancel":
            play.cancels = step["what"]
        case "loyalty":
            if await on_leaders.fails_loyalty(table, play, step):
                await carry_out(table, play, step.get("on_defect", ()))
        case "muster":
            await musters.by_card(table, play, step)
        case "move":
            await landings.by_card(table, play, step)
        case "battle":
            await battles.by_card(table, play, step)
        case "capture_check":
            await battles.ambush(table, play, step)
        case _:
            await on_leaders.take_step(table, play, step)


def idle(state: State, card: str, side: str) -> list[str]:
    """What a card's event would not do as things are: the steps that find nobody and nothing now. Those that depend on
    what an earlier step has found are left out."""
    play = resolution(card, side)
    return list(dict.fromkeys(_idle(state, play, facts().cards[card].effects)))


def _idle(state: State, play: Resolution, steps: Steps) -> list[str]:
    notes = []
    for step in steps:
        op = step["op"]
        if op == "when" and not any(conditions.BOUND in text for text in step["if"]):
            met = conditions.all_hold(state, step["if"], play.around)
            notes += _idle(state, play, step["then"] if met else step.get("else", ()))
            if not met and "else" not in step and step["then"][0]["op"] == "recruit":
                notes.append(NO_UNITS)
        elif op in NOTHING and _finds_nothing(state, play, step):
            notes.append(NOTHING[op])
    return notes


def _finds_nothing(state: State, play: Resolution, step: dict[str, Any]) -> bool:
    """Is there nothing in the position that this step of an event could change?"""
    side = side_of(state, play, step.get("side", "self"))
    match step["op"]:
        case "muster" if not _is_bound(step["leader"]):
            ids = leaders_named(state, play, step["leader"])
            return not any(musters.can_muster(state, id) for id in ids)
        case "battle" if not _is_bound(step["attacker"]):
            return not battles.hunters(state, play, step)
        case "capture_check":
            return not leaders_named(state, play, step["leader"])
        case "control" if not any(map(_is_bound, _areas(step["area"]))):
            to = side_of(state, play, step["to"])
            groups_meant = [
                facts().areas[id].group for id in groups_named(state, play, step["area"])
            ]
            return all(state.control.get(group, NEUTRAL) == to for group in groups_meant)
        case "diplomacy" if step["steps"] > 0:
            return not relations.can_improve(state, side, step["territory"])
        case "diplomacy":
            return not conditions.level(state, side, step["territory"])
        case _:
            return False


def _is_bound(what: Any) -> bool:
    return isinstance(what, str) and what.startswith(conditions.BOUND)


def _areas(what: Any) -> Sequence[Any]:
    return what.get("ids", ()) if isinstance(what, dict) else (what,)


async def amount(table: Table[State], play: Resolution, value: int | str) -> int:
    """A number, or `1d6` or `-1d6`, which is rolled when the step runs."""
    if isinstance(value, int):
        return value
    sign = -1 if value.startswith("-") else 1
    sides = int(value.partition("d")[2])
    return sign * await table.roll(f"card {play.card.lower()}", "", RULE, sides=sides)


# -- markers, units, relations ----------------------------------------------------------------------


async def control(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """A marker, whatever it was, with Legitimacy by C14; no leader is needed. A garrison stays loyal (C57) unless
    the card turns it too (C107)."""
    to = side_of(table.state, play, step["to"])
    words = "which areas become neutral?" if to == NEUTRAL else "which areas declare for you?"
    for id in await some_areas(table, play, step["area"], words, to):
        convert(table, facts().areas[id], to, RULE)
    for id in groups_named(table.state, play, step["area"]) if step.get("garrison") else ():
        for at, garrison in table.state.garrisons.items():
            if facts().forts[at].group == facts().areas[id].group:
                before, garrison.side = garrison.side, to
                captures.change_hands(table, at, before)


async def recruit(table: Table[State], play: Resolution, side: str, step: dict[str, Any]) -> None:
    """Units for the Force Pool: so many, or by a roll on the Recruitment Table, with Treasury (9.2.2)."""
    kind = step["unit"]
    if not step.get("table"):
        recruitment.join(table, side, kind, step["count"], RULE)
        return
    what = f"recruiting {facts().units[kind].name} ({play.title})"
    added = await treasury.bid(table, side, what, about=recruitment.ACTION)
    await recruitment.enlist(table, side, kind, added, "12.1")


def diplomacy(table: Table[State], side: str, territory: str, steps: int) -> None:
    """Up, with 15.4 and not while the enemy has relations there (C205), or down."""
    for _ in range(abs(steps)):
        if steps > 0:
            relations.improve(table, side, territory, RULE)
        else:
            relations.worsen(table, side, territory, RULE)


def flag(state: State, step: dict[str, Any]) -> None:
    if step["value"]:
        state.flags[step["name"]] = step.get("until", "")
    else:
        state.flags.pop(step["name"], None)


# -- dice and choices -------------------------------------------------------------------------------


async def roll(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """A die, with Treasury where the card allows it, from 1 to 6; the band that holds it is carried out."""
    by = side_of(table.state, play, step["by"])
    added = step.get("mod", 0) + by_units(table.state, play, step.get("mod_units"))
    if step["treasury"]:
        added += await treasury.bid(table, by, f"the event {play.title}", about="card")
    sides = int(step["dice"].partition("d")[2])
    die = await table.roll(f"card {play.card.lower()}", "", RULE, sides=sides)
    result = min(max(die + added, 1), sides)
    for band in step["bands"]:
        if band["min"] <= result <= band["max"]:
            if not band["do"]:
                table.say(RULE, f"{play.title} has no effect.")
            await carry_out(table, play, band["do"])


def by_units(state: State, play: Resolution, what: dict[str, Any] | None) -> int:
    """One for so many units that a leader has left."""
    if what is None:
        return 0
    units = [len(state.leaders[id].army) for id in leaders_named(state, play, what["leader"])]
    return int(sum(units) // what["per"])


async def choose(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """C144 Ask which option of a step happens, of those that can be carried out in full; nothing if none can."""
    by = side_of(table.state, play, step["by"])
    able = [one for one in step["options"] if by and can_do(table.state, play, one["do"])]
    if not able:
        return
    answer = await table.ask(
        Request[ChooseLabel](
            by,
            "card_choice",
            f"{play.title}: which of these happens?",
            RULE,
            partial(
                fill_labels,
                state=table.state,
                play=play,
                by=by,
                ways={one["label"]: one["do"] for one in able},
            ),
        )
    )
    branch = next(one for one in able if one["label"] == answer.label)
    await carry_out(table, play, branch["do"])


def fill_labels(
    menu: Menu, state: State, play: Resolution, by: str, ways: Mapping[str, Steps]
) -> None:
    for label in menu.pick("label", ways):
        menu.offer(ChooseLabel(label), partial(way_text, state, play, by, ways[label]))


def way_text(state: State, play: Resolution, by: str, steps: Steps) -> str:
    """What happens, as it is told to the side that chooses, with the areas of which one is at stake: they are asked
    for only afterwards."""
    ids = [
        id
        for step in steps
        if step["op"] == "control"
        for id in groups_named(state, play, step["area"])
    ]
    names = listing((board.control_name(id) for id in ids), "or")
    steps_seen = [
        {**step, "side": "self" if payer == by else payer}
        if (payer := side_of(state, play, step.get("side", "")))
        else step
        for step in steps
    ]
    return effect_words.together(steps_seen) + (f": {names}" if names else "")


def can_do(state: State, play: Resolution, steps: Steps) -> bool:
    """Can steps be carried out in full? There must be areas enough, and points enough to pay."""
    for step in steps:
        side = side_of(state, play, step.get("side", "self"))
        match step["op"]:
            case "control":
                if len(groups_named(state, play, step["area"])) < step["area"].get("pick", 1):
                    return False
            case "treasury":
                if state.treasury.get(side, 0) + step["amount"] < 0:
                    return False
            case "legitimacy":
                if state.legitimacy.get(side, 0) + step["amount"] < 0:
                    return False
            case _:
                raise Impossible(f"a choice has the operation {step['op']}")
    return True
