"""3.4.4 Levy Troops at a Friendly Stronghold, which is Depleted by it."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Card, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast, hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.decisions import Asset, TroopsAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import TroopLevy
from pbem.games.plantagenet.s1_5_3_sharing import spend_shared
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@decision("{lord}: troops [by {card}] [hire] [commons {commons}]", rule="3.4.4")
class LevyTroops(TroopsAction):
    """3.4.4 Where he is.

    Attributes:
        card: one whose Troops come in place of the Stronghold's.
        hire: Mercenaries too. `commons`: so many Militia more. Cards offer both.
    """

    card: Card = ""
    hire: bool = False
    commons: Amount = 0


def troops_listed(place: str) -> dict[str, int]:
    """Troops that the Strongholds table lists for a Stronghold."""
    row = facts().strongholds[facts().locales[place].type]
    return {kind: n for kind, n in row.levy_troops.items() if n}


def hindrance(state: State, place: str) -> str:
    """Why a Locale yields no Troops, or ""."""
    if board.exhausted(state, place):
        return f"{board.name(place)} is Exhausted (3.4.4)"
    return ""


def ways_to_levy(state: State, lord: str) -> list[TroopLevy]:
    """3.4.4 The Troops listed for the Stronghold where he is, and what cards add to that."""
    place = state.lords[lord].at
    levies = (
        [] if board.is_box(place) else [TroopLevy(LevyTroops(lord), place, troops_listed(place))]
    )
    for more in hooks.TROOPS.at_mat(state, lord):
        levies += more(state, lord)
    for change in hooks.TROOPS_WITH.of(state, lord):
        levies = [each for way in levies for each in change(state, lord, way)]
    return levies


def fill_levy_troops(menu: Menu, state: State, lord: str) -> None:
    """Allowed, and Depleting, even if the pool is short (C26)."""
    if not menu.wants(TroopsAction):
        return
    if board.is_box(state.lords[lord].at):
        menu.bar(LevyTroops(lord), "no Troops can be Levied in an Exile box (3.4.4)")
    for way in ways_to_levy(state, lord):
        reason = hindrance(state, way.place)
        if way.coin and lords.shared(state, lord, "coin") < way.coin:
            reason = f"it takes {way.coin} Coin, own or Shared (3.1.3)"
        if reason:
            menu.bar(way.action, reason)
            continue
        menu.offer(way.action, partial(troops_note, state, lord, way))


def troops_note(state: State, lord: str, way: TroopLevy) -> str:
    new_troops = forces.available(state, way.troops)
    price = f"{way.coin} Coin" if way.coin else ""
    later = forecast.after_levy(state, lord, new_troops, way.coin)
    return "; ".join(filter(None, [forces.in_words(new_troops), price, later]))


async def levy_troops(table: Table[State], action: TroopsAction) -> None:
    """3.4.4 Add the listed Troops as far as the pool goes, then Deplete the Stronghold; no check is rolled."""
    state, lord = table.state, action.lord
    (way,) = [way for way in ways_to_levy(state, lord) if way.action == action]
    place = way.place
    await spend_shared(table, lord, Asset.COIN, way.coin, "3.4.4")
    came = forces.muster(state, lord, way.troops)
    is_spared = not way.wears or lords.may(state, lord, "spare troops", place)
    worn = "" if is_spared else board.deplete(state, place).capitalize()
    mark = f"which is now {worn}" if worn else "without Depleting it"
    at = f"at {board.name(place)}, {mark}"
    tell(
        table,
        "3.4.4",
        lords.side_of(lord),
        f"{lords.name(lord)} Levies {forces.in_words(came)} {at}.",
        f"{lords.name(lord)} Levies Troops {at}.",
        about=(place,),
    )
