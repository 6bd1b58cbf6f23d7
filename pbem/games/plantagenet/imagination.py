"""What may be hidden from a side: Held Events, decks, Plans, and with Hidden Mats what lies on the enemy's."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from pbem.engine.chance import SeededChance
from pbem.engine.facets.imagination import Imagination
from pbem.engine.table import Table
from pbem.engine.unseen import ANY, Unseen
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_arts_of_war as arts
from pbem.games.plantagenet import s3_4_6_levy_capability as capability
from pbem.games.plantagenet import s4_1_plan, s4_2_1_actions, s4_2_command, sequence
from pbem.games.plantagenet.facts import SIDES, TROOPS, facts
from pbem.games.plantagenet.s3_4_2_mustering import bring_prince
from pbem.games.plantagenet.state import State, Troops


class PlantagenetImagination(Imagination[State]):
    def deal(self, seen: State, side: str, chance: SeededChance) -> bool:
        """1.9.1, 4.1.2, 1.5.3 All that lies face down or behind a screen, as it might."""
        for owner in SIDES:
            _arts_of_war(seen, owner, chance)
            _plan(seen, owner, chance)
        _mats(seen, chance)
        return True

    def unseen(self, state: State, side: str, secrets: Mapping[str, str]) -> list[Unseen]:
        """1.9.1, 4.1.2 Each Plan, and each side's cards; the first of a deck is the next to be drawn."""
        places = []
        for owner in SIDES:
            places += [_plan_places(state, owner, secrets), *_card_places(state, owner, secrets)]
        return places

    def from_here(
        self, table: Table[State], kind: str, whole: bool = False
    ) -> Coroutine[Any, Any, None] | None:
        """With Hidden Mats: a card, while its Lord has actions. How far a Muster has come, a position
        does not say."""
        lord = table.state.active
        if kind != "command" or not lord or table.state.actions < 1:
            return None
        return sequence.finish(table, s4_2_command.act_on(table, lord, False))

    def turn_up(self, state: State, side: str, card: str, below: int) -> str:
        if card not in state.lords or state.lords[card].at in ("calendar", "out"):
            return ""
        state.playing = card
        sealed = state.plan[side]
        unknown = [f"plan:{side}:{n}" for n in range(max(0, below - len(sealed)))]
        state.plan[side] = [*unknown, *sealed[max(0, len(sealed) - below) :]]
        s4_2_1_actions.activate(state, card)
        return "command"


def _arts_of_war(state: State, owner: str, chance: SeededChance) -> None:
    """3.1 The unknown ones among those that lie nowhere openly; of those that are Held each says Hold."""
    secrets = chance.secrets
    away = [*arts.public_cards(state, owner), *(secrets.get(s, "") for s in state.held[owner])]
    if state.battle is not None:
        away += state.battle.events
    unseen_cards = [card for card in state.cards[owner] if card not in away]
    chance.random.shuffle(unseen_cards)
    unseen_cards.sort(key=lambda card: facts().cards[card].event_kind != "hold")
    for slot in state.held[owner]:
        if slot not in secrets:
            secrets[slot] = unseen_cards.pop(0)
    chance.random.shuffle(unseen_cards)
    secrets.update({slot: unseen_cards.pop() for slot in state.deck[owner] if slot not in secrets})


def _plan(state: State, owner: str, chance: SeededChance) -> None:
    """4.1.1 As many cards of each Lord as there may be left, and Pass where those do not suffice."""
    secrets = chance.secrets
    hidden = [
        face_down
        for face_down in state.plan[owner]
        if face_down not in secrets and not s4_1_plan.is_printed(face_down)
    ]
    if not hidden:
        return
    out = [*state.flipped[owner], *(secrets.get(slot, slot) for slot in state.plan[owner])]
    limits = s4_1_plan.limits(state, owner)
    lords_left = [
        id
        for id, most in limits.items()
        if id != s4_1_plan.PASS
        for _ in range(most - out.count(id))
    ]
    chance.random.shuffle(lords_left)
    stack = [*lords_left, *[s4_1_plan.PASS] * len(hidden)][: len(hidden)]
    chance.random.shuffle(stack)
    secrets.update(zip(hidden, stack, strict=True))


def _mats(state: State, chance: SeededChance) -> None:
    """1.5.3 Deal what lies on hidden mats: Troops, Vassals, the Assets of the Lords' cards, at most one Capability
    each."""
    hidden = [id for id, lord in state.lords.items() if lord.hidden]
    if not hidden:
        return
    dice, hidden_troops = chance.random, state.screened
    state.screened = Troops()
    pieces = [kind for kind in TROOPS for _ in range(getattr(hidden_troops, kind))]
    dice.shuffle(pieces)
    for number, kind in enumerate(pieces):  # everybody has some (1.6)
        troops = state.lords[hidden[number] if number < len(hidden) else dice.choice(hidden)].troops
        setattr(troops, kind, getattr(troops, kind) + 1)
    for id, vassal in state.vassals.items():
        if vassal.status == "mustered" and not vassal.lord:
            vassal.lord = dice.choice(hidden)
            state.lords[vassal.lord].vassals.append(id)
    for id in hidden:
        _mat(state, id, chance)


def _mat(state: State, id: str, chance: SeededChance) -> None:
    """1.5.2 Give a hidden mat the Assets that its Lord comes with, and a card that could lie there, or none."""
    mat, card = state.lords[id], lords.card(id)
    mat.hidden = False
    mat.provender, mat.coin = card.assets["provender"], card.assets["coin"]
    mat.carts = card.assets["carts"]
    mat.ships = card.assets["ships"] if lords.room_for_ships(state) else 0
    bring_prince(state, id)
    cards_played = state.battle.events if state.battle is not None else []
    away = [*cards_played, *chance.secrets.values()]
    fit = [
        card
        for card in capability.candidates(state, id)
        if card not in away and not capability.brings_vassal(card)
    ]
    if fit and chance.random.random() < 0.5:
        mat.capabilities.append(chance.random.choice(fit))


def _plan_places(state: State, owner: str, secrets: Mapping[str, str]) -> Unseen:
    """4.1.1 What is left of each Lord's cards and of Pass; those already flipped count."""
    open_ = [*state.flipped[owner], *filter(s4_1_plan.is_printed, state.plan[owner])]
    limits = s4_1_plan.limits(state, owner) if state.plan[owner] else {}
    holds = {
        id: most if most < 0 else max(0, most - open_.count(id)) for id, most in limits.items()
    }
    counts = {id: ANY if most < 0 else most for id, most in holds.items() if most}
    return Unseen(f"{owner} plan", _lies(state.plan[owner], secrets), counts, f"plan {owner}")


def _card_places(state: State, owner: str, secrets: Mapping[str, str]) -> list[Unseen]:
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
