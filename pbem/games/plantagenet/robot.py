"""How a program plays a side, and what it prepares: policies for everything, and a script for each card of its Plan.

It plans as a person would: where each Lord shall march, what he does there, and what must be true on the way.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.facets.robot import Foresight, Level, Robot
from pbem.engine.request import Request
from pbem.engine.standing import StandingOrders
from pbem.games.plantagenet import bot, bot_simple, policies
from pbem.games.plantagenet import bot_sight as sight
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.s4_1_plan import PASS
from pbem.games.plantagenet.state import State

WON = 200.0
"""What a victory is worth, in the Strikes that `bot_sight.power` counts."""
POINT = 3.0
"""What an Influence point is."""
TRIED = {"approach": ("all battle", "all exile"), "intercept": ("no",)}
"""The lines that are played ahead beside the one that is best by a look (4.3.5, 4.3.4). A Lord alone decides
by a look: played on by robots he fled too often, and York won 123 games of 200 where it had won 181."""


BOLD, CAREFUL = 80, 120
"""March against an Enemy with so many percent of his strength, where York is at stake or not."""
STRONGER = 110
"""Intercept an Enemy with so many percent of his strength."""
STEPS = 6
MOST_IN_A_POLICY = 1000
"""Characters of a policy in a duel, and of an answer on the way."""
SEEN_AHEAD = 4
"""Steps along the way that an answer on the way looks at, so that it is short enough."""
MOST_CHARACTERS = 18_000
"""Of all scripts of a Plan: what is sealed has an end, and where it comes near they look less far."""


class PlantagenetRobot(Robot[State]):
    worlds = 8  # enough: a strong robot won 67 of 67 games with 8, 61 of 62 with 16
    tried = tuple(TRIED)

    def choose(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request, known)

    def standing_orders(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """Policies, and scripts by the number of the card; the other side's own cards do nothing."""
        scripts: dict[str, str] = {}
        for steps in range(STEPS, 0, -1):
            scripts = {
                str(number): script(state, lord, steps)
                for number, lord in enumerate(plan, 1)
                if lord != PASS and lord in state.lords
            }
            if sum(map(len, scripts.values())) <= MOST_CHARACTERS:
                break
        return StandingOrders({**policies.bot(), "intercept": intercept(state, side)}, scripts)

    def duel_policies(self, state: State, side: str, plan: Sequence[str]) -> Mapping[str, str]:
        """What each Lord of the Plan does when his own card comes up; they look less far where it gets too long."""
        ready = [lord for lord in dict.fromkeys(plan) if lord in lords.on_map_lords(state, side)]
        texts = (command(state, ready, steps) for steps in range(STEPS, 0, -1))
        text = next((text for text in texts if len(text) <= MOST_IN_A_POLICY), "")
        return {"command": text} if ready and text else {}

    def on_the_way(self, state: State, side: str, policies: Mapping[str, str]) -> Mapping[str, str]:
        """Also whether the Lord whose card is played marches on by a second Highway (4.3.3)."""
        answers = super().on_the_way(state, side, policies)
        lord = state.active
        if lord not in state.lords or lords.side_of(lord) != side or not lords.on_map(state, lord):
            return answers
        return {**answers, "march_on": march_on(state, lord)}

    def foresight(
        self, state: State, request: Request, known: Mapping[str, str]
    ) -> Foresight | None:
        """At an Approach and an Intercept; None elsewhere."""
        if request.kind not in TRIED:
            return None
        cards_held = {known[slot] for slot in request.slots if slot in known}
        legal = [option.line for option in request.menu.possible(cards_held)]
        others = [line for line in TRIED[request.kind] if line in legal]
        return Foresight(
            tuple(dict.fromkeys([bot.choose(state, request, known), *others])), outlook
        )


def outlook(state: State, side: str) -> float:
    """Its Forces on the map and its Influence, less the enemy's."""
    if state.winner:
        return WON if state.winner == side else -WON
    enemy = state.enemy(side)
    forces = sight.powers(state, lords.on_map_lords(state, side))
    theirs = sight.powers(state, lords.on_map_lords(state, enemy))
    return forces - theirs + POINT * influence.score(state, side)


def intercept(state: State, side: str) -> str:
    """4.3.4 Whoever of his Lords is stronger than those who come, with all who follow him."""
    ready = [id for id in sorted(lords.lords_of(state, side)) if lords.mustered(state, id)]
    tests = [
        f"if can {id} intercept and strength {id} >= {STRONGER}% of enemy strength: {id} with all"
        for id in ready
    ]
    return "\nelse ".join([*tests, "no"])


def script(state: State, lord: str, steps: int = STEPS) -> str:
    """One card: what is to be had where he stands, then the march of so many steps, food, and an end."""
    return "\n".join([*at_home(state, lord), *march(state, lord, steps), *at_the_end(state, lord)])


def at_home(state: State, lord: str) -> Iterator[str]:
    """4.6.4 Favour here costs nothing; 4.6.3 Coin for the next Levy at his own Seat."""
    place, seat = state.lords[lord].at, state.seats.get(lord, "")
    yield f"if {lord} at {place} and can {lord} parley {place}: {lord}: parley {place}"
    owed = sight.debt(state, lord)
    if seat == place and owed:
        yield f"if coin {lord} < {owed} and can {lord} tax {seat}: {lord}: tax {seat}"
    yield forage(state, lord, meals=1)


def march(state: State, lord: str, steps: int) -> Iterator[str]:
    """4.3 Step by step along the way to his goal, wherever on it he stands by then."""
    side = lords.side_of(lord)
    least = BOLD if scenario.has_rule(state, "test_of_arms") else CAREFUL
    way = route(state.lords[lord].at, sight.goals(state, side))[: steps + 1]
    for origin, destination in itertools.pairwise(way):
        strong = f"strength at {origin} >= {least}% of enemy strength at {destination}"
        safe = f"{lord} at {origin} and (no enemy at {destination} or {strong})"
        yield f"if can {lord} march on {destination} and {safe}: {lord}: march on {destination} with all"
        yield f"if asked march_on: {lord}: stop"
        yield f"if can {lord} march {destination} and {safe}: {lord}: march {destination} with all"
    yield f"if asked march_on: {lord}: stop"
    for destination in way[1:]:  # 4.6.4 wherever he has come to it costs nothing
        yield f"if {lord} at {destination} and can {lord} parley {destination}: {lord}: parley {destination}"


def march_on(state: State, lord: str) -> str:
    """4.3.3 The second step of a March along the way to his goal, where it is as safe as the first."""
    steps = [step for step in march(state, lord, SEEN_AHEAD) if f"{lord}: march on " in step]
    return "\n".join([*steps, f"{lord}: stop"])


def at_the_end(state: State, lord: str) -> Iterator[str]:
    yield forage(state, lord, meals=2)
    yield f"{lord}: pass"


def command(state: State, ready: Sequence[str], steps: int) -> str:
    """4.2.1 What these Lords do in a duel, each on his own card: what is to be had where they stand, then a march."""
    lines = [
        line
        for lord in ready
        for line in (next(at_home(state, lord)), *march(state, lord, steps))
        if "march_on" not in line and f"{lord}: march on" not in line
    ]
    return "\n".join([*lines, "pass"])


def forage(state: State, lord: str, meals: int) -> str:
    """4.6.2 Until so many meals are in the carts."""
    provender = meals * forces.fed_by(state.lords[lord].troops.total())
    return (
        f"if provender {lord} < {provender} and can {lord} forage: "
        f"{lord}: forage until provender {lord} >= {provender} or not can {lord} forage max 2"
    )


def route(start: str, goals: Sequence[str]) -> list[str]:
    """The shortest way to the nearest goal, both ends included; only the start if there is none."""
    if not goals:
        return [start]
    way = [start]
    while way[-1] not in goals and len(way) <= STEPS:
        steps = {
            place: sight.LENGTH[kind] + sight.distance(place, list(goals))
            for place, kind in board.ways(way[-1]).items()
            if place not in way
        }
        if not steps:
            break
        way.append(min(steps, key=lambda place: (steps[place], place)))
    return way
