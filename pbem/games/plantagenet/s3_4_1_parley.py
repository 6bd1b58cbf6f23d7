"""3.4.1 Parley in Levy: win Favour at Strongholds along a Route of Friendly Locales."""

from __future__ import annotations

from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State


def suffix(bonus: int) -> str:
    """How added Influence is written: nothing, ` +1` or ` +3` (1.4.2)."""
    return f" +{bonus}" if bonus else ""


def bonus_of(words: tuple[str, ...]) -> int:
    """The added Influence at the end of an order line."""
    return int(words[-1]) if words[-1].startswith("+") else 0


def has_ship(state: State, lord: str) -> bool:
    """1.3.1 For Routes by Sea: his own or one Shared by a companion (C35)."""
    return lords.shared(state, lord, "ships") > 0


def immovable(state: State, place: str, side: str) -> str:
    """Why a Stronghold's Favour cannot be Parleyed towards `side`, or ""."""
    if state.favour.get(place) == side:
        return f"{board.name(place)} is Friendly already (3.4.1)"
    if place == "london" and state.london_twice:
        return "double Yorkist Favour at London blocks Parley (1.3.1)"
    return ""


def targets(state: State, lord: str) -> dict[str, int]:
    """3.4.1 Strongholds that a Lord may Parley, with their distance in Ways.

    A Route leads there; at a Locale that is not Friendly only that Stronghold itself (C32, C34).
    """
    side, here = lords.side_of(lord), state.lords[lord].at
    reached = board.routes(state, side, here, has_ship(state, lord))
    return {
        place: distance for place, distance in reached.items() if not immovable(state, place, side)
    }


def fill_parley(menu: Menu, state: State, lord: str) -> None:
    side, here = lords.side_of(lord), state.lords[lord].at
    possible = targets(state, lord)
    for place, distance in possible.items():
        for bonus in influence.bonuses(state, lord):
            menu.offer(
                f"{lord}: parley {place}{suffix(bonus)}",
                rule="3.4.1",
                note=influence.price(state, lord, bonus, distance),
            )
    for place in facts().locales:
        if place in possible:
            continue
        if board.is_box(place):
            reason = "Exile boxes cannot be Parleyed (1.3.1)"
        elif board.enemies_at(state, place, side):
            reason = f"an Enemy Lord is at {board.name(place)} (3.4.1)"
        elif place != here and not board.friendly(state, here, side):
            reason = (
                f"{board.name(here)} is not Friendly: only it can be Parleyed from there (3.4.1)"
            )
        else:
            reason = immovable(state, place, side) or (
                f"no Route of Friendly Locales leads to {board.name(place)} (3.4.1)"
            )
        menu.bar(f"{lord}: parley {place}", reason)


async def parley(table: Table[State], lord: str, place: str, bonus: int) -> None:
    """3.4.1 Check Influence, one more point for each Way; success moves Favour one step, Enemy to
    Neutral or Neutral to Friendly."""
    state, side, there = table.state, lords.side_of(lord), board.name(place)
    ways = targets(state, lord)[place]
    cost = 1 + bonus + ways
    table.say("3.4.1", f"{lords.name(lord)} Parleys for {there}, spending {cost} Influence.")
    if not await influence.check(table, lord, f"parley {place}", "3.4.1", bonus, ways):
        table.say("3.4.1", f"{there} does not listen.")
        return
    board.shift_favour(state, place, side)
    now = "Friendly to" if board.favour(state, place) else "Neutral, no longer against"
    table.say("3.4.1", f"{there} becomes {now} the {lords.side_name(side)}.", about=(place,))
