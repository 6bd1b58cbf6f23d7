"""8.2, 3.1.6 Control markers, and how Intrigue points place and remove them."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_3_tracks as tracks
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450.facts import NEUTRAL, Area, facts
from pbem.games.plantagenet_1450.s8_points import can_buy
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "control"


def convert(table: Table[State], area: Area, to: str, rule: str) -> None:
    """C14 Change the control marker of an area: the loser loses Legitimacy, the other gains it. `to` may be "neutral".

    A side's captives there are free when it comes (C146), and enemies inside a fortification without a garrison
    stand in the open (P4). A garrison stays (C57).
    """
    state = table.state
    holder = state.control.get(area.group, NEUTRAL)
    if holder == to:
        return
    kings.lost(state, area.group, holder)
    name = facts().group_names[area.group]
    if to == NEUTRAL:
        del state.control[area.group]
        table.say(rule, f"{name} is now neutral.", about=(area.id,))
    else:
        state.control[area.group] = to
        table.say(rule, f"{board.side_name(to)} now controls {name}.", about=(area.id,))
    tracks.change_legitimacy(table, holder, -facts().worth[area.group], "8.2")
    tracks.change_legitimacy(table, to, facts().worth[area.group], "8.2")
    for at in list(state.sieges):
        if facts().forts[at].group == area.group:
            del state.sieges[at]  # C51
    for id, leader in state.leaders.items():
        is_prisoner = leader.status == "captive" and leader.side == to and not leader.captor
        area_of_captive = board.area_of(leader.at) if is_prisoner else None
        if area_of_captive is not None and area_of_captive.group == area.group:
            captures.set_free(table, id, "C146")
        if leader.inside and not board.holds_fort(state, leader.side, leader.at):
            leader.inside = False
            table.say(rule, f"{leaders.subject(id)} is no longer inside (P4).", about=(id,))


@decision("control {area}", rule="8.2")
class PlaceMarker(Decision):
    area: board.Marker


@decision("remove {area}", rule="8.2")
class RemoveMarker(Decision):
    area: board.Marker


def fill_markers(menu: Menu, state: State, points: Points) -> None:
    """C40 Offer control markers in areas with a friendly leader; an enemy leader there prevents nothing."""
    if not can_buy(points, ACTION):
        return
    enemy = state.enemy(points.side)
    for area in menu.pick("area", areas_of(state, points.side)):
        place = facts().areas[area]
        name, worth = board.control_name(area), facts().worth[place.group]
        match state.control.get(place.group, NEUTRAL):
            case side if side == enemy:
                unreduced_forts = unreduced(state, place.group, points.side)
                if unreduced_forts:
                    menu.bar(
                        RemoveMarker(area), f"{unreduced_forts} must be reduced first (14.1.3)"
                    )
                else:
                    menu.offer(RemoveMarker(area), f"{name} becomes neutral: {worth} Legitimacy")
            case side if side == NEUTRAL:
                unreduced_forts = unreduced(state, place.group, points.side)
                if unreduced_forts:
                    menu.bar(PlaceMarker(area), f"{unreduced_forts} must be reduced first (C57)")
                else:
                    menu.offer(PlaceMarker(area), f"{name}: +{worth} Legitimacy")
    menu.bar_more(partial(bar_markers, state=state, side=points.side))


def areas_of(state: State, side: str) -> list[str]:
    """The areas in which a side's leaders can act: a leader out of his wits does nothing (C145)."""
    areas = [
        board.area_of(state.leaders[id].at)
        for id in leaders.free(state, side)
        if not state.leaders[id].mad
    ]
    return list(dict.fromkeys(area.id for area in areas if area is not None))


def unreduced(state: State, group: str, side: str) -> str:
    """14.1.3, C57 The fortification that keeps a side's marker out: the enemy's, and not reduced; "" if none does."""
    for at, area in facts().forts.items():
        if area.group == group and board.holds_fort(state, state.enemy(side), at):
            return area.fort_name
    return ""


def bar_markers(menu: Menu, state: State, side: str) -> None:
    for area in facts().areas.values():
        if state.control.get(area.group) == side:
            menu.bar(PlaceMarker(area.id), "your marker is there (8.2)")
        else:
            menu.bar(PlaceMarker(area.id), "no leader of yours who can act is there (8.2)")
            menu.bar(RemoveMarker(area.id), "no leader of yours who can act is there (8.2)")


def place(table: Table[State], points: Points, area: str) -> None:
    points.left -= 1
    convert(table, facts().areas[area], points.side, "8.2")


def remove(table: Table[State], points: Points, area: str) -> None:
    points.left -= 1
    convert(table, facts().areas[area], NEUTRAL, "8.2")
