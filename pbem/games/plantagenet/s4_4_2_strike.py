"""4.4.2 Strike: total Hits, assign them Hit by Hit, Protection rolls, Valour rerolls, Forces Rout."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pbem.engine.decision import Decision, Kind, Piece, decision
from pbem.engine.prose import up_to
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.facts import STRIKES, TROOPS, Unit, facts
from pbem.games.plantagenet.s4_4_1_array import current, sides
from pbem.games.plantagenet.state import State

ForcesUnit = Annotated[str, Kind("unit", words=("retinue", *TROOPS))]
"""`retinue`, a Vassal's id or a Troop type."""


@decision("{lord}: {unit} [all]", rule="4.4.2")
class AssignHit(Decision):
    """4.4.2 Which unit takes the next Hit; `all`: Hit after Hit, until it is gone."""

    lord: Piece
    unit: ForcesUnit
    all: bool = False


@decision("reroll", rule="4.4.2")
class Reroll(Decision):
    """4.4.2 A Valour marker for a reroll."""


@decision("rout [all]", rule="4.4.2")
class LetRout(Decision):
    """4.4.2 No reroll; `all`: nor for any other unit in this Strike."""

    all: bool = False


Rerolling = Reroll | LetRout
"""4.4.2 What answers a failed Protection roll."""


def forces_row(unit: str) -> Unit:
    """Its row of the Forces table."""
    return facts().units.get(unit) or facts().units["vassal"]


def unit_name(lord: str, unit: str) -> str:
    """`York's Retinue`, `York's Vassal Fauconberg`, `A Militia unit of York`."""
    if unit in TROOPS:
        return f"A {forces_row(unit).name} unit of {lords.name(lord)}"
    if unit in facts().units:
        return f"{lords.name(lord)}'s {forces_row(unit).name}"
    return f"{lords.name(lord)}'s Vassal {lords.vassal(unit).name}"


def unrouted_troops(state: State, lord: str) -> dict[str, int]:
    troops, routed = state.lords[lord].troops, current(state).lords[lord].routed
    counts = {kind: getattr(troops, kind) - getattr(routed, kind) for kind in TROOPS}
    return {
        kind: n for kind, n in counts.items() if n > 0
    }  # what Routed may be lost by now (4.4.3)


def units(state: State, lord: str) -> dict[str, int]:
    """His Unrouted units with their numbers."""
    fighter = current(state).lords[lord]
    counts = {} if fighter.routed_retinue else {"retinue": 1}
    for vassal in state.lords[lord].vassals:
        if vassal not in fighter.routed_vassals:
            counts[vassal] = 1
    return counts | unrouted_troops(state, lord)


def units_left(state: State, side: str) -> int:
    """How many Unrouted units a side has in the Battle."""
    fighters = current(state).lords.items()
    mine = [lord for lord, one in fighters if one.side == side and one.place != "gone"]
    return sum(sum(units(state, lord).values()) for lord in mine)


def half_hits(state: State, lord: str, strike: str) -> int:
    """What a Lord's Unrouted units inflict, in half Hits."""
    hits = 0
    for unit, n in units(state, lord).items():
        changes = unit_changes(state, lord, unit, strike)
        hits += n * (
            getattr(forces_row(unit), strike) + sum(change.half_hits for change in changes)
        )
    return hits


def strike_hits(state: State, group: list[str], strike: str) -> int:
    """4.4.2 Total Hits of all Lords of a side in an Engagement, rounded up once (C62)."""
    return -(-sum(half_hits(state, lord, strike) for lord in group) // 2)


def protection(state: State, lord: str, unit: str, strike: str) -> int:
    """4.4.2 The highest roll that saves a unit from a Hit: the table's number, or the best that a
    card gives instead, less what others take off (C69)."""
    changes = unit_changes(state, lord, unit, strike)
    printed = [change.safe for change in changes if change.safe]
    return max(printed or [forces_row(unit).protection]) - sum(change.worse for change in changes)


def unit_changes(state: State, lord: str, unit: str, strike: str) -> list[hooks.Change]:
    """What the cards at his mat do to one of his units."""
    return [change(state, lord, unit, strike) for change in hooks.UNIT.at_mat(state, lord)]


def rout_unit(state: State, lord: str, unit: str) -> None:
    """4.4.2 Into the Routed section of the mat: it Strikes and absorbs no more in this Battle."""
    fighter = current(state).lords[lord]
    if unit == "retinue":
        fighter.routed_retinue = True
    elif unit in TROOPS:
        setattr(fighter.routed, unit, getattr(fighter.routed, unit) + 1)
    else:
        fighter.routed_vassals.append(unit)


async def strike(table: Table[State], engagement: list[str], kind: str) -> None:
    """4.4.2 Both totals first; then the Defender takes all his Hits, then the Attacker (C62)."""
    state = table.state
    battle = current(state)
    groups = {
        side: [id for id in engagement if battle.lords[id].side == side] for side in sides(battle)
    }
    battle.strike = kind
    card_hits_by_side = dict.fromkeys(groups, 0)
    for side in sides(battle):
        if any(units(state, lord) for lord in groups[state.enemy(side)]):  # else all are lost (C62)
            card_hits_by_side[side] = await card_hits(table, side, groups[side], kind)
    battle.hits = {
        side: total(state, side, groups, kind, card_hits_by_side) for side in sides(battle)
    }
    table.say("4.4.2", _totals(state, groups, kind), kind="battle_strike", about=tuple(engagement))
    for side in sides(battle):
        await take_hits(table, side, groups[side], kind)
    battle.strike, battle.hits = "", {}


async def card_hits(table: Table[State], side: str, group: list[str], kind: str) -> int:
    """Hits that cards add to a side's Strike: guns in Round 1, then Events, then Capabilities."""
    state = table.state
    battle = current(state)
    hits = 0
    if kind == "missile" and battle.round == 1:
        for lord in group:
            while battle.lords[lord].guns:
                battle.lords[lord].guns -= 1
                hits += await table.roll(f"guns of {lord}", rule="4.4.2")
    for add in hooks.EXTRA_HITS.in_force(state):
        hits += await add(table, side, kind)
    for lord in group:
        for add in hooks.EXTRA_HITS.at_mat(state, lord):
            hits += await add(table, lord, kind)
    return hits


def total(
    state: State, side: str, groups: dict[str, list[str]], kind: str, more: dict[str, int]
) -> int:
    """4.4.2 The Hits that a side takes, rounded up once (C62).

    Args:
        more: Hits that cards add to either side's Strike.
    """
    battle = current(state)
    enemy = state.enemy(side)
    half_hits_against = 2 * more[enemy] + sum(half_hits(state, id, kind) for id in groups[enemy])
    for change in hooks.TOTAL.in_force(state):
        half_hits_against = change(state, side, kind, half_hits_against)
    return -(-half_hits_against // 2) + sum(battle.lords[id].charge for id in groups[side])


def left_to_fight(state: State) -> bool:
    """Is anything of this Round still to come: Hits that a unit could take, Melee, Engagements?"""
    battle = current(state)
    taking = [id for id in battle.fighting if battle.hits.get(battle.lords[id].side)]
    more = any(units(state, id) for id in taking)
    return more or battle.strike == "missile" or bool(battle.waiting)


def end_round(state: State) -> None:
    """A card ends the Round: what is left of Hits, Strikes and Engagements is dropped."""
    battle = current(state)
    battle.halted = True
    battle.hits = dict.fromkeys(battle.hits, 0)
    battle.waiting = []
    for fighter in battle.lords.values():
        fighter.charge = 0


def _totals(state: State, groups: dict[str, list[str]], kind: str) -> str:
    """`Missiles: York strikes with 5 Hits, Somerset (1) and Exeter (1) with 9.`"""
    hits = current(state).hits
    parts = []
    for side in sides(current(state)):
        struck = hits[state.enemy(side)]
        verb = "strikes" if len(groups[side]) == 1 else "strike"
        count = "1 Hit" if struck == 1 else f"{struck or 'no'} Hits"
        parts.append(f"{lords.names(groups[side])} {verb} with {count}")
    return f"{STRIKES[kind]}: {', '.join(parts)}."


def dearness(unit: str) -> int:
    """M1 For menus, whose first line a bare `all` takes: Troops, then Vassals, Retinues last."""
    cheap = ("militia", "longbowmen", "mercenaries", "men_at_arms", "handgunners")
    return cheap.index(unit) if unit in cheap else len(cheap) + (unit == "retinue")


def fill_hits(menu: Menu, state: State, group: list[str], kind: str) -> None:
    """Each Unrouted unit, the cheapest first (M1); a unit type alone takes all Hits unasked."""
    choices = [(lord, unit, n) for lord in group for unit, n in units(state, lord).items()]
    choices.sort(key=lambda choice: dearness(choice[1]))
    for lord, unit, n in choices:
        if len(choices) > 1:
            menu.offer(AssignHit(lord, unit), partial(hit_note, state, lord, unit, kind, n))
        on = "; takes every Hit until none is left"
        note = partial(hit_note, state, lord, unit, kind, n, on)
        menu.offer(AssignHit(lord, unit, all=True), note)
    menu.bar_more(partial(bar_hits, state=state, group=group))


def bar_hits(menu: Menu, state: State, group: list[str]) -> None:
    """Why a unit cannot take a Hit."""
    for lord in group:
        present = {"retinue": 1} | dict.fromkeys(state.lords[lord].vassals, 1)
        standing = units(state, lord)
        for unit in present | forces.present(state.lords[lord].troops):
            if unit not in standing:
                menu.bar(AssignHit(lord, unit), "all of that have Routed (4.4.2)")
                menu.bar(AssignHit(lord, unit, all=True), "all of that have Routed (4.4.2)")


def hit_note(state: State, lord: str, unit: str, kind: str, count: int, more: str = "") -> str:
    return f"{count} left, safe on {up_to(protection(state, lord, unit, kind))}{more}"


async def take_hits(table: Table[State], side: str, group: list[str], kind: str) -> None:
    """4.4.2 The owner assigns Hit by Hit; those beyond the last Unrouted unit are lost (C62)."""
    state = table.state
    battle = current(state)
    rerolls = True
    for lord in group:
        fighter = battle.lords[lord]
        while fighter.charge:
            await held.moment(table)
            fighter.charge -= 1
            battle.hits[side] -= 1
            rerolls = await take_hit(table, lord, "retinue", kind, rerolls)
    while battle.hits[side] and any(units(state, lord) for lord in group):
        count = "1 Hit" if battle.hits[side] == 1 else f"{battle.hits[side]} Hits"
        answer = await table.ask(
            Request[AssignHit](
                side,
                "hits",
                f"{STRIKES[kind]}: you have {count} to take. Which unit takes the next?",
                "4.4.2",
                partial(fill_hits, state=state, group=group, kind=kind),
            )
        )
        lord, unit = answer.lord, answer.unit
        while True:
            battle.hits[side] -= 1
            rerolls = await take_hit(table, lord, unit, kind, rerolls)
            if not answer.all or not battle.hits[side] or unit not in units(state, lord):
                break
            if await held.moment(table):  # it may have brought other units back
                break


async def take_hit(table: Table[State], lord: str, unit: str, kind: str, rerolls: bool) -> bool:
    """4.4.2 A Protection roll, a reroll for a Valour marker, and Rout if it fails.

    Args:
        rerolls: does the owner still want to be asked in this Strike?

    Returns:
        the same for the Hits to come.
    """
    state = table.state
    safe = protection(state, lord, unit, kind)
    die = await table.roll(f"protection {lord} {unit}", needed=f"1-{safe}", rule="4.4.2")
    if die > safe and rerolls and current(state).lords[lord].valour:
        match await _reroll(table, lord, unit, safe):
            case Reroll():
                current(state).lords[lord].valour -= 1
                die = await table.roll(f"reroll {lord} {unit}", needed=f"1-{safe}", rule="4.4.2")
            case LetRout(all=no_more):
                rerolls = not no_more
    if die > safe:
        for card_rule in hooks.ROUTS.at_mat(state, lord):
            unit = await card_rule(table, lord, unit)
        rout_unit(state, lord, unit)
        table.say("4.4.2", f"{unit_name(lord, unit)} Routs.", kind="battle_unit")
        for act in hooks.HAS_ROUTED.in_force(state):
            await act(table, lord, unit)
    return rerolls


async def _reroll(table: Table[State], lord: str, unit: str, safe: int) -> Reroll | LetRout:
    """4.4.2 One Valour marker per reroll, one reroll per failed Protection roll, own Forces only."""
    markers = current(table.state).lords[lord].valour

    def fill(menu: Menu) -> None:
        menu.offer(Reroll(), f"spends 1 of {markers} Valour, safe on {up_to(safe)}")
        menu.offer(LetRout(), "the unit Routs")
        menu.offer(LetRout(all=True), "units hit later can Rout too")

    return await table.ask(
        Request[Rerolling](
            lords.side_of(lord),
            "reroll",
            f"{unit_name(lord, unit)} failed Protection. Spend Valour on a reroll?",
            "4.4.2",
            fill,
        )
    )
