"""8.0 Intrigue points: one action a step, until they are spent or their side is done."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s6_2_events as events
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s8_1_campaign as s8_1
from pbem.games.plantagenet_1450 import s8_2_control as s8_2
from pbem.games.plantagenet_1450 import s8_4_defection as s8_4
from pbem.games.plantagenet_1450 import s8_5_diplomacy as s8_5
from pbem.games.plantagenet_1450 import s8_6_captives as s8_6
from pbem.games.plantagenet_1450 import s8_7_garrisons as s8_7
from pbem.games.plantagenet_1450 import s8_8_heirs as s8_8
from pbem.games.plantagenet_1450 import s8_9_wits as s8_9
from pbem.games.plantagenet_1450 import s11_1_movement as s11_1
from pbem.games.plantagenet_1450 import s11_3_sea as s11_3
from pbem.games.plantagenet_1450 import s12_recruitment as s12
from pbem.games.plantagenet_1450 import s14_sieges as s14
from pbem.games.plantagenet_1450 import s18_coronation as s18
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_points import points_text
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
    | s8_6.Escape
    | s8_6.Execute
    | s8_7.PutGarrison
    | s8_8.HeirCheck
    | s8_9.RecoverWits
    | s12.Recruit
    | s14.Besiege
    | s18.Crown
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
        points_spent = state.points.pop()
        if points_spent.event:
            await events.follow(table, points_spent.side, points_spent.card)


def is_spent(points: Points) -> bool:
    """Nothing is left, and nobody may still move for the last point (11.1)."""
    return points.left <= 0 and not points.apart


async def act(table: Table[State], points: Points) -> None:
    """8.0 Ask what the points are spent on, and carry that out: each action has a module of its own."""
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
        case s8_6.Escape() as flight:
            await s8_6.escape(table, points, flight)
        case s8_6.Execute(leader):
            await s8_6.execute(table, points, leader)
        case s8_7.PutGarrison(area):
            s8_7.put(table, points, area)
        case s8_8.HeirCheck(many):
            await s8_8.check(table, points, many)
        case s8_9.RecoverWits():
            await s8_9.recover(table, points)
        case s12.Recruit(kind):
            await s12.recruit(table, points, kind)
        case s14.Besiege() as siege:
            await s14.besiege(table, points, siege)
        case s18.Crown(claimant, many):
            await s18.crown(table, points, claimant, many)
        case s11_1.Move() as order:
            s11_1.move(table, points, order)
        case s11_3.Sail() as order:
            await s11_3.sail(table, points, order)
        case Done():
            points.left, points.apart = 0, []


def question(points: Points) -> str:
    of = facts().cards[points.card].title if points.card else "One Intrigue"
    return f"{points.left} of {points_text(points.given)} of Intrigue ({of}): what do you do?"


def fill_actions(menu: Menu, state: State, points: Points) -> None:
    """8.0 Offer every action that the points can buy, and to stop."""
    if menu.wants(s8_1.OpenCampaign):
        s8_1.fill_campaigns(menu, state, points)
    if menu.wants(s8_2.PlaceMarker, s8_2.RemoveMarker):
        s8_2.fill_markers(menu, state, points)
    if menu.wants(s8_4.Turn):
        s8_4.fill_defections(menu, state, points)
    if menu.wants(s8_5.Improve, s8_5.Harm):
        s8_5.fill_diplomacy(menu, state, points)
    if menu.wants(s8_6.Escape):
        s8_6.fill_escapes(menu, state, points)
    if menu.wants(s8_6.Execute):
        s8_6.fill_executions(menu, state, points)
    if menu.wants(s8_7.PutGarrison):
        s8_7.fill_garrisons(menu, state, points)
    if menu.wants(s8_8.HeirCheck):
        s8_8.fill_checks(menu, state, points)
    if menu.wants(s8_9.RecoverWits):
        s8_9.fill_recoveries(menu, state, points)
    if menu.wants(s12.Recruit):
        s12.fill_recruits(menu, state, points)
    if menu.wants(s14.Besiege):
        s14.fill_sieges(menu, state, points)
    if menu.wants(s18.Crown):
        s18.fill_coronations(menu, state, points)
    if menu.wants(s11_1.Move):
        s11_1.fill_moves(menu, state, points)
    if menu.wants(s11_3.Sail):
        s11_3.fill_voyages(menu, state, points)
    menu.offer(Done(), f"you lose {count_text(points.left, 'point')}")
