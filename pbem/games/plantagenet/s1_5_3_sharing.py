"""1.5.3 Sharing: Lords of a side at one place use each other's Coin and Provender."""

from __future__ import annotations

from functools import partial
from itertools import permutations

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

Debts = dict[str, int]
"""Coin or Provender that each Lord's Troops still lack."""


class Covers(Decision):
    """One Asset of a Lord for another's Troops."""

    giver: Piece
    debtor: Piece


class InOrder(Decision):
    """Whose Troops come first."""

    debtors: tuple[Piece, ...]


class Upkeep(Struct, frozen=True):
    """What Troops cost, now Coin (3.2.1), now Provender (4.7); else both are the same (C78).

    Attributes:
        done, failed: what a Lord does to his Troops; what they are if he cannot.
        covers, in_order: how the decisions about Sharing are written.
    """

    asset: Asset
    rule: str
    done: str
    failed: str
    covers: type[Covers]
    in_order: type[InOrder]


def in_store(state: State, lord: str, asset: Asset) -> int:
    return int(getattr(state.lords[lord], asset))


def use(
    table: Table[State], upkeep: Upkeep, giver: str, debtor: str, debts: Debts, most: int
) -> None:
    """Take up to `most` from a mat; never more than is owed (1.7.2)."""
    state, asset = table.state, upkeep.asset
    stored = in_store(state, giver, asset)
    count = min(most, debts[debtor], stored)
    if not count:
        return
    setattr(state.lords[giver], asset, stored - count)
    debts[debtor] -= count
    troops = "the" if giver == debtor else f"{lords.name(debtor)}'s"
    deed = f"{lords.name(giver)} {upkeep.done} {troops} Troops"
    side = lords.side_of(giver)
    tell(table, upkeep.rule, side, f"{deed} with {count} {asset.capitalize()}.")


# Pay and Feed


def fill_covers(menu: Menu, upkeep: Upkeep, givers: list[str], debts: Debts) -> None:
    for giver in menu.pick("giver", givers):
        for debtor in menu.pick("debtor", debts):
            note = f"{lords.name(debtor)} lacks {debts[debtor]}"
            menu.offer(upkeep.covers(giver, debtor), note)


async def share(table: Table[State], side: str, upkeep: Upkeep, place: str, debts: Debts) -> None:
    """1.5.3, 3.2.1 Lords with something left cover those without; nobody may hold back.

    The owner is asked only where it matters: whose Coin if there is more than enough, whose debt
    if there is too little for all but enough for one.
    """
    state, asset = table.state, upkeep.asset
    while True:
        debtors = [lord for lord, debts_now in debts.items() if debts_now]
        richest = lords.richest_first(state, board.lords_at(state, place, side), asset)
        givers = [lord for lord in richest if in_store(state, lord, asset)]
        if not debtors or not givers:
            return
        supply = sum(in_store(state, lord, asset) for lord in givers)
        if supply <= sum(debts.values()):
            givers = givers[:1]
        if supply >= sum(debts.values()) or supply < min(debts[lord] for lord in debtors):
            debtors = debtors[:1]
        debts_now = {lord: debts[lord] for lord in sorted(debtors, key=debts.__getitem__)}
        answer = await table.ask(
            Request[Covers](
                side,
                "share",
                f"Sharing at {board.name(place)}: who uses 1 {asset.capitalize()} for whose Troops?",
                upkeep.rule,
                partial(fill_covers, upkeep=upkeep, givers=givers, debts=debts_now),
            )
        )
        use(table, upkeep, answer.giver, answer.debtor, debts, 1)


def fill_order(menu: Menu, upkeep: Upkeep, debts: Debts) -> None:
    """M1 The smallest debts first, so that most Lords are served."""
    owing = sorted((lord for lord, lacking in debts.items() if lacking), key=debts.__getitem__)
    for order in menu.pick("debtors", permutations(owing)):
        lacks = ", ".join(f"{lords.name(lord)} lacks {debts[lord]}" for lord in order)
        menu.offer(upkeep.in_order(order), f"{lacks}; in this order")


async def share_behind_screen(
    table: Table[State], side: str, upkeep: Upkeep, place: str, debts: Debts
) -> None:
    """1.5.3, 3.2.1 Sharing with Hidden Mats (C119).

    If there is enough, who has most gives first, and nobody is asked: a question would tell. If not, which all will
    see, the owner is asked once in which order the debts are paid, if Lords are together.
    """
    state, asset = table.state, upkeep.asset
    ids = board.lords_at(state, place, side)
    debtors = [lord for lord, debt in debts.items() if debt]
    if sum(in_store(state, lord, asset) for lord in ids) < sum(debts.values()):
        question = f"Not enough {asset.title()} at {board.name(place)}: whose Troops first?"
        fill = partial(fill_order, upkeep=upkeep, debts=dict(debts))
        if len(debts) > 1:
            request = Request[InOrder](side, "share", question, upkeep.rule, fill, forced=False)
            debtors = list((await table.ask(request)).debtors)
    for debtor in debtors:
        for giver in sorted(ids, key=lambda lord: -in_store(state, lord, asset)):
            use(table, upkeep, giver, debtor, debts, debts[debtor])


# Whatever else takes Coin or Provender


@decision("{lord}: give {asset}", rule="1.5.3")
class Give(Decision):
    """A Lord spends one of his, perhaps for a companion."""

    lord: Piece
    asset: Asset


def fill_gives(menu: Menu, state: State, lord: str, asset: Asset) -> None:
    able = lords.richest_first(state, lords.sharers(state, lord), asset)
    for giver in menu.pick("lord", able):
        if held := in_store(state, giver, asset):
            menu.offer(Give(giver, asset), f"has {held}")


async def spend_shared(table: Table[State], lord: str, asset: Asset, count: int, rule: str) -> None:
    """1.5.3 Spend Coin or Provender of his own, or of a companion if the owner likes."""
    state = table.state
    alone = len(lords.sharers(state, lord)) == 1
    for _ in range(count):
        answer = await table.ask(
            Request[Give](
                lords.side_of(lord),
                "share",
                f"{lords.name(lord)} spends 1 {asset.title()}: from whose mat?",
                rule,
                partial(fill_gives, state=state, lord=lord, asset=asset),
                forced=alone or not state.hidden_mats,
            )
        )
        giver = answer.lord
        setattr(state.lords[giver], asset, in_store(state, giver, asset) - 1)
        tell(table, rule, lords.side_of(giver), f"{lords.name(giver)} spends 1 {asset.title()}.")
