"""4.7 Feed: after each Command card the Lords who moved or fought Feed their Troops."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.s3_2_1_pillage import settle
from pbem.games.plantagenet.state import State


def hungry(state: State, side: str) -> list[str]:
    """A side's Mustered Lords, at Sea too, who are marked Moved-Fought; not those whom a card Fed."""
    return [
        id
        for id, lord in lords.lords_of(state, side).items()
        if lord.moved and not lord.sated and lords.mustered(state, id)
    ]


async def feed(table: Table[State]) -> None:
    """4.7 Rebel, then King's marked Lords remove one Provender per six Troops; the markers go (C78)."""
    state = table.state
    for side in state.order():
        await held.moment(table)
        await settle(table, side, "feed", hungry(state, side))
    for lord in state.lords.values():
        lord.moved = lord.sated = False
