"""C96 What a side may know of the state: enemy upright blocks are only numbers in areas.

A veiled state is a whole state in which stand-ins take the places of hidden blocks, always the same
ones in the same order, at full strength. So it says what everybody can count, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.facets.secrets import Secrets
from pbem.engine.table import NAMED, cards_in
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.s1_1_cards import all_cards, deck_name
from pbem.games.richard_iii.s6_3_attacks import field
from pbem.games.richard_iii.state import State
from pbem.slots import deck_of

ACTIONS, HOMES = ("actions", "main_attack"), ("going_home", "exile_limit")
ACTIVE = (*ACTIONS, *HOMES)
"""Asked of the side whose step it is."""
STEPS = {
    **dict.fromkeys(("mulligan", "keep_hand"), ("deal",)),
    "card": ("cards",),
    **dict.fromkeys((*ACTIONS, "plague_deaths"), ("first_player", "second_player")),
    **dict.fromkeys(
        ("battle", "battle_turn", "last_retreat", "hits", "treason", "regroup"), ("battle",)
    ),
    **dict.fromkeys(("execution", "minor", "supply"), ("supply",)),
    **dict.fromkeys(HOMES, ("pretender_home", "king_home")),
}
"""Kinds of questions to their steps of the sequence of play; all others may be asked in several."""


class Marks(Struct, frozen=True, order=True):
    """All that an enemy sees of a block that stands upright: where, how it came, whether it moved."""

    at: str
    way: str
    reserve: bool
    moved: bool
    moving: bool


def upright(state: State, side: str) -> list[str]:
    """C41, C96 A side's upright blocks on the map and in its pool, whose strength only it sees; not
    those on the field of the battle that is fought."""
    battle = state.contests.get(state.fighting)
    in_battle = [] if battle is None or battle.over else field(state, battle, side)
    return [
        id
        for id in blocks.blocks_of(state, side)
        if (state.blocks[id].at in facts().areas or state.blocks[id].at == "pool")
        and not state.blocks[id].face_down
        and id not in in_battle
    ]


def hidden(state: State, side: str) -> list[str]:
    """C96 Those that also might be another of that side: all but the Rebel, the only black block."""
    return [id for id in upright(state, side) if id != blocks.REBEL]


def marks(state: State, id: str) -> Marks:
    contest, phase = state.contests.get(state.blocks[id].at), state.phase
    return Marks(
        state.blocks[id].at,
        contest.came.get(id, "") if contest else "",
        contest is not None and id in contest.reserve,
        phase is not None and id in phase.moved,
        phase is not None and phase.moving == id,
    )


BLOCKS = "In this game upright blocks hide who they are (C96), so your opponent's computer could not check your moves, and both hands come from one deck."


class RichardIIISecrets(Secrets[State]):
    def needs_gm(self, scenario: str, options: Mapping[str, object]) -> str:
        return BLOCKS

    def veiled(self, state: State) -> bool:
        """Identities and strengths of upright blocks are secrets of their owner."""
        return True

    def veil(self, state: State, side: str) -> State:
        """The position as `side` ("york", "lancaster" or "public") may know it."""
        seen = codec.copied(state)
        for owner in SIDES:
            if owner != side:
                _screen(seen, owner)
        return seen

    def unsure(self, state: State, side: str) -> tuple[str, ...]:
        """C96 Upright enemy blocks: any of them may stand where another does, and may have lost steps."""
        return tuple(id for owner in SIDES if owner != side for id in upright(state, owner))

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return tuple(state.hands[side])

    def misplaced(self, state: State, known: Mapping[str, str]) -> str:
        """1.1 The hands hold cards that were dealt, and none more often than it exists."""
        slots = [slot for side in SIDES for slot in state.hands[side]]
        hidden = cards_in(slots, known)
        decks = [deck_name(state.campaign), deck_name(state.campaign, again=True)]
        if not all(slot.startswith(NAMED) or deck_of(slot) in decks for slot in slots):
            return "a card in a hand was not dealt in this campaign (1.1)"
        whole_deck = all_cards()
        if "" in hidden or any(hidden.count(card) > whole_deck.count(card) for card in hidden):
            return "a card in a hand was never dealt, or is in two places (1.1)"
        return ""

    def deck_cards(self, deck: str) -> tuple[str, ...]:
        """1.1 The 25 cards."""
        return all_cards()

    def deck_sizes(self, before: State, after: State, deck: str) -> tuple[int, ...]:
        """1.0 All cards at the beginning of a campaign; 5.1 without a hand that is kept in a redeal."""
        count = len(all_cards())
        first, last = sorted((before.campaign, after.campaign))
        for campaign in range(first, last + 1):
            if deck == deck_name(campaign):
                return (count,)
            if deck == deck_name(campaign, again=True):
                return (count, count - facts().hand_size)
        return ()

    def undealt(self, state: State) -> tuple[str, ...]:
        """1.1 Both hands are dealt as the deck is shuffled; the rest is laid aside."""
        return ()

    def stage(self, state: State) -> str:
        # While a player acts Battles begin; afterwards each that is over begins a new step.
        acts = state.step in ("first_player", "second_player")
        return f"{state.campaign} {state.turn} {state.step} {0 if acts else len(state.contests)}"

    def place(self, state: State) -> str:
        return f"{self.stage(state)} {acting(state)} {state.fighting in state.contests}"

    def asked_in_step(self, state: State, requests: Sequence[tuple[str, str]]) -> int:
        """1.0 What belongs to one step of the sequence of play. Each battle begins with its choice (6.1)."""
        acts = acting(state)
        fights = state.fighting in state.contests
        for count, (side, kind) in enumerate(requests):
            begins = kind == "battle"
            other = kind in ACTIVE and side != acts
            if state.step not in STEPS.get(kind, state.step) or other or (begins and fights):
                return count
            fights = fights or begins
        return len(requests)

    def asked_later(
        self, before: State, after: State, requests: Sequence[tuple[str, str]], place: int
    ) -> bool:
        """1.0 Each step comes once in a turn. Before another battle it has been chosen."""
        _, kind = requests[place]
        same = (before.campaign, before.turn) == (after.campaign, after.turn)
        return kind not in STEPS or not (same or "battle" in STEPS[kind])

    def card_shown(self, kind: str, line: str) -> str:
        return line.rpartition(" ")[2] if kind == "card" else ""


def acting(state: State) -> str:
    """1.0 The side whose step it is; "" in steps of both."""
    sides = {
        "first_player": state.first,
        "second_player": state.second,
        "pretender_home": state.pretender_side,
        "king_home": state.king_side,
    }
    return sides.get(state.step, "")


def _screen(view: State, owner: str) -> None:
    """Put stand-ins in the hidden places of a view, both in alphabetical order, so that they say nothing."""
    for id in upright(view, owner):
        view.blocks[id].strength = blocks.block_facts(id).strength
    away = sorted(hidden(view, owner))
    places = sorted(marks(view, id) for id in away)
    for contest in view.contests.values():
        contest.came = {id: way for id, way in contest.came.items() if id not in away}
        contest.reserve = [id for id in contest.reserve if id not in away]
        contest.openers = [id for id in contest.openers if id not in away]
        contest.acted = [id for id in contest.acted if id not in away]
    phase = view.phase
    if phase is not None:
        phase.moved = [id for id in phase.moved if id not in away]
        phase.moving = "" if phase.moving in away else phase.moving
    for id, place in zip(away, places, strict=True):
        view.blocks[id].at = place.at
        if place.way:
            view.contests[place.at].came[id] = place.way
        if place.reserve:
            view.contests[place.at].reserve.append(id)
        if phase is not None and place.moved:
            phase.moved.append(id)
        if phase is not None and place.moving:
            phase.moving = id
