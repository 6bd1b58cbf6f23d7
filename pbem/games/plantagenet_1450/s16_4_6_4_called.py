"""16.4.6.4-5 Mercenaries and Knights are called to a battle by the side bars of cards (6.6, C33)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SideBar, facts
from pbem.games.plantagenet_1450.s6_6_side_bars import side_bars
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.s16_4_6_3_levies import levy, number
from pbem.games.plantagenet_1450.state import State, Unit

KNIGHTS = "knights"
BEST = 5
"""The value of a card that adds one to its Knights' die (16.4.6.5)."""


@decision("call {card} {leader}", rule="16.4.6.4")
class Call(Decision):
    """The units join this leader, beyond his Command if need be."""

    card: Card
    leader: Piece


@decision("call none", rule="16.4.6.4", passes=True)
class CallNobody(Decision):
    pass


async def call_to_arms(table: Table[State]) -> None:
    """C76 Ask for cards that call knights or mercenaries: the attacker plays all that he wants, then the defender."""
    battle = current_battle(table.state)
    for side in (battle.attacker, table.state.enemy(battle.attacker)):
        while side_bars(table.state, side):
            match await table.ask(
                Request[Call | CallNobody](
                    side,
                    "call",
                    "Do you call Knights or Mercenaries to the battle?",
                    "16.4.6.4",
                    partial(fill_calls, state=table.state, side=side),
                    forced=False,
                    slots=cards.slots(table.state, side),
                )
            ):
                case Call(card, leader):
                    await call(table, side, card, leader)
                case CallNobody():
                    break


def fill_calls(menu: Menu, state: State, side: str) -> None:
    battle = current_battle(state)
    held = side_bars(state, side)
    able = [id for id in battle.leaders[side] if leaders.commands(state, id)]
    for card in menu.pick("card", held):
        for leader in menu.pick("leader", able):
            menu.offer(Call(card, leader), partial(note, battle.at, held[card]), shows=card)
    menu.offer(CallNobody())


def note(at: str, bar: SideBar) -> str:
    units = facts().units[bar.unit].name
    home = "; resident here: one more Levy roll" if is_resident(at, bar) else ""
    return f"{units} of {bar.of}{home}" if bar.of else units


def is_resident(at: str, bar: SideBar) -> bool:
    area = board.area_of(at)
    return area is not None and area.id in bar.areas


async def call(table: Table[State], side: str, card: str, leader: str) -> None:
    """16.4.6.4, 16.4.6.5 Call mercenaries or knights with a card: one die, with bid and bonus, says how many."""
    state = table.state
    battle = current_battle(state)
    bar = side_bars(state, side)[card]
    await cards.lay_down(table, side, card)
    knights = bar.unit == KNIGHTS
    rule = "16.4.6.5" if knights else "16.4.6.4"
    die = await treasury.bid(
        table,
        side,
        f"the {facts().units[bar.unit].name}",
        about="knights" if knights else "mercenaries",
    )
    die += await table.roll(f"{bar.unit} {side}", "", rule)
    extra = facts().tables["recruitment"]["knight_card_of_value_5_bonus"]
    die += extra if knights and facts().cards[card].points == BEST else 0
    new_units = number(facts().units[bar.unit].column, die)
    new_units = min(new_units, leaders.counters_left(state, side, bar.unit))
    state.leaders[leader].army += [Unit(bar.unit, "called")] * new_units
    home = f" of {bar.of}" if bar.of else ""
    text = f"{leaders.subject(leader)} gains {leaders.counted(bar.unit, new_units)}{home}."
    table.say(rule, text, about=(leader,))
    if is_resident(battle.at, bar):  # C209
        await levy(table, side)
