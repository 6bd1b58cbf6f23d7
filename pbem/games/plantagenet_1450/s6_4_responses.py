"""6.4 Response cards that interrupt: a standing order plays them, nobody is stopped for one (C32)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State


@decision("play {card}", rule="6.4")
class PlayResponse(Decision):
    card: Card


@decision("no", passes=True)
class LetPass(Decision):
    pass


async def responds(table: Table[State], side: str, kind: str, trigger: str, words: str) -> str:
    """The card that a side's standing orders play, now discarded; "" for none.

    Args:
        kind: of the moment, in `Plantagenet1450.moments`. `trigger`: of the cards (effects.md).
        words: what happens, one sentence.
    """
    state = table.state
    held = [card.id for card in cards.playable(state, side, trigger)]
    if not held:
        return ""
    fill = partial(fill_responses, held=held)
    answer = await table.moment(
        lambda: Request[PlayResponse | LetPass](
            side,
            kind,
            f"{words} Do you play a Response?",
            "6.4",
            fill,
            forced=False,
            slots=cards.slots(state, side),
        )
    )
    if not isinstance(answer, PlayResponse):
        return ""
    await cards.lay_down(table, side, answer.card)
    title = facts().cards[answer.card].title
    table.say("6.4", f"{board.side_name(side)} plays {title}.", about=(answer.card,))
    return answer.card


def fill_responses(menu: Menu, held: list[str]) -> None:
    for card in menu.pick("card", held):
        menu.offer(PlayResponse(card), shows=card)
    menu.offer(LetPass())
