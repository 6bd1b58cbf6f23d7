"""6.4 Combat: dice, hits on the strongest block, 6.5 the Heir's Charge."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.s2_2_shields import firepower
from pbem.games.richard_iii.s6_3_attacks import field
from pbem.games.richard_iii.s6_8_deaths import lose_step
from pbem.games.richard_iii.state import Contest, State


@decision("{block}: fire", rule="6.4")
class Fire(Decision):
    """6.4 At the strongest enemy block."""

    block: blocks.OwnBlock


@decision("{block}: charge {target}", rule="6.5")
class Charge(Decision):
    """6.5 At one enemy block."""

    block: blocks.OwnBlock
    target: blocks.EnemyBlock


@decision("{block}: hit", rule="6.4")
class Hit(Decision):
    """6.4 Which of one's strongest blocks takes the hits."""

    block: blocks.OwnBlock


def chance(state: State, contest: Contest, id: str) -> str:
    """6.4 `3 dice, hits on 1-2`."""
    dice = state.blocks[id].strength
    return f"{dice} {'die' if dice == 1 else 'dice'}, hits on 1-{firepower(state, contest, id)}"


async def shoot(table: Table[State], contest: Contest, id: str, label: str) -> int:
    """6.4 One die for each step; the number of hits."""
    state = table.state
    power = firepower(state, contest, id)
    rolls = [
        await table.roll(label, needed=f"1-{power}", rule="6.4")
        for _ in range(state.blocks[id].strength)
    ]
    return sum(roll <= power for roll in rolls)


async def fire(table: Table[State], contest: Contest, id: str) -> None:
    """6.4 All hits go to the strongest enemy block, surplus hits to the next (C48)."""
    state = table.state
    enemy = state.enemy(blocks.side_of(state, id))
    hits = await shoot(table, contest, id, f"{blocks.word(id)} fires")
    if not hits:
        table.say("6.4", f"{blocks.subject(id)} fires and misses.", "battle_strike")
        return
    table.say(
        "6.4", f"{blocks.subject(id)} scores {hits} hit{'s' if hits > 1 else ''}.", "battle_strike"
    )
    while hits and (standing := strongest(state, contest, enemy)):
        target = standing[0] if len(standing) == 1 else await choose(table, enemy, hits, standing)
        hits = wound(table, target, hits)


def strongest(state: State, contest: Contest, side: str) -> list[str]:
    """6.4 The blocks on the field with the highest current strength."""
    fighters = field(state, contest, side)
    most = max((state.blocks[id].strength for id in fighters), default=0)
    return [id for id in fighters if state.blocks[id].strength == most]


def wound(table: Table[State], id: str, hits: int) -> int:
    """3.11 One step a hit; the hits left over when the block dies."""
    block = table.state.blocks[id]
    losses = min(hits, block.strength)
    if losses < block.strength:
        block.strength -= losses
        table.say(
            "6.4", f"{blocks.subject(id)} falls to strength {block.strength}.", "battle_unit", (id,)
        )
    else:
        block.strength = 1
        lose_step(table, id, "6.8")
    return hits - losses


def fill_hits(menu: Menu, standing: list[str]) -> None:
    for id in menu.pick("block", blocks.humblest_first(standing)):
        menu.offer(Hit(id))


async def choose(table: Table[State], side: str, hits: int, standing: list[str]) -> str:
    """6.4 If several blocks are the strongest, their owner chooses."""
    answer = await table.ask(
        Request[Hit](
            side,
            "hits",
            f"Which of your strongest blocks takes {hits} hit{'s' if hits > 1 else ''}?",
            "6.4",
            partial(fill_hits, standing=standing),
        )
    )
    return answer.block


async def charge(table: Table[State], contest: Contest, id: str, target: str) -> None:
    """6.5, C55 All dice at one named block, surplus lost; a survivor fires back once at the heir."""
    state = table.state
    table.say("6.5", f"{blocks.subject(id)} charges {blocks.the(target)}!", kind="charge")
    await strike(table, contest, id, target)
    if state.blocks[target].at == contest.at and not state.blocks[target].face_down:
        table.say("6.5", f"{blocks.subject(target)} fires back.", "battle_strike")
        await strike(table, contest, target, id)


async def strike(table: Table[State], contest: Contest, id: str, target: str) -> None:
    """6.5 Fire at one block; surplus hits are lost."""
    label = f"{blocks.word(id)} at {blocks.word(target)}"
    hits = await shoot(table, contest, id, label)
    if hits:
        wound(table, target, hits)
    else:
        table.say("6.5", f"{blocks.subject(id)} misses.", "battle_strike")
