"""7.3 and 7.4 Attacks: dice limited by leadership, a better battle rating added, hits on 6 and more."""

from __future__ import annotations

from pbem.engine.prose import count_text
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.die import at_least
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s7_1_commanders import current
from pbem.games.warriors.state import State

SECOND_MISS = 2
"""The Missed! marker lies on its 2nd Round side (7.3)."""


def dice(state: State, side: str) -> int:
    """7.3 Nobles and Troops, or the commander's leadership, whichever is fewer (C11)."""
    commander = current(state).commanders[side]
    strength = nobles.strength(state, nobles.at(state, current(state).at, side))
    return min(strength, nobles.face(state, commander).leadership)


def bonus(state: State, side: str) -> int:
    """7.3 What a better battle rating adds to each die; never negative."""
    commanders = current(state).commanders
    own, enemy = commanders[side], commanders[state.enemy(side)]
    return max(nobles.face(state, own).battle - nobles.face(state, enemy).battle, 0)


def lowest_hit(state: State, side: str) -> int:
    """The lowest natural die that hits."""
    return max(int(facts().tables["battle"]["hit_on"]) - bonus(state, side), 1)


def attack_words(state: State, side: str) -> str:
    """`6 dice +1`."""
    count, plus = dice(state, side), bonus(state, side)
    return f"{count} {'die' if count == 1 else 'dice'}" + (f" +{plus}" if plus else "")


async def attack(table: Table[State], side: str, rule: str) -> int:
    """7.3 Roll one attack of a side; the number of Hits."""
    state = table.state
    battle = current(state)
    lowest = lowest_hit(state, side)
    label = f"{side} attacks {battle.at}"
    threshold, count = at_least(lowest), dice(state, side)
    dice_values = [await table.roll(label, needed=threshold, rule=rule) for _ in range(count)]
    hits = sum(die >= lowest for die in dice_values)
    bonus_words = f" at +{bonus(state, side)}" if bonus(state, side) else ""
    table.say(
        rule,
        f"{nobles.side_name(side)} attacks in {board.the(battle.at)} with "
        f"{count_text(len(dice_values), 'die', 'dice')}{bonus_words}: "
        f"{count_text(hits, 'Hit') if hits else 'no Hits'}.",
        "battle_attack",
    )
    return hits


async def attacks(table: Table[State]) -> None:
    """7.3, 7.4 Both roll with the strength they had at the start of the round (C38)."""
    state = table.state
    battle = current(state)
    battle.step = "attacks"
    other = state.enemy(battle.aggressor)
    scored = await attack(table, battle.aggressor, "7.3")
    answered = await attack(table, other, "7.4")
    battle.hits = {other: scored, battle.aggressor: answered}
    count_misses(table, scored)


def count_misses(table: Table[State], scored: int) -> None:
    """7.3.3 The aggressor's Missed! marker; a third miss in a row is settled in 7.7 (C36)."""
    battle = current(table.state)
    if scored:
        battle.missed = 0
        return
    battle.missed += 1
    if battle.missed <= SECOND_MISS:
        nth = "1st" if battle.missed == 1 else "2nd"
        side = nobles.side_name(battle.aggressor)
        table.say("7.3", f"{side} scores no Hit and gets the {nth} Round Missed marker.")
