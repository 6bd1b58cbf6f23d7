"""7.7 End of battle: after each round either side may withdraw, or a luckless aggressor is driven off."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.s7_1_commanders import current
from pbem.games.warriors.s7_3_attack import SECOND_MISS, attack_words
from pbem.games.warriors.s7_6_withdrawal import Withdraw, destinations, offer_withdrawals
from pbem.games.warriors.state import State


@decision("fight", rule="7.7")
class FightOn(Decision):
    """7.7 Another round."""


Withdrawal = FightOn | Withdraw
"""7.6.1 What answers an opportunity to withdraw."""


@decision("force", rule="7.7")
class Force(Decision):
    """7.7 The luckless aggressor must withdraw (C36)."""


async def end_of_round(table: Table[State]) -> str:
    """7.6, 7.7 The side that leaves the battle now, "" if it goes on (C37)."""
    state = table.state
    battle = current(state)
    battle.step = "withdrawal"
    for side in (state.enemy(battle.aggressor), battle.aggressor):
        if await declares_withdrawal(table, side):
            return side
    if battle.missed > SECOND_MISS:
        return await luckless(table)
    return ""


def strengths(state: State, side: str) -> str:
    """`strength 5 (4 dice) against strength 8 (6 dice)`."""
    at = current(state).at
    texts = []
    for each in (side, state.enemy(side)):
        strength = nobles.strength(state, nobles.at(state, at, each))
        texts.append(f"strength {strength} ({attack_words(state, each)})")
    return " against ".join(texts)


async def declares_withdrawal(table: Table[State], side: str) -> bool:
    """7.6.1 Ask a side after a whole round whether it withdraws, and where to; does it?"""
    state = table.state
    battle = current(state)
    match await table.ask(
        Request[Withdrawal](
            side,
            "withdraw",
            partial(fight_or_withdraw, state, side),
            "7.6",
            partial(choices, state=state, side=side),
        )
    ):
        case FightOn():
            return False
        case Withdraw(to):
            battle.to = to
            return True


def fight_or_withdraw(state: State, side: str) -> str:
    """It names those who would leave, so that they are marked on the map."""
    battle = current(state)
    army = nobles.at(state, battle.at, side)
    after = f"Battle of {board.the(battle.at)}, after round {battle.round}"
    choice = f"{'do' if army[1:] else 'does'} {nobles.names(state, army)} fight on or withdraw?"
    return f"{after}: {choice} Your {strengths(state, side)}."


def choices(menu: Menu, state: State, side: str) -> None:
    menu.offer(FightOn(), "another round")
    if menu.wants(Withdraw):
        offer_withdrawals(menu, state, side)


async def luckless(table: Table[State]) -> str:
    """7.7 Ask whether the aggressor, who missed three rounds, is forced to run; the side that must leave, "" for
    none (C36)."""
    state = table.state
    battle = current(state)
    side = battle.aggressor
    match await table.ask(
        Request[Force | FightOn](
            state.enemy(side),
            "luckless",
            f"The aggressor missed three rounds in a row in {board.the(battle.at)}: fight on or force him out?",
            "7.7",
            luckless_choices,
        )
    ):
        case FightOn():
            battle.missed = 0
            table.say("7.7", "The battle continues, and the Missed! marker is removed.")
            return ""
        case Force():
            table.say("7.7", f"{nobles.side_name(side)} is forced to run away.")
            if destinations(state, side):
                await choose_destination(table, side)
            return side


def luckless_choices(menu: Menu) -> None:
    menu.offer(Force())
    menu.offer(FightOn(), "he removes his Missed! marker")


def forced(menu: Menu, state: State, side: str) -> None:
    offer_withdrawals(menu, state, side)
    why = "you missed three rounds in a row, and the other side forces you out (7.7)"
    menu.bar(FightOn(), why)


async def choose_destination(table: Table[State], side: str) -> None:
    """C35 The side that is forced out still chooses where to."""
    state = table.state
    army = nobles.at(state, current(state).at, side)
    answer = await table.ask(
        Request[Withdraw](
            side,
            "forced_withdrawal",
            f"{nobles.names(state, army)} {'are' if army[1:] else 'is'} forced out of "
            f"{board.the(current(state).at)}: where do you withdraw to?",
            "7.7",
            partial(forced, state=state, side=side),
        )
    )
    current(state).to = answer.to
