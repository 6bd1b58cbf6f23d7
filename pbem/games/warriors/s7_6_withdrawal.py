"""7.6 Withdrawal: leaving a battle for an adjacent region, under one parting attack."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations, permutations

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s6_3_aggressor import settle
from pbem.games.warriors.s7_1_commanders import choose_commander, current
from pbem.games.warriors.s7_3_attack import attack
from pbem.games.warriors.s7_5_flight import flight, table_note
from pbem.games.warriors.s7_5_hits import apply_hits, by_default
from pbem.games.warriors.s8_control import london_falls
from pbem.games.warriors.state import State


@decision("withdraw {to}", rule="7.6")
class Withdraw(Decision):
    to: Place


@decision("take {party}", rule="7.6")
class TakeAlong(Decision):
    """7.6.4 Those who withdraw; the others are left behind."""

    party: tuple[Piece, ...]


def why_not(state: State, side: str, to: str) -> str:
    """The rule that forbids a withdrawal to an adjacent place, or "" (C33)."""
    if not board.may_enter(side, to):
        return f"{board.the(to)} is not friendly to you (6.2)"
    if nobles.at(state, to, state.enemy(side)):
        return "you cannot withdraw to a region with enemy nobles (7.6)"
    return ""


def destinations(state: State, side: str) -> list[str]:
    """C33 Adjacent places that the side may enter, without enemy nobles."""
    enemy_places = nobles.places_of(state, state.enemy(side))
    return [to for to in board.open_ways(side, current(state).at) if to not in enemy_places]


def convenience(state: State, side: str, to: str) -> tuple[bool, bool, bool, int, str]:
    """For menus: over a clear boundary, at home, under one's control, worth more."""
    clear = board.ways(current(state).at)[to] == "clear"
    own = board.controller(state, to) == side
    return (not clear, board.is_foreign(to), not own, -facts().places[to].vp, to)


def offer_withdrawals(menu: Menu, state: State, side: str) -> None:
    able = sorted(destinations(state, side), key=lambda to: convenience(state, side, to))
    for to in menu.pick("to", able):
        menu.offer(Withdraw(to), partial(withdrawal_note, state, side, to))
    menu.bar_more(partial(bar_withdrawals, state=state, side=side))


def withdrawal_note(state: State, side: str, to: str) -> str:
    nobles_there = len(nobles.at(state, current(state).at, side))
    kind = board.ways(current(state).at)[to]
    stranded = nobles_there - board.crossing_limit(kind)
    behind = f"; {stranded} of {nobles_there} nobles must be left behind" if stranded > 0 else ""
    return board.WAY[kind] + behind


def bar_withdrawals(menu: Menu, state: State, side: str) -> None:
    at = current(state).at
    for to in facts().places:
        if to not in board.ways(at):
            reason = f"{board.the(at)} has no boundary with {board.the(to)} (7.6)"
            menu.bar(Withdraw(to), reason)
        elif reason := why_not(state, side, to):
            menu.bar(Withdraw(to), reason)


async def withdraw(table: Table[State], side: str) -> None:
    """7.6 Who goes, the fate of the others, the pursuit, the move (C34); `to` is already declared."""
    state = table.state
    battle = current(state)
    battle.step, battle.withdrawing = "withdrawal", side
    if not battle.to:
        await nowhere_to_go(table, side)
        return
    army = nobles.at(state, battle.at, side)
    party = await choose_party(table, side, army)
    behind = [id for id in army if id not in party]
    verb = "withdraws" if len(party) == 1 else "withdraw"
    table.say(
        "7.6",
        f"{nobles.names(state, party)} {verb} to {board.the(battle.to)}.",
        "retreat",
        about=(side, battle.at, battle.to, *party),
    )
    await leave_behind(table, side, behind)
    battle.leaving = party
    if battle.commanders[side] not in party:
        await choose_commander(table, side)
    await pursuit(table, side)
    arrive(table)


async def choose_party(table: Table[State], side: str, army: list[str]) -> list[str]:
    """7.6.4 The nobles who withdraw: all if Campaign limits allow it, else those that the owner selects."""
    state = table.state
    battle = current(state)
    limit = board.crossing_limit(board.ways(battle.at)[battle.to])
    if len(army) <= limit:
        return army
    answer = await table.ask(
        Request[TakeAlong](
            side,
            "withdraw_party",
            f"Who withdraws to {board.the(battle.to)}? The others lose their Troops and flee.",
            "7.6",
            partial(parties, state=state, army=army, limit=limit),
        )
    )
    return list(answer.party)


def worth(state: State, party: Iterable[str]) -> int:
    """For menus: rank and Troops that a party saves."""
    return sum(2 * nobles.stars(state, id) + state.nobles[id].troops for id in party)


def parties(menu: Menu, state: State, army: list[str], limit: int) -> None:
    able = sorted(combinations(army, limit), key=lambda some: (-worth(state, some), some))
    for party in menu.pick("party", able):
        menu.offer(TakeAlong(party), f"strength {nobles.strength(state, party)}")
    menu.bar_more(partial(bar_parties, army=army, limit=limit))


def bar_parties(menu: Menu, army: list[str], limit: int) -> None:
    """Why others, more or fewer cannot go."""
    count = f"exactly {limit} of them {'goes' if limit == 1 else 'go'}"
    for size in (1, 2):
        for party in permutations(facts().nobles, size):
            reason = count if size != limit else "name them in the order of the list"
            if not set(party) <= set(army):
                reason = "only your nobles in this battle withdraw"
            menu.bar(TakeAlong(party), f"{reason} (7.6)")


async def leave_behind(table: Table[State], side: str, behind: Iterable[str]) -> None:
    """7.6.4 Nobles who do not withdraw lose their Troops and roll on the Flight Table, one after the other.

    Whoever held London before they flee is remembered, since the table needs it; afterwards London may fall.
    """
    state = table.state
    battle = current(state)
    battle.london = board.london(state)
    nobles_left = list(behind)
    for id in nobles_left:
        state.nobles[id].troops = 0
    if nobles_left:
        fate = table_note(state, side)
        are = "are" if nobles_left[1:] else "is"
        text = f"{nobles.names(state, nobles_left)} {are} left behind without Troops ({fate})."
        table.say("7.6", text)
    while nobles_left:
        id = by_default(state, nobles_left)
        nobles_left.remove(id)
        await flight(table, id, side)
    london_falls(table)


async def nowhere_to_go(table: Table[State], side: str) -> None:
    """C35 Forced out without a legal destination: all Troops are lost, all nobles flee."""
    state = table.state
    name = nobles.side_name(side)
    table.say("7.7", f"{name} has nowhere to withdraw to.", "battle_withdrawal")
    await leave_behind(table, side, nobles.at(state, current(state).at, side))


async def pursuit(table: Table[State], side: str) -> None:
    """7.6.6 The other side attacks once; the withdrawing side does not roll."""
    battle = current(table.state)
    battle.step = "pursuit"
    hits = await attack(table, table.state.enemy(side), "7.6")
    battle.hits = {side: hits}
    await apply_hits(table)


def arrive(table: Table[State]) -> None:
    """7.6.7 Those still withdrawing move to their destination and are disgraced; then who controls what is settled."""
    state = table.state
    battle = current(state)
    for id in battle.leaving:
        state.nobles[id].at = battle.to
        state.nobles[id].disgraced = True
    if battle.leaving:
        verb = "reaches" if len(battle.leaving) == 1 else "reach"
        whom = "is" if len(battle.leaving) == 1 else "are"
        table.say(
            "7.6",
            f"{nobles.names(state, battle.leaving)} {verb} {board.the(battle.to)} and {whom} disgraced.",
        )
    else:
        table.say("7.6", f"Nobody is left to withdraw to {board.the(battle.to)}.")
    settle(state, battle.at)
    london_falls(table)
