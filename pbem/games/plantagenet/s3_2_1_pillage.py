"""3.2.1 Pillage: a Lord whose Troops are Unpaid or Unfed strips the Stronghold."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State


@decision("{lord}: pillage", rule="3.2.1")
class Pillage(Decision):
    lord: Piece


class Loot(NamedTuple):
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
    coin, provender, cost = loot(place)
    note = f"gains {coin} Coin, {provender} Provender; costs {cost} Influence"
    for lord in menu.pick("lord", lacking):
        menu.offer(Pillage(lord), note)


async def pillage(
    table: Table[State], side: str, want: str, place: str, lacking: list[str]
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
            f"{lords.names(lacking)} at {board.name(place)}: {want}. Who Pillages?",
            "3.2.1",
            partial(fill_pillage, place=place, lacking=lacking),
        )
    )
    mat, enemy = state.lords[answer.lord], state.enemy(side)
    coin, provender, cost = loot(place)
    mat.coin += coin
    mat.provender += provender
    influence.lose(state, side, cost)
    state.wear[place] = "exhausted"
    board.set_favour(state, place, enemy)
    near = list(board.ways(place))
    for stronghold in near:
        board.shift_favour(state, stronghold, enemy)
    table.say(
        "3.2.1",
        f"{lords.name(answer.lord)} Pillages {board.name(place)} for {coin} Coin and "
        f"{provender} Provender. The {lords.side_name(side)} lose {cost} Influence; "
        f"{board.name(place)} is Exhausted and turns to the {lords.side_name(enemy)}, and Favour "
        "shifts towards them in the Strongholds around it.",
        about=(place, *near),
    )
