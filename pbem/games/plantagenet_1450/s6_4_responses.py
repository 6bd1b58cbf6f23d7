"""6.4 Response cards, played by standing orders: nobody is stopped to be asked, and none answers another (C32)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import State

LAST_TURN = "campaign_last_turn"
MOST_TURNS = 6
"""A Campaign is never longer (C36)."""


@decision("play {card}", rule="6.4")
class PlayResponse(Decision):
    card: Card


@decision("no", passes=True)
class LetPass(Decision):
    pass


def request(
    state: State, side: str, kind: str, trigger: str, words: str
) -> Request[PlayResponse | LetPass] | None:
    """What a standing order answers; None where the side cannot hold a card for it."""
    responses = [card.id for card in cards.playable(state, side, trigger)]
    if not responses:
        return None
    fill = partial(fill_responses, held=responses)
    slots = cards.slots(state, side)
    question = f"{words} Do you play a Response?"
    return Request[PlayResponse | LetPass](
        side, kind, question, "6.4", fill, forced=False, slots=slots
    )


def fill_responses(menu: Menu, held: list[str]) -> None:
    for card in menu.pick("card", held):
        menu.offer(PlayResponse(card), shows=card)
    menu.offer(LetPass())


async def responds(table: Table[State], side: str, kind: str, trigger: str, words: str) -> str:
    """The card that a side's standing orders play, now discarded; "" for none.

    Args:
        kind: of the moment, in `Plantagenet1450.moments`. `trigger`: of the cards (effects.md).
        words: what happens, one sentence.
    """
    question = request(table.state, side, kind, trigger, words)
    if question is None:
        return ""
    answer = await table.moment(lambda: question)
    if not isinstance(answer, PlayResponse):
        return ""
    await play(table, side, answer.card)
    return answer.card


async def play(table: Table[State], side: str, card: str) -> None:
    await cards.lay_down(table, side, card)
    card_facts = facts().cards[card]
    text = f"{board.side_name(side)} plays the card {card_facts.title}."
    table.say("6.4", text, about=(card,))


async def lengthen(table: Table[State]) -> None:
    """L44, Y43 Ask both sides at once for the cards that make a Campaign one turn longer each.

    They are asked in its last turn, before the first initiative roll.
    """
    state = table.state
    if state.campaign_turn < state.campaign_turns or state.campaign_turns >= MOST_TURNS:
        return
    words = "This is the last turn of the Campaign."
    questions = [request(state, side, "on_last_turn", LAST_TURN, words) for side in SIDES]
    requests = [one for one in questions if one is not None]
    if not requests:
        return
    answers = await table.moment_of_all(*requests)
    for side in SIDES:
        answer = answers.get(side)
        if isinstance(answer, PlayResponse):
            await play(table, side, answer.card)
            turns = next(step["turns"] for step in facts().cards[answer.card].effects)
            state.campaign_turns = min(MOST_TURNS, state.campaign_turns + turns)
    table.say("16.2", f"The Campaign has {state.campaign_turns} turns.")
