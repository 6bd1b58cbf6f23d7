"""Plays of an impulse: the whole game with an empty map, the hands that a test wants, one play of a side."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.plantagenet_1450 import s7_2_impulses as s7_2
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.s20_scenarios import setup
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import deal
from tests.scripted import Scripted


def whole(turn: int = 1, **control: str) -> State:
    """Nobody on the map, no Treasury, Legitimacy 10 each, all 110 cards in the game, nothing in the hands."""
    state = setup("wars_of_the_roses_bare")
    state.step, state.turn, state.impulse, state.plays = "play", turn, 1, "lancaster"
    state.cards = list(facts().cards)
    state.legitimacy = dict.fromkeys(SIDES, 10)
    state.treasury = dict.fromkeys(SIDES, 0)
    state.control = dict(control)
    state.hands = {side: [] for side in SIDES}
    state.shuffles = 1
    for leader in state.leaders.values():
        leader.status, leader.at, leader.crowned = "waiting", "", False
    return state


def plays(
    state: State,
    side: str,
    line: str,
    answers: Sequence[str] = (),
    dice: Sequence[int] = (),
) -> Scripted:
    """The side, who is dealt the card that the line names, plays it."""
    state.plays = side
    words = [word.upper() for word in line.split()]
    deal(state, side, *(word for word in words if word in facts().cards))
    game = Scripted(state, [line, *answers], dice)
    game.run(s7_2.play)
    return game


def tracks(state: State) -> dict[str, int]:
    return dict(state.legitimacy)
