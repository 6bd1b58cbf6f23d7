"""What a position is worth, reckoned for the places alone that a march changes, against a plain twin."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.bot_sight import (
    ROUNDS,
    STAKE,
    UNEASE,
    Worth,
    odds,
    placed,
    state_after_march,
)
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.state import NobleState, State
from tests.warriors.field import empty

POSITIONS = 8


def drawn(seed: int) -> State:
    """Nobles of both sides anywhere, some in their boxes, and any control."""
    rng = random.Random(seed)
    state = empty()
    for id in sorted(state.nobles):
        at = rng.choice([*facts().places, "covert", "out"])
        side, back = rng.choice([*SIDES]), rng.random() < 0.3
        state.nobles[id] = NobleState(at, side, back, rng.randrange(5))
    state.control = {place: rng.choice([*SIDES]) for place in facts().regions if rng.random() < 0.7}
    return state


class Plain(NamedTuple):
    """One side's view, everything counted from the nobles each time."""

    state: State
    side: str

    def here(self, place: str) -> list[str]:
        return nobles.at(self.state, place, self.side)

    def alone(self, place: str, theirs: Plain) -> float:
        vp, army = facts().places[place].vp, self.here(place)
        if army and theirs.here(place):
            return 0.0
        if not army:
            holds = self.state.control.get(place) == self.side and place != facts().capital
            return vp * 0.8 if holds and not theirs.here(place) else 0.0
        homes = {nobles.face(self.state, id).home for id in army}
        if place == facts().capital:
            grip = float(nobles.highest(self.state, army) >= 3)
        elif self.state.control.get(place) == self.side or place in homes:
            grip = 1.0
        else:
            grip = nobles.highest(self.state, army) / 6 + 0.25
        strength = nobles.strength(self.state, army)
        near = [nobles.strength(self.state, theirs.here(to)) for to in board.ways(place)]
        unease = UNEASE * vp if max(near, default=0) > strength else 0
        return vp * grip - unease + 0.02 * min(strength, 6)


def plain_worth(state: State, side: str) -> float:
    """Region by region, in the order of the map."""
    mine, theirs = Plain(state, side), Plain(state, state.enemy(side))
    total = 0.0
    for place in facts().regions:
        total += mine.alone(place, theirs)
        total -= theirs.alone(place, mine)
        own, enemy = mine.here(place), theirs.here(place)
        if own and enemy:
            won = plain_odds(state, own, enemy)
            loss = nobles.strength(state, own) * (won - 1) + nobles.strength(state, enemy) * won
            total += (2 * won - 1) * facts().places[place].vp + STAKE * loss
    for place, penalty in facts().exile_penalty.items():
        total -= penalty * len(mine.here(place))
    return total


def plain_odds(state: State, own: Sequence[str], enemy: Sequence[str]) -> float:
    """Both sides hit with what they have left, round by round."""
    (battle, lead), (enemy_battle, enemy_lead) = (commander(state, ids) for ids in (own, enemy))
    left, enemy_left = float(nobles.strength(state, own)), float(nobles.strength(state, enemy))
    start, enemy_start = left, enemy_left
    for _ in range(ROUNDS):
        hits = min(left, lead) * ((1 + max(battle - enemy_battle, 0)) / 6)
        enemy_hits = min(enemy_left, enemy_lead) * ((1 + max(enemy_battle - battle, 0)) / 6)
        left, enemy_left = max(left - enemy_hits, 0), max(enemy_left - hits, 0)
        if not left or not enemy_left:
            break
    return (1 + left / start - enemy_left / enemy_start) / 2


def commander(state: State, ids: Sequence[str]) -> tuple[int, int]:
    """7.1 The best of those with the most stars."""
    top = max(nobles.stars(state, id) for id in ids)
    faces = [nobles.face(state, id) for id in ids if nobles.stars(state, id) == top]
    return max((face.battle, face.leadership) for face in faces)


@pytest.mark.parametrize("side", SIDES)
def test_a_position_is_worth_what_its_places_add_up_to(side: str) -> None:
    for seed in range(POSITIONS):
        state = drawn(seed)
        assert Worth(state, side).now() == plain_worth(state, side)


@pytest.mark.parametrize("side", SIDES)
def test_after_a_march_or_a_placing_it_is_worth_what_the_position_then_is(side: str) -> None:
    """To the last digit: equal marches are told apart by a hash."""
    marches = 0
    for seed in range(POSITIONS):
        state, rng = drawn(seed), random.Random(f"marches {seed}")
        worth = Worth(state, side)
        for place, army in nobles.armies(state)[side].items():
            ids = rng.sample(army, rng.randint(1, min(2, len(army))))
            to = rng.choice([*board.ways(place)])
            assert worth.after_march(ids, to) == plain_worth(
                state_after_march(state, ids, to), side
            )
            marches += 1
        for id in nobles.covert(state, side):
            to, troops = rng.choice([*facts().places]), rng.randrange(5)
            then = placed(state, id, side, to, troops)
            assert worth.after_placing(id, to, troops) == plain_worth(then, side)
    assert marches


def test_a_battle_is_as_likely_to_be_won_as_counted_round_by_round() -> None:
    for seed in range(POSITIONS):
        state, rng = drawn(seed), random.Random(f"battles {seed}")
        ids = rng.sample(sorted(state.nobles), 7)
        assert odds(state, ids[:3], ids[3:]) == plain_odds(state, ids[:3], ids[3:])
