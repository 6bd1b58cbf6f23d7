"""3.2.1 Paying Troops with Coin, and Feeding them with Provender (4.7): own mat, Sharing, Pillage,
Disband. Both follow the same procedure; only the Asset differs (C78)."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from typing import Any

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_special as special
from pbem.games.plantagenet.facts import StrongholdRow, facts
from pbem.games.plantagenet.s3_2_4_disband import disband_lord, whereabouts
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

ASSET = {"pay": "coin", "feed": "provender"}
RULE = {"pay": "3.2.1", "feed": "4.7"}
DONE = {"pay": "Pays", "feed": "Feeds"}
FAILED = {"pay": "Unpaid", "feed": "Unfed"}

Debts = dict[str, int]
"""Coin or Provender that each Lord's Troops still lack."""


async def settle(table: Table[State], side: str, purpose: str, lords_to_settle: list[str]) -> None:
    """3.2.1, 4.7 These Lords of a side Pay or Feed; those who cannot, Pillage or Disband.

    Args:
        purpose: "pay" or "feed".
    """
    state = table.state
    places = list(dict.fromkeys(state.lords[id].at for id in lords_to_settle))
    short: dict[str, list[str]] = {}
    for place in places:
        here = [id for id in lords_to_settle if state.lords[id].at == place]
        short[place] = await spend(table, side, purpose, place, here)
    for place in places:
        lacking = short[place]
        if lacking and can_pillage(state, place):
            await pillage(table, side, purpose, place, lacking)
            lacking = await spend(table, side, purpose, place, lacking)
        for lord in lacking:
            disband_unpaid(table, purpose, lord)


def need(state: State, lord: str) -> int:
    """3.2.1 One Asset per six Troops, rounded up; Retinue and Vassals do not count."""
    return forces.fed_by(state.lords[lord].troops.total())


async def spend(
    table: Table[State], side: str, purpose: str, place: str, payers: list[str]
) -> list[str]:
    """3.2.1 Lords at one place spend all they must; returns those whose Troops lack something.

    Each uses his own mat first; then those with some left must cover the others (C18).
    """
    debts = {lord: need(table.state, lord) for lord in payers}
    for lord in payers:
        use(table, purpose, lord, lord, debts, debts[lord])
    if table.state.hidden_mats:
        await share_behind_screen(table, side, purpose, place, debts)
        declare(table, purpose, debts)
    else:
        await share(table, side, purpose, place, debts)
    return [lord for lord, lacking in debts.items() if lacking]


def declare(table: Table[State], purpose: str, debts: Debts) -> None:
    """1.5.3 With Hidden Mats all are told only who Paid or Fed his Troops and who could not (C119)."""
    for lord, lacking in debts.items():
        name = lords.name(lord)
        failed = f"{name}'s Troops are {FAILED[purpose]}."
        done = f"{name} {DONE[purpose]} the Troops."
        table.say(RULE[purpose], failed if lacking else done)


def in_store(state: State, lord: str, purpose: str) -> int:
    return int(getattr(state.lords[lord], ASSET[purpose]))


def use(
    table: Table[State], purpose: str, giver: str, debtor: str, debts: Debts, wanted: int
) -> None:
    """Take up to `wanted` from a mat; never more than is owed (1.7.2)."""
    state = table.state
    count = min(wanted, debts[debtor], in_store(state, giver, purpose))
    if not count:
        return
    mat, asset = state.lords[giver], ASSET[purpose]
    setattr(mat, asset, getattr(mat, asset) - count)
    debts[debtor] -= count
    troops = "the" if giver == debtor else f"{lords.name(debtor)}'s"
    done = f"{lords.name(giver)} {DONE[purpose]} {troops} Troops"
    side = lords.side_of(giver)
    tell(table, RULE[purpose], side, f"{done} with {count} {asset.capitalize()}.")


def orders_of_debt(menu: Menu, state: State, purpose: str, place: str, debts: Debts) -> None:
    """M1 The smallest debts first, so that most Lords are served."""
    owing = sorted((lord for lord, lacking in debts.items() if lacking), key=debts.__getitem__)
    for order in permutations(owing):
        lacks = ", ".join(f"{lords.name(lord)} lacks {debts[lord]}" for lord in order)
        menu.offer_line(f"{purpose} {' '.join(order)}", RULE[purpose], f"{lacks}; in this order")


async def share_behind_screen(
    table: Table[State], side: str, purpose: str, place: str, debts: Debts
) -> None:
    """1.5.3, 3.2.1 Sharing with Hidden Mats (C119). If there is enough, who has most gives first, and
    nobody is asked: a question would tell. If not, which all will see, the owner is asked once in
    which order the debts are paid, if Lords are together."""
    state = table.state
    here = board.lords_at(state, place, side)
    owing = [lord for lord, lacking in debts.items() if lacking]
    if sum(in_store(state, lord, purpose) for lord in here) < sum(debts.values()):
        where = board.name(place)
        question = f"Not enough {ASSET[purpose].title()} at {where}: whose Troops first?"
        fill = partial(orders_of_debt, state=state, purpose=purpose, place=place, debts=dict(debts))
        if len(debts) > 1:
            order = await table.ask(
                Request[Any](side, "share", question, RULE[purpose], fill, forced=False)
            )
            owing = list(order.args)
    for debtor in owing:
        for giver in sorted(here, key=lambda lord: -in_store(state, lord, purpose)):
            use(table, purpose, giver, debtor, debts, debts[debtor])


async def share(table: Table[State], side: str, purpose: str, place: str, debts: Debts) -> None:
    """1.5.3, 3.2.1 Lords with something left cover those without; nobody may hold back.

    The owner is asked only where it matters: whose Coin if there is more than enough, whose debt
    if there is too little for all but enough for one.
    """
    state = table.state
    while True:
        owing = [lord for lord, lacking in debts.items() if lacking]
        here = lords.richest_first(state, board.lords_at(state, place, side), ASSET[purpose])
        givers = [lord for lord in here if in_store(state, lord, purpose)]
        if not owing or not givers:
            return
        supply = sum(in_store(state, lord, purpose) for lord in givers)
        if supply <= sum(debts.values()):
            givers = givers[:1]
        if supply >= sum(debts.values()) or supply < min(debts[lord] for lord in owing):
            owing = owing[:1]
        order = await table.ask(
            Request[Any](
                side,
                "share",
                f"Sharing at {board.name(place)}: who uses 1 {ASSET[purpose].capitalize()} for "
                "whose Troops?",
                RULE[purpose],
                partial(
                    pairs,
                    purpose=purpose,
                    givers=givers,
                    debts={lord: debts[lord] for lord in sorted(owing, key=debts.__getitem__)},
                ),
            )
        )
        use(table, purpose, order.actor, order.args[0], debts, 1)


def pairs(menu: Menu, purpose: str, givers: list[str], debts: Debts) -> None:
    for giver in givers:
        for debtor, lacking in debts.items():
            menu.offer_line(
                f"{giver}: {purpose} {debtor}",
                rule=RULE[purpose],
                note=f"{lords.name(debtor)} lacks {lacking}",
            )


def row_of(place: str) -> StrongholdRow:
    """The Strongholds table's row of a Stronghold."""
    return facts().strongholds[facts().locales[place].type]


def can_pillage(state: State, place: str) -> bool:
    """3.2.1 Only an Unexhausted Stronghold: not an Exile box (1.3.1), not a Sea (C19)."""
    return board.is_stronghold(place) and not board.exhausted(state, place)


def pillagers(menu: Menu, place: str, lacking: tuple[str, ...]) -> None:
    row = row_of(place)
    gain = row.pillage_coin + row.pillage_provender
    note = f"gains {row.pillage_coin} Coin, {row.pillage_provender} Provender; costs {2 * gain}"
    for lord in lacking:
        menu.offer_line(f"{lord}: pillage", rule="3.2.1", note=f"{note} Influence")


async def pillage(
    table: Table[State], side: str, purpose: str, place: str, lacking: list[str]
) -> None:
    """3.2.1 One of the Lords in want, and only one, Pillages the Stronghold (C19)."""
    state = table.state
    order = await table.ask(
        Request[Any](
            side,
            "pillage",
            f"{lords.names(lacking)} at {board.name(place)}: {FAILED[purpose]}. Who Pillages?",
            "3.2.1",
            partial(pillagers, place=place, lacking=tuple(lacking)),
        )
    )
    mat, row, enemy = state.lords[order.actor], row_of(place), state.enemy(side)
    mat.coin += row.pillage_coin
    mat.provender += row.pillage_provender
    cost = facts().influence["lose"]["pillage_per_asset_gained"] * (
        row.pillage_coin + row.pillage_provender
    )
    influence.lose(state, side, cost)
    state.wear[place] = "exhausted"
    board.set_favour(state, place, enemy)
    near = list(board.ways(place))
    for stronghold in near:
        board.shift_favour(state, stronghold, enemy)
    table.say(
        "3.2.1",
        f"{lords.name(order.actor)} Pillages {board.name(place)} for {row.pillage_coin} Coin and "
        f"{row.pillage_provender} Provender. The {lords.side_name(side)} lose {cost} Influence; "
        f"{board.name(place)} is Exhausted and turns to the {lords.side_name(enemy)}, and Favour "
        "shifts towards them in the Strongholds around it.",
        about=(place, *near),
    )


def disband_unpaid(table: Table[State], purpose: str, lord: str) -> None:
    """3.2.1 Unpaid/Unfed Disband: his side loses his printed Influence plus one per Vassal, Special
    ones too (C20)."""
    state = table.state
    side, cost = lords.side_of(lord), lords.loss(state, lord)
    disband_lord(state, lord)
    influence.lose(state, side, cost)
    table.say(
        RULE[purpose],
        f"{lords.name(lord)} Disbands {FAILED[purpose]}, {whereabouts(state, lord)}; the "
        f"{lords.side_name(side)} lose {cost} Influence.",
    )
    special.tell_release(table)
