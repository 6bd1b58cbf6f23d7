"""6.2 Battle Turns: the order of blocks, and what one may do in its turn."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.once import Once
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
from pbem.games.richard_iii.s7_1_limits import hunger
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
    label = blocks.block_facts(id)
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


def question(contest: Contest, able: list[str], what: str) -> str:
    battle = f"Battle of {board.name(contest.at)}, round {contest.round}"
    return f"{battle}: {blocks.names(able)} {what}"


async def battle_turn(table: Table[State], contest: Contest) -> None:
    """6.2 One block of those whose turn it is acts; which, its owner decides with the order."""
    state = table.state
    able = next_blocks(state, contest)
    side = blocks.side_of(state, able[0])
    if must_retreat(state, contest, able[0]):
        for id in able:
            if not retreats.retreats(state, contest, id):
                table.say("6.6", f"{blocks.subject(id)} must retreat but cannot.")
                kill(table, id)
                return
        kind, duty_words = "last_retreat", "must retreat: where to?"
    else:
        kind, duty_words = "battle_turn", "may act: what do you do?"
    action = await table.ask(
        Request[Deed](
            side,
            kind,
            partial(question, contest, able, duty_words),
            "6.2",
            partial(fill, state=state, contest=contest, able=able),
        )
    )
    contest.acted.append(action.block)
    await act(table, contest, action)


def fill(menu: Menu, state: State, contest: Contest, able: list[str]) -> None:
    """6.2 Offer fire, charge, Treachery Roll, retreat and pass; Attackers in round 4 only retreat."""
    side = blocks.side_of(state, able[0])
    leaves = must_retreat(state, contest, able[0])
    by_zone = Once(partial(retreats.best_retreats, state, contest, side))
    for id in menu.pick("block", able):
        if not leaves:
            menu.offer(Fire(id), partial(combat.chance, state, contest, id))
            fill_charge(menu, state, contest, id)
            fill_treachery(menu, state, contest, id)
        if contest.round > 1 and menu.wants(Retreat):
            for to in menu.pick("to", by_zone[retreats.zone_of(contest, id)]):
                menu.offer(Retreat(id, to), partial(hunger, state, to, side, [id]))
        if not leaves:
            menu.offer(Pass(id))
    menu.bar_more(partial(_bar, state=state, contest=contest, able=able))


def _bar(menu: Menu, state: State, contest: Contest, able: list[str]) -> None:
    """6.2 Say in the menu why blocks whose turn it is cannot fire, charge, turn traitor or retreat."""
    foes = field(state, contest, state.enemy(blocks.side_of(state, able[0])))
    for id in able:
        if must_retreat(state, contest, id):
            menu.bar(Fire(id), "Attackers retreat in round 4 (6.2)")
            menu.bar(Pass(id), "Attackers retreat in round 4 (6.2)")
        else:
            for target in foes:
                if why := no_charge(state, contest, id):
                    menu.bar(Charge(id, target), why)
                if why := no_treachery(state, contest, id, target):
                    menu.bar(Treachery(id, target), why)
        for to in board.neighbours(contest.at):
            round_reason = "" if contest.round > 1 else "nobody retreats in round 1 (6.2)"
            if why := round_reason or retreats.barred(state, contest, id, to):
                menu.bar(Retreat(id, to), why)


def no_charge(state: State, contest: Contest, id: str) -> str:
    """6.5 Why a block may not charge; "" for the senior heir of his side on the field."""
    senior = senior_on_field(state, contest, blocks.side_of(state, id)) == id
    return "" if senior else "only the senior heir on the field charges (6.5)"


def fill_charge(menu: Menu, state: State, contest: Contest, id: str) -> None:
    if not menu.wants(Charge) or no_charge(state, contest, id):
        return
    # R19 A bare `charge` takes the first: who falls does not fire back.
    foes = field(state, contest, state.enemy(blocks.side_of(state, id)))
    proudest = blocks.humblest_first(foes)[::-1]
    weakest = sorted(proudest, key=lambda id: state.blocks[id].strength)
    for target in menu.pick("target", weakest):
        menu.offer(Charge(id, target), "surplus hits are lost; a survivor fires back")


def no_treachery(state: State, contest: Contest, id: str, target: str) -> str:
    """6.9 Why a block makes no Treachery Roll for another; "" if it may."""
    by = treachery.role(state, id)
    if not by:
        return "only King, Pretender and Warwick make a Treachery Roll (6.9)"
    if not treachery.may_roll(state, contest, id):
        return "one Treachery Roll in a battle (6.9)"
    return treachery.immune(state, contest, target, by)


def fill_treachery(menu: Menu, state: State, contest: Contest, id: str) -> None:
    """6.9 For King, Pretender and Warwick, once each."""
    if not menu.wants(Treachery) or not treachery.may_roll(state, contest, id):
        return
    by = treachery.role(state, id)
    foes = field(state, contest, state.enemy(blocks.side_of(state, id)))
    for target in menu.pick("target", treachery.best_targets(state, foes, by)):
        if not no_treachery(state, contest, id, target):
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
            table.say("6.2", f"{blocks.subject(block)} passes.")
