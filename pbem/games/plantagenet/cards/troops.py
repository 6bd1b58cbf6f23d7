"""Cards about Levy Troops (3.4.4), and Handgunners."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.decision import Card, Place, decision
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.decisions import TroopsAction
from pbem.games.plantagenet.hooks import TroopLevy
from pbem.games.plantagenet.s3_4_4_levy_troops import LevyTroops, troops_listed
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

GUNS = "burgundians"


@decision("{lord}: troops {source} by {card}", rule="3.4.4")
class LevyTroopsNearby(TroopsAction):
    """From another Stronghold than where he is."""

    source: Place
    card: Card


def more_of(way: TroopLevy, kind: str, count: int, **fields: int | bool) -> TroopLevy:
    """A way of levying with `count` more Troops of a kind; `fields`: how its decision names them."""
    troops = {**way.troops, kind: way.troops.get(kind, 0) + count}
    return replace(way, action=replace(way.action, **fields), troops=troops)


@hooks.TROOPS_WITH.event("Y16")
def the_commons(state: State, lord: str, way: TroopLevy) -> list[TroopLevy]:
    """Up to two more Militia with each Yorkist action."""
    if lords.side_of(lord) != "york":
        return [way]
    in_pool = forces.in_pool(state, "militia") - way.troops.get("militia", 0)
    more = range(1, min(2, in_pool) + 1)
    return [way, *(more_of(way, "militia", n, commons=n) for n in more)]


@hooks.TROOPS_WITH.event("L9")
def rising_wages(state: State, lord: str, way: TroopLevy) -> list[TroopLevy]:
    """Each Yorkist action takes one Coin first."""
    return [replace(way, coin=way.coin + 1) if lords.side_of(lord) == "york" else way]


@hooks.TROOPS_WITH.capability("Y12")
def soldiers_of_fortune(state: State, lord: str, way: TroopLevy) -> list[TroopLevy]:
    """For one Coin two Mercenaries more, or one if the pool has no more."""
    if not forces.in_pool(state, "mercenaries"):
        return [way]
    hired = more_of(way, "mercenaries", 2, hire=True)
    return [way, replace(hired, coin=way.coin + 1)]


@hooks.TROOPS.capability("Y16")
def beloved_warwick(state: State, lord: str) -> list[TroopLevy]:
    """Five Militia in place of the Stronghold's Troops; it Depletes (C27)."""
    place = state.lords[lord].at
    if board.is_box(place):
        return []
    return [TroopLevy(LevyTroops(lord, "Y16"), place, {"militia": 5})]


@hooks.TROOPS.capability("Y18")
def irishmen(state: State, lord: str) -> list[TroopLevy]:
    """Five Militia in Ireland or at a Friendly Port on the Irish Sea, which is not Depleted (C114)."""
    place = state.lords[lord].at
    if board.sea_of(place) != "irish_sea" or not board.friendly(state, place, "york"):
        return []
    return [TroopLevy(LevyTroops(lord, "Y18"), place, {"militia": 5}, wears=False)]


@hooks.TROOPS.capability("L12")
def commission_of_array(state: State, lord: str) -> list[TroopLevy]:
    """From an adjacent Friendly Stronghold; he is at a Friendly Stronghold himself (C28)."""
    place = state.lords[lord].at
    if not board.is_stronghold(place):
        return []
    return [
        TroopLevy(LevyTroopsNearby(lord, place, "L12"), place, troops_listed(place))
        for place in board.ways(place)
        if board.friendly(state, place, "lancaster")
        and not board.enemies_at(state, place, "lancaster")
    ]


@hooks.MAY.capability("Y31", "L9")
def quartermasters(state: State, lord: str, what: str, place: str) -> bool:
    """Woodvilles, Quartermasters: Levy Troops does not Deplete."""
    return what == "spare troops"


@hooks.MAY.capability("L10")
def chamberlains(state: State, lord: str, what: str, place: str) -> bool:
    """Nor does it, or Supply, at the Seats of regular Vassals on this mat."""
    seats = [lords.vassal(id).seat for id in state.lords[lord].vassals if not lords.is_special(id)]
    return what in ("spare troops", "spare supply") and place in seats


@hooks.ARRIVED.capability("Y14", "Y23")
def burgundians(table: Table[State], lord: str) -> None:
    """Two Handgunners the first time that he is at a Port with the card, and never again (C44)."""
    mat = table.state.lords[lord]
    if GUNS in mat.spent or not board.is_port(mat.at):
        return
    mat.spent.append(GUNS)
    came = forces.muster(table.state, lord, {"handgunners": 2})
    text = f"Burgundians at {board.name(mat.at)}: {lords.name(lord)} gains {forces.in_words(came)}."
    tell(table, "3.4.6", lords.side_of(lord), text, about=(lord, mat.at))
