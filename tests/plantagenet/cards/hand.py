"""Cards in players' hands and on mats, for the tests of the cards."""

from __future__ import annotations

from collections.abc import Sequence

import pbem.games.plantagenet.cards  # noqa: F401  (registers them)
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_4_battle import battle
from pbem.games.plantagenet.state import State
from tests.scripted import Scripted


def hold(state: State, *cards: str) -> dict[str, str]:
    """Hidden Hold Events of their sides; returns what the slots hide."""
    for card in cards:
        side = facts().cards[card].side
        state.held[side].append(f"held:{card}")
        if card not in state.cards[side]:
            state.cards[side].append(card)
    return {f"held:{card}": card for card in cards}


def give(state: State, lord: str, *cards: str) -> None:
    """Capabilities at a mat; nothing that comes with them."""
    state.lords[lord].capabilities += cards


def fight(
    state: State,
    answers: Sequence[str],
    dice: Sequence[int] = (),
    secrets: dict[str, str] | None = None,
    at: str = "coventry",
    attacker: str = "york",
) -> Scripted:
    """A whole Battle."""
    game = Scripted(state, answers, dice, secrets)
    game.run(battle, at, attacker)
    return game


def asked(game: Scripted, kind: str) -> list[str]:
    """Which sides were asked a question of this kind."""
    return [request.side for request in game.asked if request.kind == kind]
