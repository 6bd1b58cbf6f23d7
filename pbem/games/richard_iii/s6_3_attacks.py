"""6.3 Attacking: ways into a battle, the Main Attack, Reserves and reinforcements.

"field" are the blocks that fight, without Reserves (C45).
"""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.state import Contest, State

ATTACK_BORDERS = 3
REINFORCE_BORDERS = 2
SEA = "sea"
"""The Main Attack of Pirates, whatever zone they came through (C34)."""


@decision("main {way}", rule="6.3")
class MainAttack(Decision):
    """6.3 The border that it crosses, by the area beyond."""

    way: Place


def by_sea(way: str) -> bool:
    return way in facts().zones


def too_many_ways(state: State, side: str, to: str, way: str) -> str:
    """6.3, C15, C16 Why a block may not enter a battle this way; "" if it may. Pirates use no border."""
    contest = state.contests.get(to)
    if contest is None or by_sea(way):
        return ""
    used = [known for known in contest.ways[side] if not by_sea(known)]
    if way in used:
        return ""
    if contest.attacker == side and len(used) >= ATTACK_BORDERS:
        return f"an attack uses at most {ATTACK_BORDERS} borders (6.3)"
    if contest.attacker != side and len(used) >= REINFORCE_BORDERS:
        return f"reinforcements use at most {REINFORCE_BORDERS} borders (6.3)"
    return ""


def enter(state: State, id: str, to: str, way: str) -> None:
    """6.3 A block enters an enemy or contested area. The first way is the Main Attack until the
    attacker names another (C17)."""
    side = blocks.side_of(state, id)
    if to not in state.contests:
        main = SEA if by_sea(way) else way
        ways: dict[str, list[str]] = {"york": [], "lancaster": []}
        state.contests[to] = Contest(to, side, state.enemy(side), main, ways)
    contest = state.contests[to]
    contest.came[id] = way
    if way not in contest.ways[side]:
        contest.ways[side].append(way)


def in_main(contest: Contest, id: str) -> bool:
    """6.3 Did an attacker come with the Main Attack?"""
    way = contest.came.get(id, "")
    return by_sea(way) if contest.main == SEA else way == contest.main


def main_attackers(state: State, contest: Contest) -> list[str]:
    return [id for id in board.at(state, contest.at, contest.attacker) if in_main(contest, id)]


def field(state: State, contest: Contest, side: str) -> list[str]:
    """6.3, C45 A side's blocks that are no Reserves."""
    return [id for id in board.at(state, contest.at, side) if id not in contest.reserve]


def reserves(state: State, contest: Contest, side: str) -> list[str]:
    return [id for id in contest.reserve if blocks.side_of(state, id) == side]


def set_reserves(state: State, contest: Contest) -> None:
    """6.3, C16, C18 Attackers off the Main Attack, and Player 2's reinforcements, are Reserves."""
    attackers = board.at(state, contest.at, contest.attacker)
    late = [id for id in attackers if not in_main(contest, id)]
    late += [id for id in board.at(state, contest.at, contest.defender) if id in contest.came]
    contest.reserve = late
    contest.openers = [
        id for side in (contest.defender, contest.attacker) for id in field(state, contest, side)
    ]


def unnamed(state: State, side: str) -> list[Contest]:
    """C17 Battles whose attacker came over several borders, in a fixed order."""
    return [
        state.contests[at]
        for at in sorted(state.contests)
        if state.contests[at].attacker == side
        and len(state.contests[at].ways[side]) > 1
        and state.contests[at].main != SEA
    ]


def offer_mains(menu: Menu, contest: Contest) -> None:
    """The border that most blocks crossed first, then the one used first (R19)."""
    came = list(contest.came.values())
    ways = sorted(contest.ways[contest.attacker], key=came.count, reverse=True)
    for way in menu.pick("way", ways):
        ids = [id for id, used in contest.came.items() if used == way]
        menu.offer(MainAttack(way), f"{blocks.names(ids)} came this way")


async def name_main_attacks(table: Table[State], side: str) -> None:
    """6.3, C17 The attacker declares them at the end of his Action Phase."""
    state = table.state
    for contest in unnamed(state, side):
        attack = await table.ask(
            Request[MainAttack](
                side,
                "main_attack",
                f"Which border of {board.the(contest.at)} does your Main Attack cross?",
                "6.3",
                partial(offer_mains, contest=contest),
            )
        )
        contest.main = attack.way
        table.say(
            "6.3",
            f"The Main Attack on {board.the(contest.at)} comes from {board.the(contest.main)}.",
            about=(contest.at,),
        )
