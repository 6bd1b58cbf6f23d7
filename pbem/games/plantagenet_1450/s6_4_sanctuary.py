"""6.4 Sanctuary (L42, Y41): who would be captured or executed reaches holy ground instead."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_4_responses as responses
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State

RESPONSE = "own_leader_captured_or_executed"


@decision("play {card} to {area}", rule="6.4")
class Sanctuary(Decision):
    card: Card
    area: Place


def havens(state: State, id: str) -> dict[str, str]:
    """Areas with a cathedral, whoever controls them, and the hex there in which he is set down (C118): never
    where enemies stand, nor where he stands himself (P9)."""
    side, hex_by_area = state.leaders[id].side, {}
    for area in facts().areas.values():
        if not area.cathedral:
            continue
        inside = [at for at in board.hexes_in(anchor(area.id)) if at != state.leaders[id].at]
        at = zones.nearest_open(state, side, anchor(area.id), inside)
        if at in inside and zones.is_open(state, side, at):
            hex_by_area[area.id] = at
    return hex_by_area


async def haven(table: Table[State], id: str, fate: str) -> str:
    """The hex to which his side's standing order brings him, its card played; "" if it does not. `fate`:
    what becomes of him else, `captured` or `executed`."""
    state = table.state
    leader = state.leaders[id]
    held = [card.id for card in cards.playable(state, leader.side, RESPONSE)]
    open_ = havens(state, id) if held else {}
    if not open_:
        return ""
    answer = await table.moment(
        lambda: Request[Sanctuary | responses.LetPass](
            leader.side,
            "on_capture",
            f"{leaders.subject(id)} would be {fate}. Do you play Sanctuary?",
            "6.4",
            partial(fill_havens, held=held, open_=open_),
            forced=False,
            slots=cards.slots(state, leader.side),
        )
    )
    if not isinstance(answer, Sanctuary):
        return ""
    await responses.play(table, leader.side, answer.card)
    return open_[answer.area]


def fill_havens(menu: Menu, held: list[str], open_: dict[str, str]) -> None:
    for card in menu.pick("card", held):
        for area in menu.pick("area", open_):
            menu.offer(Sanctuary(card, area), board.name(open_[area]), shows=card)
    menu.offer(responses.LetPass())
