"""Positions and players for the tests of moments (3.1.3, C127)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from pbem.engine.request import Request
from pbem.engine.table import Table
from pbem.games.plantagenet.s3_1_3_held_events import with_moments
from pbem.games.plantagenet.state import LEVY, State
from tests.plantagenet.field import empty, favour, put
from tests.scripted import Scripted

CAMPAIGN = (
    *("plan", "command", "feed", "tides_of_war", "disembark", "victory_check"),
    *("grow", "waste", "reset"),
)
PHASES = {
    "Y13": (*LEVY, *CAMPAIGN),
    "L13": (*LEVY, *CAMPAIGN),
    "Y20": (*LEVY, *CAMPAIGN),
    "Y24": LEVY,
    "Y12": CAMPAIGN,
    "L20": CAMPAIGN,
}
"""The table of the rulings: in which steps of the sequence of play each has its moments."""
OTHERS = ("Y1", "Y2", "Y3", "Y5", "Y11", "Y30", "Y36", "L7", "L12", "L16", "L28", "L33", "L36")
"""Some whose text names a moment of their own: they have a window there, and no other."""
When = Callable[[Scripted], bool]


def position(card: str = "") -> State:
    """A later Turn in which everybody's condition holds: York is at Yorkist London, Edward IV waits."""
    state = empty("II") if card == "Y24" else empty()
    state.box = 8 if card == "Y24" else 2
    own, enemy = ("gloucester_1", "somerset_1") if card == "Y24" else ("york", "henry_vi")
    put(state, own, "london", provender=9, coin=9)
    put(state, enemy, "coventry", provender=9, coin=9)
    favour(state, "york", "london")
    favour(state, "lancaster", "coventry")
    state.influence = 0
    return state


def shows(request: Request, card: str) -> bool:
    return any(option.shows == card for option in request.options)


def play(game: Scripted, line: str, when: When = lambda game: True) -> None:
    """The owner of the card plays it so at the first moment when it may be; once."""
    card = line.split()[1].upper()

    def at_moment(request: Request) -> str:
        held = f"held:{card}" in request.slots
        return line if held and shows(request, card) and when(game) else ""

    game.at_moment = at_moment


def other(card: str) -> str:
    """Something for the enemy to hold, which is not played at these moments."""
    return "L1" if card.startswith("Y") else "Y1"


def watch(game: Scripted, card: str) -> list[int]:
    """After how many questions its owner could play it."""
    seen: list[int] = []

    def at_moment(request: Request) -> str:
        if f"held:{card}" in request.slots and shows(request, card):
            seen.append(len(game.asked))
        return ""

    game.at_moment = at_moment
    return seen


def run(game: Scripted, rule: Callable[..., Coroutine[Any, Any, Any]], *args: Any) -> None:
    """A rule as the sequence of play runs it."""

    async def wrapped(table: Table[State]) -> None:
        await with_moments(table, rule(table, *args))

    game.run(wrapped)


def never(game: Scripted, *cards: str) -> None:
    for request in game.passed:
        assert not any(shows(request, card) for card in cards), (request.question, game.story)


def told(game: Scripted, words: str) -> int:
    return sum(words in text for text in game.story)
