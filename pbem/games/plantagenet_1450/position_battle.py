"""16.4.6.7 The Battle Board, for reports."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.document import AnyPart, Heading, Item, Items, ReportTable, cells
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, State


def parts(state: State) -> Iterator[AnyPart]:
    """Who fights, who is committed, and the units in their columns; nothing without a battle."""
    battle = state.battle
    if battle is None:
        return
    yield Heading(f"The battle at {board.short_name(battle.at)}")
    yield Items(
        tuple(
            Item(cells(_who(battle, side)), f"{board.side_name(side)}, {_part(battle, side)}")
            for side in battle.leaders
        )
    )
    if not battle.fighters:
        return  # the armies are not yet drawn up
    low, high = facts().columns
    columns = [*range(high, low - 1, -1), WAVERING, ELIMINATED]
    yield ReportTable(
        f"Battle Board, round {battle.round}" if battle.round else "Battle Board",
        ("Column", *(board.side_name(side) for side in battle.leaders)),
        tuple(
            (
                cells(_column(column)),
                *(cells(_there(battle, side, column)) for side in battle.leaders),
            )
            for column in columns
        ),
    )


def _part(battle: Battle, side: str) -> str:
    return "attacking" if side == battle.attacker else "defending"


def _who(battle: Battle, side: str) -> str:
    """`Earl of Warwick (committed) and Duke of Norfolk`."""
    some = [id for id in battle.leaders[side] if id not in battle.aside]
    committed = battle.committed.get(side, "")
    return ", ".join(
        f"{leaders.name(id)}{' (committed)' if id == committed else ''}" for id in some
    )


def _column(column: int) -> str:
    return {WAVERING: "Wavering", ELIMINATED: "Eliminated"}.get(column, str(column))


def _there(battle: Battle, side: str, column: int) -> str:
    some = [one.kind for one in battle.fighters if one.side == side and one.column == column]
    return " ".join(
        f"{some.count(kind)}{facts().units[kind].abbr}" for kind in facts().units if kind in some
    )
