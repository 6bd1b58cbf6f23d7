"""What is hidden: Held Events, Plans, and with Hidden Mats (1.5.3) what is behind the screens.

Hidden are the mats of the other side's Mustered Lords: Troops, Assets, Vassals and Capabilities.
Cylinders, Calendar, Favour, pools, Held Events as a number, and played cards stay open (C85). The
Calendar tells which Vassals serve and when they are due, but not at which mat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.declared import YES
from pbem.engine.facets.secrets import Secrets
from pbem.engine.table import cards_in
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s4_1_plan
from pbem.games.plantagenet.facts import SIDES, TROOPS, facts
from pbem.games.plantagenet.s3_1_arts_of_war import deck_name, public_cards
from pbem.games.plantagenet.state import HIDDEN_MATS, LordState, State, Troops, VassalState
from pbem.patterns import Pattern

SHOWS = Pattern(r"(?:play|discard|\w+: intercept) (\w+)")
"""A line that lays a Held card down, if it names a card."""

STEPS = {
    "capability": "arts_of_war",
    "pay_lords": "pay_lords",
    "pay_vassals": "pay_vassals",
    "exiles": "muster_exiles",
    "muster": "muster",
    "plan": "plan",
    "command": "command",
    "deeds": "tides_of_war",
    "disembark": "disembark",
    "held": "reset",
}
"""Kinds of questions to their step of the sequence of play; all others may be asked in several."""

PLANS_THERE = ("command", "feed", "tides_of_war", "disembark", "victory_check", "grow", "waste")
"""4.8.6 Steps in which the cards that were flipped still lie there."""


IN_DUELS = ("Ib", "IIIB")
"""Scenarios without Events in hand: what is secret in them are stacks, which a duel can seal."""
HELD = "Each side draws Events from a hidden deck and holds them in secret (3.1.3), and in a duel `pbem` cannot deal such a deck."
BEHIND = "With Hidden Mats (1.5.3) the position is secret, so your opponent's computer could not check your moves."


class PlantagenetSecrets(Secrets[State]):
    def needs_gm(self, scenario: str, options: Mapping[str, object]) -> str:
        if options.get(HIDDEN_MATS.name) == YES:
            return BEHIND
        return "" if scenario in IN_DUELS else HELD

    def veiled(self, state: State) -> bool:
        return state.hidden_mats

    def veil(self, state: State, side: str) -> State:
        """The position as `side` ("york", "lancaster" or "public") may see it (1.5.3, 2.1.1).

        Without Hidden Mats it is the state itself. Mats of Lords in the present Battle are shown. A
        position that is veiled already stays as it is.
        """
        if not state.hidden_mats:
            return state
        behind = [id for id in state.lords if is_screened(state, side, id)]
        mats = {id: screened(lord) if id in behind else lord for id, lord in state.lords.items()}
        vassals = {
            id: VassalState(marker.status, "", marker.box) if marker.lord in behind else marker
            for id, marker in state.vassals.items()
        }
        newly = [state.lords[id].troops for id in behind if not state.lords[id].hidden]
        pieces = {
            kind: getattr(state.screened, kind) + sum(getattr(troops, kind) for troops in newly)
            for kind in TROOPS
        }
        mats_looked_at = {id: mat for id, mat in state.looked.items() if looks_at(side, id)}
        veiled_state = replace(
            state, lords=mats, vassals=vassals, looked=mats_looked_at, screened=Troops(**pieces)
        )
        if state.active in behind:  # a card at his mat may have added actions
            veiled_state.actions = veiled_state.granted = 0
        return veiled_state

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        """1.9.1, 4.1.2 Held Events, the cards of his own Plan that are not yet flipped, and enemy Held
        Events that a card has shown him."""
        slots = (*state.held[side], *state.plan[side], *self.looked_at(state, side))
        return tuple(slot for slot in slots if not s4_1_plan.is_printed(slot))

    def looked_at(self, state: State, side: str) -> tuple[str, ...]:
        enemy_cards = state.held[state.enemy(side)]
        return tuple(slot for slot in state.seen[side] if slot in enemy_cards)

    def misplaced(self, state: State, known: Mapping[str, str]) -> str:
        """1.9.1 A Held card, or one of a deck, is of its side's cards in this scenario and in one place, or the next
        deck (3.1.1) has not as many cards as everybody counts."""
        for side in SIDES:
            hidden = cards_in((*state.held[side], *state.deck[side]), known)
            places = [*public_cards(state, side), *hidden]
            if "" in hidden or len({*places}) < len(places):
                return "a hidden card was never drawn, or is in two places (1.9.1)"
            if not {*hidden} <= {*state.cards[side]}:
                return "a hidden card is not in this scenario (1.9.1)"
            slots = [slot for slot in state.plan[side] if not s4_1_plan.is_printed(slot)]
            printed = [card for card in state.plan[side] if s4_1_plan.is_printed(card)]
            stack = [*printed, *filter(None, cards_in(slots, known))]  # the GM may know none
            own = all(side in slot.split(":") for slot in slots)
            if not own or not {*stack} <= {s4_1_plan.PASS, *state.planned[side]}:
                return "a Plan holds what is no Command card of its side (4.1.1)"
            counts = Counter([*stack, *state.flipped[side]])
            limits = s4_1_plan.limits(state, side) if stack else {}
            if len({*slots}) < len(slots) or any(0 <= limits[one] < counts[one] for one in limits):
                return "a Command card is in a Plan more often than it exists (4.1.1)"
        return ""

    def deck_cards(self, deck: str) -> tuple[str, ...]:
        """1.9 All Arts of War cards of its side."""
        side = deck.partition("_")[0]
        return tuple(id for id, card in facts().cards.items() if card.side == side)

    def deck_sizes(self, before: State, after: State, deck: str) -> range:
        """3.1.1 A side's cards but for those that are Held or in play; with Hidden Mats nobody can count all of these."""
        first, last = sorted((before.box, after.box))
        boxes = range(first, last + 1) if before.scenario == after.scenario else range(17)
        for state in (before, after):
            for side in SIDES:
                if any(deck_name(replace(state, box=box), side) == deck for box in boxes):
                    return range(len(state.cards[side]) + 1)
        return range(0)

    def undealt(self, state: State) -> tuple[str, ...]:
        """3.1 While Arts of War cards are drawn: the others of both decks."""
        return tuple(slot for deck in state.deck.values() for slot in deck)

    def stage(self, state: State) -> str:
        cards = sum(map(len, state.plan.values()))
        return f"{state.scenario} {state.box} {state.step} {cards}"

    def place(self, state: State) -> str:
        return f"{self.stage(state)} {acting(state)}"

    def asked_in_step(self, state: State, requests: Sequence[tuple[str, str]]) -> int:
        """2.2.1, 4.2 What belongs to one step of the sequence of play, and a Command to the side of the card."""
        acts = acting(state)
        for count, (side, kind) in enumerate(requests):
            if STEPS.get(kind, state.step) != state.step or (kind == "command" and side != acts):
                return count
        return len(requests)

    def asked_later(
        self, before: State, after: State, requests: Sequence[tuple[str, str]], place: int
    ) -> bool:
        """2.2.1, 4.2 Each step comes once in a turn, but for Command and Feed; and before a side's next Command card the
        other's is flipped."""
        side, kind = requests[place]
        if kind not in STEPS or (before.scenario, before.box) != (after.scenario, after.box):
            return True
        if kind != "command":
            return False
        if after.step not in PLANS_THERE:
            return True
        enemy = before.enemy(side)
        own, other = (len(after.flipped[one]) - len(before.flipped[one]) for one in (side, enemy))
        return own > 0 and not (other == 1 and (enemy, "command") in requests[place:])

    def card_shown(self, kind: str, line: str) -> str:
        """3.1.3, 4.3.4, 4.8.6, 6.2.2 A Held card is played or discarded."""
        match = SHOWS.compiled.match(line)
        card = match[1].upper() if match else ""
        return card if card in facts().cards else ""


def acting(state: State) -> str:
    """4.2 The side whose Command card is at work, or comes next; "" in other steps."""
    if state.step != "command":
        return ""
    return lords.side_of(state.active) if state.active else s4_1_plan.next_side(state)


def is_screened(state: State, side: str, lord: str) -> bool:
    """1.5.3 Is this Lord's mat behind a screen for `side`?"""
    fights = state.battle is not None and lord in state.battle.lords
    return lords.side_of(lord) != side and lords.mustered(state, lord) and not fights


def looks_at(side: str, lord: str) -> bool:
    """Does `side` know what a card has shown of this Lord's mat?"""
    return side in SIDES and lords.side_of(lord) != side


def screened(lord: LordState) -> LordState:
    """Only what stands on the board: the cylinder and its Moved-Fought marker."""
    return LordState(at=lord.at, moved=lord.moved, hidden=True)
