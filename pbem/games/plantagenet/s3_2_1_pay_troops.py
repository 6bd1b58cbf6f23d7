"""3.2.1 Pay Troops with Coin: own mat, Sharing (1.5.3), Pillage, Unpaid Disband. To Feed (4.7) is the
same with Provender (C78)."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s1_5_3_sharing import (
    Covers,
    Debts,
    InOrder,
    Upkeep,
    share,
    share_behind_screen,
    use,
)
from pbem.games.plantagenet.s3_2_4_disband import disband_lord, whereabouts
from pbem.games.plantagenet.state import State


@decision("{giver}: pay {debtor}", rule="3.2.1")
class PayFor(Covers):
    """One Coin."""


@decision("pay {debtors}", rule="3.2.1")
class PayInOrder(InOrder):
    """As far as the Coin goes."""


PAY = Upkeep(Asset.COIN, "3.2.1", "Pays", "Unpaid", PayFor, PayInOrder)


async def settle(
    table: Table[State], side: str, upkeep: Upkeep, lords_to_settle: list[str]
) -> None:
    """3.2.1, 4.7 These Lords of a side Pay or Feed; those who cannot, Pillage or Disband."""
    state = table.state
    places = list(dict.fromkeys(state.lords[id].at for id in lords_to_settle))
    short: dict[str, list[str]] = {}
    for place in places:
        ids = [id for id in lords_to_settle if state.lords[id].at == place]
        short[place] = await spend(table, side, upkeep, place, ids)
    for place in places:
        lords_short = short[place]
        if lords_short and can_pillage(state, place):
            await pillage(table, side, upkeep.failed, place, lords_short)
            lords_short = await spend(table, side, upkeep, place, lords_short)
        for lord in lords_short:
            disband_unpaid(table, upkeep, lord)


def need(state: State, lord: str) -> int:
    """3.2.1 One Asset per six Troops, rounded up; Retinue and Vassals do not count."""
    return forces.fed_by(state.lords[lord].troops.total())


async def spend(
    table: Table[State], side: str, upkeep: Upkeep, place: str, payers: list[str]
) -> list[str]:
    """3.2.1 Lords at one place spend all they must; returns those whose Troops lack something.

    Each uses his own mat first; then those with some left must cover the others (C18).
    """
    debts = {lord: need(table.state, lord) for lord in payers}
    for lord in payers:
        use(table, upkeep, lord, lord, debts, debts[lord])
    if table.state.hidden_mats:
        await share_behind_screen(table, side, upkeep, place, debts)
        declare(table, upkeep, debts)
    else:
        await share(table, side, upkeep, place, debts)
    return [lord for lord, debt in debts.items() if debt]


def declare(table: Table[State], upkeep: Upkeep, debts: Debts) -> None:
    """1.5.3 With Hidden Mats all are told only who Paid or Fed his Troops and who could not (C119)."""
    for lord, lacking in debts.items():
        name = lords.name(lord)
        failed = f"{name}'s Troops are {upkeep.failed}."
        table.say(upkeep.rule, failed if lacking else f"{name} {upkeep.done} the Troops.")


def disband_unpaid(table: Table[State], upkeep: Upkeep, lord: str) -> None:
    """3.2.1 Unpaid/Unfed Disband: his side loses his printed Influence plus one per Vassal, Special
    ones too (C20)."""
    state = table.state
    side, cost = lords.side_of(lord), lords.loss(state, lord)
    disband_lord(state, lord)
    influence.lose(state, side, cost)
    table.say(
        upkeep.rule,
        f"{lords.name(lord)} Disbands {upkeep.failed} and is {whereabouts(state, lord)}; the "
        f"{lords.side_name(side)} lose {cost} Influence.",
    )
    special.tell_release(table)


@decision("{lord}: pillage", rule="3.2.1")
class Pillage(Decision):
    lord: Piece


class Loot(Struct, frozen=True):
    """What a Stronghold yields to Pillage, and the Influence that it costs."""

    coin: int
    provender: int
    cost: int


def loot(place: str) -> Loot:
    """3.2.1 By the Strongholds table; two Influence for each Asset gained."""
    row = facts().strongholds[facts().locales[place].type]
    each = facts().influence["lose"]["pillage_per_asset_gained"]
    cost = each * (row.pillage_coin + row.pillage_provender)
    return Loot(row.pillage_coin, row.pillage_provender, cost)


def can_pillage(state: State, place: str) -> bool:
    """3.2.1 Only an Unexhausted Stronghold: not an Exile box (1.3.1), not a Sea (C19)."""
    return board.is_stronghold(place) and not board.exhausted(state, place)


def fill_pillage(menu: Menu, place: str, lacking: list[str]) -> None:
    gain = loot(place)
    note = f"gains {gain.coin} Coin, {gain.provender} Provender; costs {gain.cost} Influence"
    for lord in menu.pick("lord", lacking):
        menu.offer(Pillage(lord), note)


async def pillage(
    table: Table[State], side: str, want: str, place: str, lords_short: list[str]
) -> None:
    """3.2.1 One of the Lords in want, and only one, Pillages the Stronghold (C19).

    Args:
        want: what their Troops are, Unpaid or Unfed.
    """
    state = table.state
    answer = await table.ask(
        Request[Pillage](
            side,
            "pillage",
            f"{lords.names(lords_short)} at {board.name(place)}: {want}. Who Pillages?",
            "3.2.1",
            partial(fill_pillage, place=place, lacking=lords_short),
        )
    )
    mat, enemy = state.lords[answer.lord], state.enemy(side)
    gain = loot(place)
    mat.coin += gain.coin
    mat.provender += gain.provender
    influence.lose(state, side, gain.cost)
    state.wear[place] = "exhausted"
    board.set_favour(state, place, enemy)
    near = list(board.ways(place))
    for stronghold in near:
        board.shift_favour(state, stronghold, enemy)
    table.say(
        "3.2.1",
        f"{lords.name(answer.lord)} Pillages {board.name(place)} for {gain.coin} Coin and "
        f"{gain.provender} Provender. The {lords.side_name(side)} lose {gain.cost} Influence; "
        f"{board.name(place)} is Exhausted and turns to the {lords.side_name(enemy)}, and Favour "
        "shifts towards them in the Strongholds around it.",
        about=(place, *near),
    )
