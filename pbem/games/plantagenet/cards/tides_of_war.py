"""Cards of Tides of War (4.8.1), and those that Dominate an Area (1.3.1)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import Asset, No
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s1_5_3_sharing import spend_shared
from pbem.games.plantagenet.state import State


@decision("{lord}: give {count} provender", rule="4.8.1")
class GiveToThePoor(Decision):
    """A point of Influence for each Provender."""

    lord: Piece
    count: Amount


def fill_deeds(menu: Menu, state: State, lord: str) -> None:
    has = "Y4" in state.lords[lord].capabilities
    most = min(2, lords.shared(state, lord, "provender")) if has else 0
    for n in menu.pick("count", range(1, most + 1)):
        menu.offer(GiveToThePoor(lord, n), f"gains {n} Influence")
    menu.offer(No(), rule="4.8.1")


@hooks.TIDES.capability("Y4", asks=True)
async def deeds_of_charity(table: Table[State], lord: str) -> tuple[int, str]:
    """One point for each of one or two Provender, own or Shared; the points and what they are for."""
    state = table.state
    if not lords.on_map(state, lord):
        return 0, ""
    giver = "anybody" if state.hidden_mats else lords.name(lord)
    question = f"We done deeds of charity: does {giver} give Provender for Influence?"
    fill, forced = partial(fill_deeds, state=state, lord=lord), not state.hidden_mats
    answer = await table.ask(
        Request[GiveToThePoor | No](
            lords.side_of(lord), "deeds", question, "4.8.1", fill, forced=forced
        )
    )
    match answer:
        case GiveToThePoor():
            count = answer.count
        case No():
            count = 0
    await spend_shared(table, lord, Asset.PROVENDER, count, "4.8.1")
    return count, "We done deeds of charity"


@hooks.TIDES.capability("Y28")
async def first_son(table: Table[State], lord: str) -> tuple[int, str]:
    """One point while Edward IV is on the map."""
    return int(lords.on_map(table.state, lord)), "First Son"


@hooks.TIDES.capability("L17")
async def margaret_takes_the_reins(table: Table[State], lord: str) -> tuple[int, str]:
    """Two points while Henry VI is on the map, but not at London."""
    away = lords.on_map(table.state, lord) and table.state.lords[lord].at != "london"
    return 2 * away, "Margaret takes the reins"


@hooks.TIDES.capability("L18")
async def council_member(table: Table[State], lord: str) -> tuple[int, str]:
    """One point while the Lord is on the map."""
    return int(lords.on_map(table.state, lord)), "Council Member"


def _holds(state: State, lord: str, area: str, own: str, needed: int) -> bool:
    """Is he in his own Area, with enough of its Strongholds Friendly (C41)?"""
    places, side = facts().areas[own], lords.side_of(lord)
    count = sum(state.favour.get(place) == side for place in places)
    return area == own and state.lords[lord].at in places and count >= needed


@hooks.DOMINATES.capability("Y19")
def welshmen(state: State, lord: str, area: str) -> bool:
    """Wales, with three Strongholds."""
    return _holds(state, lord, area, "wales", 3)


@hooks.DOMINATES.capability("Y21")
def southerners(state: State, lord: str, area: str) -> bool:
    """The South, with five Strongholds."""
    return _holds(state, lord, area, "south", 5)


@hooks.DOMINATES.capability("L16")
def northmen(state: State, lord: str, area: str) -> bool:
    """The North, with three Strongholds."""
    return _holds(state, lord, area, "north", 3)
