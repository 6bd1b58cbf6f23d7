"""8.1, 16.1-2 A Campaign is opened with three, four or five Intrigue points."""

from __future__ import annotations

from pbem.engine.decision import Amount, Decision, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.s8_points import amounts, can_buy
from pbem.games.plantagenet_1450.s16_2_campaign import take_the_field
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "campaign"
FORBIDDEN = "no_campaign_start"


@decision("open a campaign of {turns} turns", rule="8.1")
class OpenCampaign(Decision):
    turns: Amount


def fill_campaigns(menu: Menu, state: State, points: Points) -> None:
    why = bar(state, points)
    for turns in amounts(points, ACTION):
        if why:
            menu.bar(OpenCampaign(turns), why)
    if why or not can_buy(points, ACTION):
        return
    for turns in menu.pick("turns", amounts(points, ACTION)):
        menu.offer(OpenCampaign(turns), "your play ends, and the Campaign begins (C35)")


def bar(state: State, points: Points) -> str:
    if not points.card:
        return "One Intrigue opens no Campaign (C34)"
    if state.campaigned:
        return "there is one Campaign a turn (8.1)"
    if FORBIDDEN in state.flags:
        return "nobody opens a Campaign with points after the Loveday"
    return ""


def open_campaign(table: Table[State], points: Points, turns: int) -> None:
    """C35 The points spent are its length, and this play ends; who opened it has the first initiative (16.4.1)."""
    state = table.state
    points.left, points.apart = 0, []
    state.campaign_turns, state.won = turns, points.side
    table.say("8.1", f"{board.side_name(points.side)} opens a Campaign of {turns} turns.")
    begin(state)


def begin(state: State) -> None:
    state.campaigned = state.in_campaign = True
    state.campaign_turn, state.idle = 1, 0
    take_the_field(state)
