"""4.7 Feed: after each Command card the Lords who moved or fought Feed their Troops."""

from __future__ import annotations

from pbem.engine.decision import decision
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.s1_5_3_sharing import Covers, InOrder, Upkeep
from pbem.games.plantagenet.s3_2_1_pay_troops import settle
from pbem.games.plantagenet.state import State


@decision("{giver}: feed {debtor}", rule="4.7")
class FeedFor(Covers):
    """One Provender."""


@decision("feed {debtors}", rule="4.7")
class FeedInOrder(InOrder):
    """As far as the Provender goes."""


FEED = Upkeep(Asset.PROVENDER, "4.7", "Feeds", "Unfed", FeedFor, FeedInOrder)


def hungry(state: State, side: str) -> list[str]:
    """A side's Mustered Lords, at Sea too, who are marked Moved-Fought; not those whom a card Fed."""
    return [
        id
        for id, lord in state.lords.items()
        if lord.moved and not lord.sated and lords.side_of(id) == side and lords.mustered(state, id)
    ]


async def feed(table: Table[State]) -> None:
    """4.7 Rebel, then King's marked Lords remove one Provender per six Troops; the markers go (C78)."""
    state = table.state
    for side in state.order():
        await held.moment(table)
        await settle(table, side, FEED, hungry(state, side))
    for lord in state.lords.values():
        lord.moved = lord.sated = False
