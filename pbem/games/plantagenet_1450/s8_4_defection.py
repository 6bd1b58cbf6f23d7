"""8.4 Intrigue points may turn an enemy noble."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.conditions import Around, all_hold
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_4_responses import responds
from pbem.games.plantagenet_1450.s8_points import amounts, at_least, can_buy, changes, points_text
from pbem.games.plantagenet_1450.s10_allegiance import ALWAYS_LOYAL, can_be_turned, turn_coat
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "defection"
RESPONSE = "enemy_defection_attempt"
DIE = "defection_die"


@decision("turn {noble} for {points}", rule="8.4")
class Turn(Decision):
    """The points are added to the die."""

    noble: Piece
    points: Amount


def fill_defections(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, ACTION):
        return
    for noble in menu.pick("noble", targets(state, points.side)):
        for many in menu.pick("points", amounts(points, ACTION)):
            menu.offer(Turn(noble, many), partial(note, state, points.side, noble, many))
    menu.bar_more(partial(bar_defections, state=state, side=points.side))


def targets(state: State, side: str) -> list[str]:
    """C42 Any free enemy noble with a numbered loyalty, wherever he is."""
    theirs = leaders.free(state, state.enemy(side))
    return [id for id in theirs if can_be_turned(state, id, side)]


def least(state: State, side: str, noble: str, added: int) -> int:
    """The lowest die that turns him: above his loyalty, and never a natural 1."""
    bonus = added + changes(state, side, DIE)
    return max(ALWAYS_LOYAL + 1, leaders.rating(state, noble).loyalty - bonus + 1)


def note(state: State, side: str, noble: str, many: int) -> str:
    return f"he turns on {at_least(least(state, side, noble, many))}"


def bar_defections(menu: Menu, state: State, side: str) -> None:
    for noble, leader in state.leaders.items():
        if leader.side != state.enemy(side) or leader.status not in ("free", "captive"):
            continue
        if facts().leaders[noble].royal:
            menu.bar(Turn(noble, 1), "only nobles change sides (8.4)")
        elif leader.status == "captive":
            menu.bar(Turn(noble, 1), "a captive cannot change sides (C42)")
        else:
            menu.bar(Turn(noble, 1), "his loyalty is *: he never turns by a roll (8.4)")


async def turn(table: Table[State], points: Points, noble: str, many: int) -> None:
    """C42 Die and points above his loyalty; Treasury changes nothing (C39)."""
    state = table.state
    points.left -= many
    side = points.side
    words = f"{board.side_name(side)} spends {points_text(many)} of Intrigue to turn {leaders.the(noble)}."
    card = await responds(table, state.enemy(side), "on_defection", RESPONSE, words)
    added = many + (response_modifier(state, state.enemy(side), card) if card else 0)
    needed = least(state, side, noble, added)
    if await table.roll(f"defection of {noble}", at_least(needed), "8.4") < needed:
        table.say("8.4", f"{leaders.subject(noble)} stays loyal.", about=(noble,))
        return
    turn_coat(table, noble, "8.4")


def response_modifier(state: State, side: str, card: str) -> int:
    """By how much a Response of this side changes the die (L47, Y45)."""
    total = 0
    for step in facts().cards[card].effects:
        steps = [step]
        if step["op"] == "when":
            holds = all_hold(state, step["if"], Around(side))
            steps = step["then"] if holds else step.get("else", [])
        total += sum(one["amount"] for one in steps if one.get("what") == DIE)
    return total
