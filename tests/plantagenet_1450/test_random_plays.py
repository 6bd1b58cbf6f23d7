"""Plays of cards from random positions, with random answers and dice: invariants after every decision, no dead end,
nobody left with an army when the play is over (13.2.3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.request import Request
from pbem.engine.table import NAMED, Ask, Moment, Roll, Shuffle, Table, cards_in
from pbem.games.plantagenet_1450 import s7_2_impulses as s7_2
from pbem.games.plantagenet_1450 import s8_intrigue as s8
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import ABROAD, SIDES, facts
from pbem.games.plantagenet_1450.invariants import check
from pbem.games.plantagenet_1450.s16_4_5_3_zones import is_open
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.always import Watch
from tests.plantagenet_1450.field import put
from tests.plantagenet_1450.impulses import whole
from tests.tiers import soaked

FLAGS = ("berwick_scottish", "gloucester_crownable", "treaty_of_arras")


def somewhere(chance: random.Random) -> State:
    """Markers, leaders, pools, relations and hands at random; half of the leaders in play."""
    state = whole(chance.randint(1, 10))
    state.impulse = chance.randint(1, 5)
    for group in facts().groups:
        if chance.random() < 0.7:
            state.control[group] = chance.choice(list(SIDES))
    for territory in facts().territories:
        if chance.random() < 0.5:
            relations = Relations(chance.choice(list(SIDES)), chance.randint(1, 3))
            state.relations[territory] = relations
    for side in SIDES:
        state.treasury[side] = chance.choice((0, 0, 3, 12))
        kinds = chance.sample(list(facts().units), 5)
        state.pool[side] = {kind: chance.randint(1, 3) for kind in facts().units if kind in kinds}
    for id in chance.sample(list(facts().leaders), len(facts().leaders) // 2):
        enter(state, chance, id)
    state.flags = dict.fromkeys(chance.sample(FLAGS, chance.randint(0, len(FLAGS))), "")
    for id in list(state.leaders):
        if chance.random() < 0.3:
            join(state, chance, id)
    deal(state, chance)
    return state


def join(state: State, chance: random.Random, id: str) -> None:
    """He is carried by one of his side, or the captive of an enemy, if there is one to whom he can be put."""
    one = state.leaders[id]
    others = [head for head, two in state.leaders.items() if two.status == "free" and head != id]
    if one.status != "free" or leaders.followers(state, id) or not others:
        return
    head = chance.choice(others)
    two = state.leaders[head]
    if two.side != one.side:
        one.status, one.captor, one.at = "captive", head, two.at
    elif facts().leaders[head].carries and not two.carrier:
        one.carrier, one.at = head, two.at


def enter(state: State, chance: random.Random, id: str) -> None:
    side = chance.choice(list(facts().leaders[id].ratings))
    abroad = [ABROAD + territory for territory in facts().territories]
    open_ = [at for at in facts().hexes if is_open(state, side, at)]
    at = chance.choice(abroad if chance.random() < 0.25 else open_)
    royal = facts().leaders[id].royal and facts().leaders[id].succession >= 0
    put(state, id, at, side=side, crowned=royal and chance.random() < 0.4)
    if state.leaders[id].crowned:
        state.were_crowned.append(id)


def deal(state: State, chance: random.Random) -> None:
    """Five cards each; the other cards are discarded, but for those of nobles in play."""
    nobles = [facts().noble_cards.get(id) for id, one in state.leaders.items() if one.at]
    left = [card for card in facts().cards if card not in nobles]
    chance.shuffle(left)
    state.hands = {side: [NAMED + left.pop() for _ in range(5)] for side in SIDES}
    state.discards = left


class Driver:
    """Answers a rule at random; moments are used now and then."""

    def __init__(self, state: State, chance: random.Random) -> None:
        self.table: Table[State] = Table(state)
        self.chance = chance
        self.said: list[str] = []
        self.watch = Watch()

    def run(self, rule: Callable[..., Any]) -> None:
        coroutine, value = rule(self.table), None
        try:
            while True:
                value = self.result(coroutine.send(value))
        except StopIteration:
            check(self.table.state)
            self.watch.look(self.table.state, self.table.events, [])

    def result(self, effect: Any) -> Any:
        match effect:
            case Roll():
                return self.chance.randint(1, effect.sides)
            case Shuffle():
                return [f"deck:{effect.deck}:{n}" for n in range(effect.count)]
            case Moment() if self.chance.random() < 0.6:
                return None
        assert isinstance(effect, Ask | Moment)
        self.watch.look(self.table.state, self.table.events, effect.requests)
        return {request.side: self.answer(request) for request in effect.requests}

    def answer(self, request: Request) -> Any:
        check(self.table.state)
        held = cards_in(request.slots, {})
        able = [option for option in request.options if option.possible(held)]
        assert able, f"a dead end: {request.side} {request.kind}: {request.question}"
        events = [option for option in able if option.line.startswith("event")]
        option = self.chance.choice(events if events and self.chance.random() < 0.8 else able)
        assert option.note is not None
        some = [name for name in option.group if self.chance.random() < 0.5][: option.limit]
        line = option.line + (" with " + " ".join(some) if some else "")
        self.said.append(line)
        return request.read(line)


def play_once(seed: int) -> str:
    """A play with all the points that come of it; returns how it began."""
    chance = random.Random(seed)
    state = somewhere(chance)
    check(state)
    state.plays = chance.choice(list(SIDES))
    driver = Driver(state, chance)
    driver.run(s7_2.play)
    while state.points and not state.in_campaign:
        driver.run(s8.spend)
    assert state.in_campaign or not any(leader.army for leader in state.leaders.values())
    return driver.said[0]


@pytest.mark.slow
@pytest.mark.parametrize("first", soaked([(0,), (40,), (80,)], [(0,)]))
def test_random_plays_keep_the_rules_and_come_to_an_end(first: int) -> None:
    begun = Counter(play_once(seed).split()[0] for seed in range(first, first + 40))
    assert begun["event"] > 5
