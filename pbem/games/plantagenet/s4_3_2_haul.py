"""4.3.2 Haul: Provender beyond the Carts of those who move stays behind."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.state import State


@decision("{lord}: discard {asset}")
class DiscardFirst(Decision):
    """1.5.3 Behind a screen: what he has goes before that of the others."""

    lord: Piece
    asset: Asset


@decision("{lord}: discard {count} {asset}")
class Discard(Decision):
    """1.7.2 So much of his stays behind."""

    lord: Piece
    count: Amount
    asset: Asset


def owned(state: State, group: list[str], asset: Asset) -> int:
    """An Asset of all who move together; they Share it (1.5.3)."""
    return sum(int(getattr(state.lords[id], asset)) for id in group)


def excess_provender(state: State, group: list[str]) -> int:
    """4.3.2 Provender exceeding the number of the movers' Carts."""
    room = lords.transport_of_group(state, group, "carts", "haul")
    return max(0, owned(state, group, Asset.PROVENDER) - room)


def haul_note(state: State, group: list[str]) -> str:
    excess = excess_provender(state, group)
    return f"leaves {excess} Provender behind" if excess else ""


async def haul(table: Table[State], group: list[str]) -> None:
    """4.3.2 Before Marching, Lords discard any Provender exceeding the number of their Carts."""
    excess = excess_provender(table.state, group)
    await discard(table, group, Asset.PROVENDER, excess, "4.3.2")


def discards_first(menu: Menu, state: State, group: list[str], asset: Asset, excess: int) -> None:
    """1.5.3 Behind a screen: whose go first, then those of the others."""
    for lord in menu.pick("lord", lords.richest_first(state, group, asset)):
        if getattr(state.lords[lord], asset):
            menu.offer(DiscardFirst(lord, asset), f"{excess} in all must be left behind, his first")


async def discard_behind_screen(
    table: Table[State], group: list[str], asset: Asset, excess: int, rule: str
) -> None:
    """1.5.3 That something stays behind is declared, not whose and how much; so one question for a
    group, whatever lies on its mats (C119)."""
    state, side = table.state, lords.side_of(group[0])
    leave = "leaves" if len(group) == 1 else "leave"
    table.say(rule, f"{lords.names(group)} {leave} some {asset.title()} behind.")
    hauler = group[0]
    if len(group) > 1:
        question = f"Some {asset.title()} cannot come along. Which Lord leaves some behind first?"
        fill = partial(discards_first, state=state, group=group, asset=asset, excess=excess)
        request = Request[DiscardFirst](side, "discard", question, rule, fill, forced=False)
        hauler = (await table.ask(request)).lord
    for id in sorted(group, key=lambda id: id != hauler):
        piece = state.lords[id]
        n = min(excess, getattr(piece, asset))
        setattr(piece, asset, getattr(piece, asset) - n)
        excess -= n
        if n:
            text = f"{lords.name(id)} leaves {n} {asset.title()} behind."
            table.say(rule, text, to=side)


def discards(menu: Menu, state: State, group: list[str], asset: Asset, excess: int) -> None:
    for lord in menu.pick("lord", lords.richest_first(state, group, asset)):
        for n in menu.pick("count", range(1, min(excess, getattr(state.lords[lord], asset)) + 1)):
            menu.offer(Discard(lord, n, asset), f"{excess} in all must be left behind")


async def discard(
    table: Table[State], group: list[str], asset: Asset, excess: int, rule: str
) -> None:
    """1.7.2 Discard what cannot come along; the owner picks where several mats hold some (C51)."""
    state = table.state
    if excess and state.hidden_mats:
        await discard_behind_screen(table, group, asset, excess, rule)
        return
    while excess:
        holders = [id for id in group if getattr(state.lords[id], asset)]
        if len(holders) == 1 or excess == owned(state, holders, asset):  # nothing to choose
            loser, n = holders[0], min(excess, getattr(state.lords[holders[0]], asset))
        else:
            answer = await table.ask(
                Request[Discard](
                    lords.side_of(group[0]),
                    "discard",
                    f"{excess} {asset.title()} cannot come along. Which Lord leaves some behind?",
                    rule,
                    partial(discards, state=state, group=holders, asset=asset, excess=excess),
                )
            )
            loser, n = answer.lord, answer.count
        piece = state.lords[loser]
        setattr(piece, asset, getattr(piece, asset) - n)
        excess -= n
        table.say(rule, f"{lords.name(loser)} leaves {n} {asset.title()} behind.")
