"""16.4.6.9 Melee, round by round, until a side breaks off or has nobody left in columns; what becomes of a unit:
disrupted, Wavering or Eliminated."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_5_battle_cards as battle_cards
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.s16_4_6_7_deployment import array
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, Fighter, State

WAVERS_UP_TO = 2
"""So much above its morale a unit wavers; above that it is eliminated."""


@decision("retreat", rule="16.4.6.9")
class BreakOff(Decision):
    pass


@decision("fight on", rule="16.4.6.9")
class FightOn(Decision):
    pass


async def melee(table: Table[State]) -> None:
    """C85 Fight rounds until a side retreats or has nobody left in columns, and say who has won.

    After each round the defender says first whether he retreats.
    """
    state = table.state
    battle = current_battle(state)
    defender = state.enemy(battle.attacker)
    while not beaten(state):
        battle.round += 1
        await battle_cards.window(table, "before_melee_round")
        await fight_round(table)
        await battle_cards.window(table, "after_melee_round")
        for side in (defender, battle.attacker):
            if not beaten(state) and await breaks_off(table, side):
                battle.retreats = side
    loser = battle.retreats or beaten(state)
    battle.winner = state.enemy(loser)
    text = f"{board.side_name(battle.winner)} wins the battle."
    table.say("16.4.6.9", text, "battle_won", about=(battle.winner,))


def units_in_columns(battle: Battle, side: str) -> int:
    """Units in columns."""
    return sum(one.side == side and one.stands for one in battle.fighters)


def beaten(state: State) -> str:
    """Who has nobody in columns, the attacker if both; or who has broken off; "" while both fight."""
    battle = current_battle(state)
    sides = (battle.attacker, state.enemy(battle.attacker))
    return battle.retreats or next(
        (side for side in sides if not units_in_columns(battle, side)), ""
    )


def ratio(own: int, enemy: int, attacks: bool) -> str:
    """C82 A side's column of the Combat Results Table, rounded in favour of the defender."""
    more, less = max(own, enemy), min(own, enemy)
    times = -(-more // less) if attacks and own < enemy else more // less
    columns: list[str] = facts().tables["combat_results"]["columns"]
    most = int(columns[-1].split("-")[0])
    times = min(times, most)
    if times == 1:
        return "1-1"
    return f"{times}-1" if own > enemy else f"1-{times}"


def result(column: str, die: int) -> str:
    """What the other side suffers: `-`, `D`, or `M` with its modifier. Beyond 1 and 6, the end row (C5)."""
    table = facts().tables["combat_results"]
    row: list[str] = table[f"die_{min(max(die, 1), 6)}"]
    columns: list[str] = table["columns"]
    return row[columns.index(column)]


async def fight_round(table: Table[State]) -> None:
    """Fight one round: both sides roll, then both results are applied (C83)."""
    state = table.state
    battle = current_battle(state)
    sides = (battle.attacker, state.enemy(battle.attacker))
    odds = {}
    for side in sides:
        own, enemy = units_in_columns(battle, side), units_in_columns(battle, state.enemy(side))
        odds[side] = ratio(own, enemy, side == battle.attacker)
    suffers = {}
    for side in sides:
        die = await table.roll(f"melee {side}", "", "16.4.6.9")
        die += battle_cards.total(battle, "crt_die", side)
        suffers[state.enemy(side)] = result(odds[side], die)
    for side in sides:
        await apply(table, side, suffers[side])
    for side in sides:
        text = f"{board.side_name(side)} fights at odds of {odds[side]} and {effect(suffers[side])}; it now has {array(battle, side)}."
        table.say("16.4.6.9", text, "battle_round")


def effect(code: str) -> str:
    """A result of the Combat Results Table in words, as `must check morale at +2` for `M2`."""
    if code.startswith("M"):
        return f"must check morale at {int(code[1:]):+}" if code[1:] else "must check morale"
    return "is disrupted" if code.startswith("D") else "suffers no effect"


async def apply(table: Table[State], side: str, code: str) -> None:
    """C83 On all of the side's units that are not eliminated, the Wavering ones too."""
    battle = current_battle(table.state)
    mine = [one for one in battle.fighters if one.side == side and one.column != ELIMINATED]
    if code.startswith("D"):
        for fighter in mine:
            fighter.column = disrupted(fighter.column)
    if code.startswith("M"):
        added = int(code[1:] or 0)
        for fighter in mine:
            await morale_check(table, fighter, added, "16.4.6.9")


async def breaks_off(table: Table[State], side: str) -> bool:
    """16.4.6.9 Does this side retreat and not fight another round? It is asked."""
    state = table.state
    answer = await table.ask(
        Request[FightOn | BreakOff](
            side,
            "break_off",
            "Do you fight another round?",
            "16.4.6.9",
            partial(fill_break_off, state=state, side=side),
        )
    )
    match answer:
        case FightOn():
            return False
        case BreakOff():
            table.say("16.4.6.9", f"{board.side_name(side)} retreats.", "battle_withdrawal")
            return True


def fill_break_off(menu: Menu, state: State, side: str) -> None:
    battle = current_battle(state)
    own, enemy = units_in_columns(battle, side), units_in_columns(battle, state.enemy(side))
    menu.offer(FightOn(), f"{count_text(own, 'unit')} in columns against {enemy}")
    menu.offer(BreakOff())


async def morale_check(table: Table[State], fighter: Fighter, added: int, rule: str) -> None:
    """Die and modifier against the column; a Wavering unit has morale 0 and stays so at 0 or less (C220)."""
    highest = max(0, fighter.column) - added
    needed = f"1-{min(6, highest)}" if highest > 0 else "0 or less"
    die = await table.roll(f"morale {fighter.side} {fighter.kind}", needed, rule)
    fighter.column = after_check(fighter.column, die + added)


def after_check(column: int, result: int) -> int:
    over = result - max(0, column)
    if over > WAVERS_UP_TO:
        return ELIMINATED
    if over > 0:
        return WAVERING
    return WAVERING if column == WAVERING else column - 1


def disrupted(column: int) -> int:
    """C84 Down one column; from 0 into the Wavering box, from there out of the battle."""
    return column - 1
