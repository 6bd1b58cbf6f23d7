"""What is hidden from a side and can be set by hand, to try something: Plans, Held Events, decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.unseen import ANY, Unseen
from pbem.games.plantagenet import s3_1_arts_of_war as arts
from pbem.games.plantagenet import s4_1_plan
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.state import State


def unseen(state: State, secrets: Mapping[str, str]) -> list[Unseen]:
    """1.9.1, 4.1.2 Each Plan, and each side's cards; the first of a deck is the next to be drawn."""
    found = []
    for owner in SIDES:
        found += [_plan(state, owner, secrets), *_cards(state, owner, secrets)]
    return found


def _plan(state: State, owner: str, secrets: Mapping[str, str]) -> Unseen:
    """4.1.1 What is left of each Lord's cards and of Pass; those already flipped count."""
    open_ = [*state.flipped[owner], *filter(s4_1_plan.is_printed, state.plan[owner])]
    limits = s4_1_plan.limits(state, owner) if state.plan[owner] else {}
    holds = {id: most if most < 0 else most - open_.count(id) for id, most in limits.items()}
    left = {id: ANY if most < 0 else most for id, most in holds.items() if most}
    return Unseen(f"{owner} plan", _lies(state.plan[owner], secrets), left, f"plan {owner}")


def _cards(state: State, owner: str, secrets: Mapping[str, str]) -> list[Unseen]:
    """3.1 A card that is Held says Hold."""
    away = arts.public_cards(state, owner)
    away += state.battle.events if state.battle is not None else []
    every = {card: 1 for card in state.cards[owner] if card not in away}
    holds = {card: 1 for card in every if facts().cards[card].event_kind == "hold"}
    return [
        Unseen(f"{owner} held", _lies(state.held[owner], secrets), holds, f"arts {owner}"),
        Unseen(f"{owner} deck", _lies(state.deck[owner], secrets), every, f"arts {owner}"),
    ]


def _lies(slots: Sequence[str], secrets: Mapping[str, str]) -> dict[str, str]:
    return {slot: secrets[slot] for slot in slots if slot in secrets}
