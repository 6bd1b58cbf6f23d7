"""6.4 The Severn in Flood (Y47): a force that crosses a river in the west or Wales stops at its bank (C164)."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from pbem.engine.decision import Card, Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_4_responses as responses
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State

RESPONSE = "enemy_activation"
COUNTRY = ("west", "wales")


@decision("play {card} on {river}", rule="6.4")
class FloodRiver(Decision):
    card: Card
    river: Piece


@decision("play {card} at {bank}", rule="6.4")
class FloodBank(Decision):
    """The hex in which the force is stopped."""

    card: Card
    bank: Place


def crossing(path: tuple[str, ...]) -> int:
    """How many hexes of a path can be walked, the first one included, before it crosses such a river; 0 if it
    crosses none."""
    for number, (a, b) in enumerate(pairwise(path), 1):
        if board.is_river(a, b) and any(region(at) in COUNTRY for at in (a, b)):
            return number
    return 0


def region(at: str) -> str:
    area = board.area_of(at)
    return area.region if area else ""


async def stops(table: Table[State], id: str, at: str, to: str) -> bool:
    """Does the enemy's standing order stop a force that would cross from one hex to another?"""
    state = table.state
    side = state.enemy(state.leaders[id].side)
    held = [card.id for card in cards.playable(state, side, RESPONSE)] if side else []
    if not held:
        return False
    river = facts().river_names[frozenset((at, to))]
    words = (
        f"{leaders.subject(id)} crosses the {facts().names_of_rivers[river]} from {board.name(at)} to "
        f"{board.name(to)}. Is it in flood?"
    )
    answer = await table.moment(
        lambda: Request[FloodRiver | FloodBank | responses.LetPass](
            side,
            "on_river",
            words,
            "6.4",
            partial(fill_floods, held=held, river=river, bank=at),
            forced=False,
            slots=cards.slots(state, side),
        )
    )
    match answer:
        case FloodRiver(card, _) | FloodBank(card, _):
            await responses.play(table, side, card)
            text = f"{leaders.subject(id)} is stopped by the {facts().names_of_rivers[river]} at {board.name(at)}."
            table.say("6.4", text, about=(at, id))
            return True
        case _:
            return False


def fill_floods(menu: Menu, held: list[str], river: str, bank: str) -> None:
    for card in menu.pick("card", held):
        note = f"the move stops at {board.name(bank)}"
        menu.offer(FloodRiver(card, river), note, shows=card)
        menu.offer(
            FloodBank(card, bank), "the same; only policies need to name the hex", shows=card
        )
    menu.offer(responses.LetPass())
