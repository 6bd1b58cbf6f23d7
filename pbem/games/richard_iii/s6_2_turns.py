"""6.2 Battle Turns: the order of blocks, and what one may do in its turn."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s6_4_combat as combat
from pbem.games.richard_iii import s6_6_retreat as retreats
from pbem.games.richard_iii import s6_9_treachery as treachery
from pbem.games.richard_iii.s2_2_shields import senior_on_field
from pbem.games.richard_iii.s6_3_attacks import field
from pbem.games.richard_iii.s6_4_combat import Charge, Fire
from pbem.games.richard_iii.s6_6_retreat import Retreat
from pbem.games.richard_iii.s6_8_deaths import kill
from pbem.games.richard_iii.s6_9_treachery import Treachery
from pbem.games.richard_iii.state import Contest, State

LAST_ROUND = 4


@decision("{block}: pass", rule="6.2", passes=True)
class Pass(Decision):
    """6.2 A block does nothing in its turn."""

    block: blocks.OwnBlock


Deed = Fire | Charge | Treachery | Retreat | Pass
"""6.2 What a block may do in its turn."""


def initiative(contest: Contest, id: str) -> str:
    """6.2, C43 Its letter; a Bombard on the field from the start has a better one in round 1."""
    label = blocks.block(id)
    first = contest.round <= 1 and id in contest.openers
    return label.first_initiative if first else label.initiative


def next_blocks(state: State, contest: Contest) -> list[str]:
    """6.2, C42 Who acts now: A before B, C and D, Defenders first; their owner picks among them."""
    waiting = [
        (initiative(contest, id), order, id)
        for order, side in enumerate((contest.defender, contest.attacker))
        for id in field(state, contest, side)
        if id not in contest.acted
    ]
    first = min((turn[:2] for turn in waiting), default=None)
    return [id for letter, order, id in waiting if (letter, order) == first]


def must_retreat(state: State, contest: Contest, id: str) -> bool:
    """6.2 Attackers leave in round 4 (C44)."""
    return contest.round == LAST_ROUND and blocks.side_of(state, id) == contest.attacker


async def battle_turn(table: Table[State], contest: Contest) -> None:
    """6.2 One block of those whose turn it is acts; which, its owner decides with the order."""
    state = table.state
    able = next_blocks(state, contest)
    side = blocks.side_of(state, able[0])
    if must_retreat(state, contest, able[0]):
        for id in able:
            if not retreats.retreats(state, contest, id):
                table.say("6.6", f"{blocks.name(id)} must retreat and cannot.")
                kill(table, id)
                return
        kind, what = "last_retreat", "must retreat; where to?"
    else:
        kind, what = "battle_turn", "may act; what do they do?"
    deed = await table.ask(
        Request[Deed](
            side,
            kind,
            f"Battle of {board.name(contest.at)}, round {contest.round}: {blocks.names(able)} {what}",
            "6.2",
            partial(fill, state=state, contest=contest, able=able),
        )
    )
    contest.acted.append(deed.block)
    await act(table, contest, deed)


def fill(menu: Menu, state: State, contest: Contest, able: list[str]) -> None:
    for id in menu.pick("block", able):
        if must_retreat(state, contest, id):
            retreats.fill_retreats(menu, state, contest, id)
            menu.bar(Fire(id), "Attackers retreat in round 4 (6.2)")
            menu.bar(Pass(id), "Attackers retreat in round 4 (6.2)")
            continue
        menu.offer(Fire(id), partial(combat.chance, state, contest, id))
        fill_charge(menu, state, contest, id)
        fill_treachery(menu, state, contest, id)
        if contest.round > 1:
            retreats.fill_retreats(menu, state, contest, id)
        else:
            for to in board.neighbours(contest.at):
                menu.bar(Retreat(id, to), "nobody retreats in round 1 (6.2)")
        menu.offer(Pass(id))


def fill_charge(menu: Menu, state: State, contest: Contest, id: str) -> None:
    """6.5 For the senior heir of his side on the field."""
    if not menu.wants(Charge):
        return
    side = blocks.side_of(state, id)
    senior = senior_on_field(state, contest, side) == id
    # R19 A bare `charge` takes the first: who falls does not fire back.
    proudest = blocks.humblest_first(field(state, contest, state.enemy(side)))[::-1]
    weakest = sorted(proudest, key=lambda id: state.blocks[id].strength)
    for target in menu.pick("target", weakest):
        if senior:
            menu.offer(Charge(id, target), "surplus hits are lost; a survivor fires back")
        else:
            menu.bar(Charge(id, target), "only the senior heir on the field charges (6.5)")


def fill_treachery(menu: Menu, state: State, contest: Contest, id: str) -> None:
    """6.9 For King, Pretender and Warwick, once each."""
    if not menu.wants(Treachery):
        return
    by = treachery.role(state, id)
    foes = field(state, contest, state.enemy(blocks.side_of(state, id)))
    for target in menu.pick("target", treachery.best_targets(state, foes, by)):
        if not by:
            why = "only King, Pretender and Warwick make a Treachery Roll (6.9)"
        elif not treachery.may_roll(state, contest, id):
            why = "one Treachery Roll in a battle (6.9)"
        else:
            why = treachery.immune(state, contest, target, by)
        if why:
            menu.bar(Treachery(id, target), why)
        else:
            menu.offer(Treachery(id, target), treachery.odds(treachery.loyalty(target, by)))


async def act(table: Table[State], contest: Contest, deed: Deed) -> None:
    """6.2 Fire, charge, Treachery Roll, retreat or pass."""
    match deed:
        case Fire(block):
            await combat.fire(table, contest, block)
        case Charge(block, target):
            await combat.charge(table, contest, block, target)
        case Treachery(block, target):
            by = treachery.role(table.state, block)
            contest.rolled.append(by)
            await treachery.treachery_roll(table, contest, target, by)
        case Retreat(block, to):
            retreats.retreat(table, contest, block, to)
        case Pass(block):
            table.say("6.2", f"{blocks.name(block)} passes.")
