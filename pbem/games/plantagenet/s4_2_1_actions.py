"""4.2.1 Actions: what is left of the Command card in play."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State

NOT_WHOLE = "takes all actions of a card, and part of this one is used up (4.2.1)"


def activate(state: State, lord: str) -> None:
    """4.2.1 As many actions as his Command rating is when the card is revealed."""
    state.active = lord
    state.actions = state.granted = lords.command(state, lord) + lords.added(
        state, lord, "revealed"
    )


def regrant(state: State, change: int) -> None:
    """A card changes his Command in the middle of his Command card, unless that has ended."""
    if state.granted:
        state.granted += change
        state.actions = max(0, state.actions + change)


def end_card(state: State) -> None:
    state.active, state.actions, state.granted = "", 0, 0
    state.movers = []


def takes_card(state: State, lord: str, command: str) -> bool:
    """4.2.1 Does a Command take the whole card? Cards may change that; those that say so go first."""
    usually = facts().limits["full_card"].get(command, False)
    says = [card(state, lord, command) for card in hooks.WHOLE_CARD.of(state, lord)]
    return True in says or (usually and False not in says)


def price_in_actions(state: State, lord: str, command: str) -> str:
    """What `spend` takes: `one action` or `whole card`."""
    return "whole card" if takes_card(state, lord, command) else "one action"


def no_time(state: State, lord: str, command: str, name: str = "") -> str:
    """Why a Command that takes the whole card is not possible now, or "" (C59)."""
    late = not card_is_whole(state) and takes_card(state, lord, command)
    return f"{name or command.title()} {NOT_WHOLE}" if late else ""


def spend(state: State, lord: str, command: str) -> None:
    """4.2.1 One action, or the whole card."""
    if takes_card(state, lord, command):
        spend_card(state)
    else:
        spend_action(state)


def card_is_whole(state: State) -> bool:
    """4.2.1 Nothing of the card is spent, so a March by Path or a Sail is still possible (C59)."""
    return state.actions == state.granted


def spend_action(state: State) -> None:
    state.actions -= 1


def spend_card(state: State) -> None:
    """All actions of the card: Path, Sail, Pass, and whatever an Approach leaves (4.3.5)."""
    state.actions = state.granted = 0
