"""8.0 Intrigue points: one action a step, until they are spent or their side is done."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s8_1_campaign as s8_1
from pbem.games.plantagenet_1450 import s8_2_markers as s8_2
from pbem.games.plantagenet_1450 import s8_4_defection as s8_4
from pbem.games.plantagenet_1450 import s8_5_diplomacy as s8_5
from pbem.games.plantagenet_1450 import s11_1_movement as s11_1
from pbem.games.plantagenet_1450 import s11_3_sea as s11_3
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Points, State


@decision("done", rule="8.0", passes=True)
class Done(Decision):
    """C139 What is left of the points is lost."""


Spend = (
    s8_1.OpenCampaign
    | s8_2.PlaceMarker
    | s8_2.RemoveMarker
    | s8_4.Turn
    | s8_5.Improve
    | s8_5.Harm
    | s11_1.Move
    | s11_3.Sail
    | Done
)


async def spend(table: Table[State]) -> None:
    """C139 One action; each is rolled before the next is named. Points that an effect gives come first."""
    state = table.state
    points = state.points[-1]
    if not is_spent(points):
        await act(table, points)
    while state.points and is_spent(state.points[-1]) and not state.in_campaign:
        state.points.pop()


def is_spent(points: Points) -> bool:
    """Nothing is left, and nobody may still move for the last point (11.1)."""
    return points.left <= 0 and not points.apart


async def act(table: Table[State], points: Points) -> None:
    match await table.ask(
        Request[Spend](
            points.side,
            "intrigue",
            partial(question, points),
            "8.0",
            partial(fill_actions, state=table.state, points=points),
            slots=cards.slots(table.state, points.side),
        )
    ):
        case s8_1.OpenCampaign(turns):
            s8_1.open_campaign(table, points, turns)
        case s8_2.PlaceMarker(area):
            s8_2.place(table, points, area)
        case s8_2.RemoveMarker(area):
            s8_2.remove(table, points, area)
        case s8_4.Turn(noble, many):
            await s8_4.turn(table, points, noble, many)
        case s8_5.Improve(territory):
            await s8_5.improve(table, points, territory)
        case s8_5.Harm(territory):
            await s8_5.harm(table, points, territory)
        case s11_1.Move() as order:
            s11_1.move(table, points, order)
        case s11_3.Sail() as order:
            await s11_3.sail(table, points, order)
        case Done():
            points.left, points.apart = 0, []


def question(points: Points) -> str:
    of = facts().cards[points.card].title if points.card else "One Intrigue"
    return f"{points.left} of {points.given} Intrigue points ({of}): what do you do?"


def fill_actions(menu: Menu, state: State, points: Points) -> None:
    if menu.wants(s8_1.OpenCampaign):
        s8_1.fill_campaigns(menu, state, points)
    if menu.wants(s8_2.PlaceMarker, s8_2.RemoveMarker):
        s8_2.fill_markers(menu, state, points)
    if menu.wants(s8_4.Turn):
        s8_4.fill_defections(menu, state, points)
    if menu.wants(s8_5.Improve, s8_5.Harm):
        s8_5.fill_diplomacy(menu, state, points)
    if menu.wants(s11_1.Move):
        s11_1.fill_moves(menu, state, points)
    if menu.wants(s11_3.Sail):
        s11_3.fill_voyages(menu, state, points)
    menu.offer(Done(), f"{points.left} left are lost")
