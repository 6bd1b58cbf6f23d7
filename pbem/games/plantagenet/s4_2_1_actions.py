"""4.2.1 Actions: what is left of the Command card in play."""

from __future__ import annotations

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.state import State

NOT_WHOLE = "takes all actions of a card, and part of this one is used up (4.2.1)"


def activate(state: State, lord: str) -> None:
    """4.2.1 As many actions as his Command rating is when the card is revealed."""
    state.active = lord
    state.actions = state.granted = lords.command(state, lord)


def end_card(state: State) -> None:
    state.active, state.actions, state.granted = "", 0, 0


def card_is_whole(state: State) -> bool:
    """4.2.1 Nothing of the card is spent, so a March by Path or a Sail is still possible (C59)."""
    return state.actions == state.granted


def spend_action(state: State) -> None:
    state.actions -= 1


def spend_card(state: State) -> None:
    """All actions of the card: Path, Sail, Pass, and whatever an Approach leaves (4.3.5)."""
    state.actions = 0
