"""The rules: one coroutine a section of rules.toml. They await decisions, dice and cards, nothing else."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, Place, decision
from pbem.engine.declared import Ending, GameOption
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from tests.contract.toy import state as toy
from tests.contract.toy.state import CAMP, SIDES, State, provinces, strengths

ROUNDS = GameOption("rounds", ("4", "6"), "how many rounds are played", "4", changes=True)


@decision("march {to}", rule="2")
class March(Decision):
    """2 To a province; whoever stands there is attacked."""

    to: Place


@decision("hold", rule="2", passes=True)
class Hold(Decision):
    """2 The army stays where it is."""


@decision("stand", rule="3", passes=True)
class Stand(Decision):
    """3 The defender takes the attack as it comes."""


@decision("flee", rule="3")
class Flee(Decision):
    """3 The defender goes to his camp, and loses nothing."""


@decision("raise {banner}", rule="3")
class Raise(Decision):
    """3 The defender shows his banner, and stands."""

    banner: Card


class End(Ending):
    """4 Every way in which a game ends."""

    MOST = "4", "The game ends; most points: {winners} with {points} (4)."
    LEVEL = "4", "The game ends with all level at {points}: a draw (4)."
    LAST = "4", "Only {winner} has men left (4)."


async def step(table: Table[State]) -> None:
    """The sequence of play; between two steps the position is put away."""
    await (deal if table.state.step == "deal" else play_round)(table)


async def deal(table: Table[State]) -> None:
    """1 A banner to each side, for its eyes only."""
    state = table.state
    slots = await table.shuffle("banners", len(strengths()), lambda known: list(strengths()))
    for side, slot in zip(SIDES, slots, strict=True):
        await table.deal(slot, side, openly=lambda card: False)
        state.hands[side] = [slot]
    state.step, state.round = "round", 1


async def play_round(table: Table[State]) -> None:
    """2, 4 Everybody marches once; then points are counted."""
    state = table.state
    table.say("2", f"Round {state.round} of {state.option(ROUNDS)}", "heading")
    for side in SIDES:
        if state.armies[side].men and not state.ending:
            await march(table, side)
    if not state.ending:
        count(table)


def fill_marches(menu: Menu, state: State, side: str) -> None:
    if menu.wants(March):
        for to in menu.pick("to", provinces()):
            if state.armies[side].at != to:
                others = " and ".join(SIDES[other].name for other in state.standing(to))
                menu.offer(March(to), f"attacks {others}" if others else "")
            else:
                menu.bar(March(to), "your army is there already (2)")
    menu.offer(Hold())


async def march(table: Table[State], side: str) -> None:
    """2 One side's march, and the attacks that follow from it."""
    state = table.state
    answer = await table.ask(
        Request[March | Hold](
            side,
            "march",
            "Where does your army march?",
            "2",
            partial(fill_marches, state=state, side=side),
        )
    )
    match answer:
        case Hold():
            table.say("2", f"{SIDES[side].name} holds.")
        case March(to):
            found, army = state.standing(to), state.armies[side]
            table.say(
                "2",
                f"{SIDES[side].name} marches to {provinces()[to]['name']}.",
                "move",
                (side, army.at, to),
            )
            army.at = to
            for enemy in found:
                if army.at == to and army.men:
                    await attack(table, side, enemy)


def fill_answers(menu: Menu, state: State, side: str) -> None:
    menu.offer(Stand())
    menu.offer(Flee())
    if menu.wants(Raise) and state.hands[side]:
        for banner in menu.pick("banner", strengths()):
            menu.offer(Raise(banner), f"strength {strengths()[banner]}", shows=banner)


async def attack(table: Table[State], side: str, enemy: str) -> None:
    """3 What the defender does is a reaction: policies may answer it."""
    state = table.state
    answer = await table.ask(
        Request[Stand | Flee | Raise](
            enemy,
            "attacked",
            f"{SIDES[side].name} attacks you: what do you do?",
            "3",
            partial(fill_answers, state=state, side=enemy),
            forced=False,
            slots=tuple(state.hands[enemy]),
        )
    )
    strength = 0
    match answer:
        case Flee():
            table.say("3", f"{SIDES[enemy].name} flees to its camp.")
            state.armies[enemy].at = CAMP
            return
        case Raise(banner):
            slot = await table.show(tuple(state.hands[enemy]), banner)
            state.hands[enemy].remove(slot)
            strength = strengths()[banner]
            table.say("3", f"{SIDES[enemy].name} raises the {banner.capitalize()}.")
        case Stand():
            table.say("3", f"{SIDES[enemy].name} stands.")
    needed = toy.attack(state) - strength
    die = await table.roll(f"attack on {enemy}", f"1-{needed}", "3")
    drive_off(table, enemy if die <= needed else side)


def drive_off(table: Table[State], loser: str) -> None:
    """3 A man less, and home; 4 who alone has men left wins at once."""
    state, army = table.state, table.state.armies[loser]
    army.men, army.at = army.men - 1, CAMP
    table.say("3", f"{SIDES[loser].name} loses a man and is driven to its camp.")
    alive = [side for side in SIDES if state.armies[side].men]
    if len(alive) == 1:
        state.winners = alive
        state.ending = End.LAST.reason(winner=SIDES[alive[0]].name)


def count(table: Table[State]) -> None:
    """4 Points of the round; after the last one the game is over."""
    state = table.state
    for place in provinces():
        there = state.standing(place)
        if len(there) == 1:
            state.points[there[0]] += 1
    if state.round < int(state.option(ROUNDS)):
        state.round += 1
        return
    most = max(state.points.values())
    first = [side for side in SIDES if state.points[side] == most]
    if len(first) == len(SIDES):
        state.ending = End.LEVEL.reason(points=most)
        return
    state.winners = first
    names = " and ".join(SIDES[side].name for side in first)
    state.ending = End.MOST.reason(winners=names, points=most)
