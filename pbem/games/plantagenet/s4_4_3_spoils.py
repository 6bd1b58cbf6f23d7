"""4.4.3 Spoils: losers' Carts and Provender, by the Favour of the place; also for Exile (4.3.5)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.state import State

SPOILS = (Asset.CARTS, Asset.PROVENDER)
"""Never Coin or Ships."""


@decision("{lord}: take {count} {kind}", rule="4.4.3")
class TakeSpoils(Decision):
    """4.4.3 What a Lord of the winning side gets."""

    lord: Piece
    count: Amount
    kind: Asset


def spoils(state: State, place: str, side: str, losers: list[str]) -> dict[Asset, int]:
    """4.4.3 What the winning side takes.

    All at a Friendly place, half of each kind rounded up at a Neutral one, nothing where the
    losers have Favour.
    """
    owner = board.favour(state, place)
    totals = {kind: sum(getattr(state.lords[id], kind) for id in losers) for kind in SPOILS}
    if owner == side:
        return totals
    if owner:
        return dict.fromkeys(SPOILS, 0)
    return {kind: -(-n // 2) for kind, n in totals.items()}


def fill_spoils(menu: Menu, state: State, winners: list[str], kind: Asset, total: int) -> None:
    """M1 One by one, to who has fewest."""
    poorest_first = sorted(winners, key=lambda lord: getattr(state.lords[lord], kind))
    for lord in menu.pick("lord", poorest_first):
        for count in menu.pick("count", range(total if len(winners) == 1 else 1, total + 1)):
            menu.offer(TakeSpoils(lord, count, kind), f"leaves {total - count}" * (total > count))


async def give_spoils(
    table: Table[State], place: str, winners: list[str], losers: list[str]
) -> None:
    """4.4.3 Transfer Spoils to the winners' mats, distributed as their side desires.

    Args:
        winners: Unrouted Lords of the winning side (4.3.5: the Approaching ones).
        losers: Lords who lost (4.3.5: all who go into Exile, together, C56).
    """
    if not winners or not losers:
        return
    state = table.state
    side = lords.side_of(winners[0])
    assets = spoils(state, place, side, losers)
    if not any(assets.values()):
        table.say("4.4.3", "There are no Spoils.", kind="battle_spoils")
        return
    for kind, total in assets.items():
        _give_up(state, losers, kind, total)
        while total:
            answer = await table.ask(
                Request[TakeSpoils](
                    side,
                    "spoils",
                    f"Spoils: {_count_words(kind, total)} left. Who takes how many?",
                    "4.4.3",
                    partial(fill_spoils, state=state, winners=winners, kind=kind, total=total),
                )
            )
            lord, count = answer.lord, answer.count
            setattr(state.lords[lord], kind, getattr(state.lords[lord], kind) + count)
            total -= count
            table.say(
                "4.4.3",
                f"{lords.name(lord)} takes {_count_words(kind, count)} as Spoils.",
                kind="battle_spoils",
                about=(lord,),
            )


def _count_words(kind: Asset, count: int) -> str:
    """`1 Cart`, `2 Carts`, `1 Provender`."""
    return "1 Cart" if (kind, count) == (Asset.CARTS, 1) else f"{count} {kind.title()}"


def _give_up(state: State, losers: list[str], kind: Asset, count: int) -> None:
    for id in losers:
        mat = state.lords[id]
        part = min(count, getattr(mat, kind))
        setattr(mat, kind, getattr(mat, kind) - part)
        count -= part
