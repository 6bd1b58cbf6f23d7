"""A tiny rule set whose hands are dealt from one deck, and whose rules ask about a whole hand.

Turns of two impulses a side. Whoever holds a card that must be played may not pass in his last impulse;
whoever holds the dog may not boast; the horn is the only card that answers a play of the enemy. York begins
each turn with the herald, put into his hand by name. At dawn both may play a card for gold, at once. At a turn's end it is told who has kept a card that he
should have played, and all hands are laid open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from msgspec import field
from msgspec.structs import replace

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.declared import Ending, Side
from pbem.engine.document import Document, Note
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import RulesData
from pbem.engine.facets.policies import PolicyRules
from pbem.engine.facets.secrets import Secrets
from pbem.engine.facets.words import Words
from pbem.engine.picture import Picture
from pbem.engine.request import Menu, Request
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.state import GameState
from pbem.engine.table import Table

SIDES = ("york", "lancaster")
DECK = ("AXE", "BOW", "CAP", "DOG", "ELM", "HORN", "PIKE", "SPEAR")
MUST = ("AXE", "BOW")
HERALD, HORN = "HERALD", "HORN"
DAWN = ("CAP", "ELM", "PIKE", "SPEAR")
HAND = 3
IMPULSES = 2
LAST = 3


class End(Ending):
    """How an ambush ends."""

    DARK = "4", "it is dark"


@decision("strike", rule="2")
class Strike(Decision):
    """2 A die: 1 to 3 hits."""


@decision("play {card}", rule="3")
class Play(Decision):
    """3 A card out of the hand."""

    card: Card


@decision("pass", rule="3.2", passes=True)
class Pass(Decision):
    """3.2 Not in the last impulse with a card that must be played."""


@decision("boast", rule="3.3")
class Boast(Decision):
    """3.3 Not with the dog."""


@decision("no", rule="3.4", passes=True)
class No(Decision):
    """3.4 The horn is not blown."""


def must_play(held: Collection[str]) -> bool:
    return any(card in MUST for card in held)


def free(held: Collection[str]) -> bool:
    return not must_play(held)


class State(GameState):
    """`open_hands`: are the hands turned up at a turn's end?"""

    secret: bool = False
    open_hands: bool = True
    turn: int = 0
    hands: dict[str, list[str]] = field(default_factory=dict)
    spent: list[str] = field(default_factory=list)
    kept: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    hits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    gold: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 7))


class AmbushData(RulesData):
    """No files: as if these were read."""

    def hash(self, version: int) -> str:
        return 64 * "a"

    def table(self, name: str) -> dict[str, Any]:
        return (
            {
                "kinds": {
                    "horn": "Answer a play of the enemy with the horn?",
                    "dawn": "Play a card at dawn?",
                },
                "presets": {"quiet": {"horn": "pass"}},
            }
            if name == "policies"
            else {}
        )


class AmbushSecrets(Secrets[State]):
    def veiled(self, state: State) -> bool:
        return state.secret

    def veil(self, state: State, side: str) -> State:
        if not state.secret:
            return state
        return replace(state, gold={s: n if s == side else 0 for s, n in state.gold.items()})

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return tuple(state.hands.get(side, ()))


class AmbushConditions(Conditions[State]):
    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        return state.turn


class AmbushPolicies(PolicyRules[State]):
    moments = ("horn", "dawn")


class AmbushWords(Words[State]):
    def names(self) -> Collection[str]:
        return set(DECK)  # cards of nothing but a name

    def turn(self, state: State) -> str:
        return f"Turn {state.turn + 1}"


class Ambush(RuleSet[State]):
    """The rules."""

    name = "ambush"
    title = "Ambush"
    version = 1
    sides: Mapping[str, Side] = {side: Side(side) for side in SIDES}
    state_type = State
    endings = End

    @cached_property
    def data(self) -> RulesData:
        return AmbushData(self.name)

    @cached_property
    def secrets(self) -> Secrets[State]:
        return AmbushSecrets()

    @cached_property
    def conditions(self) -> Conditions[State]:
        return AmbushConditions(self.picture)

    @cached_property
    def policies(self) -> PolicyRules[State]:
        return AmbushPolicies()

    @cached_property
    def words(self) -> Words[State]:
        return AmbushWords()

    def scenarios(self) -> Mapping[str, str]:
        return {"open": "By day", "shut": "Hands stay shut", "fog": "In the fog"}

    def setup(self, scenario: str) -> State:
        return State(secret=scenario == "fog", open_hands=scenario != "shut")

    async def step(self, table: Table[State]) -> None:
        state = table.state
        await deal(table)
        await dawn(table)
        for impulse in range(1, IMPULSES + 1):
            for side in SIDES:
                await act(table, side, impulse == IMPULSES)
        for side in SIDES:
            if await table.prove(tuple(state.hands[side]), must_play):
                state.kept[side] += 1
                table.say("3.2", f"{side} has kept a card that he should have played.")
            if state.open_hands:
                shown = [await table.open(slot) for slot in state.hands[side]]
                table.say("4", f"{side} shows {', '.join(shown) or 'nothing'}.")
        state.turn += 1

    def result(self, state: State) -> Result | None:
        return Result((), End.DARK.reason()) if state.turn >= LAST else None

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        held = ", ".join(sorted(known.values()))
        spent = ", ".join(state.spent)
        parts = Note(held, "Your hand"), Note(spent, "Spent")
        return Document(
            self.words.turn(state), self.words.turn(state), tuple(self.sides.items()), parts
        )

    def picture(self, state: State, side: str) -> Picture:
        return Picture(tuple(self.sides.items()), "", (), (), (), ())


def contents() -> list[str]:
    """What is shuffled; a test may put it in another order, and so deal other hands."""
    return list(DECK)


async def deal(table: Table[State]) -> None:
    state = table.state
    state.spent = []
    slots = await table.shuffle(f"turn_{state.turn}", len(DECK), lambda known: contents())
    for place, side in enumerate(SIDES):
        state.hands[side] = slots[HAND * place : HAND * (place + 1)]
        for slot in state.hands[side]:
            await table.deal(slot, side, lambda card: False)
    state.hands["york"].append(table.named(HERALD))


async def dawn(table: Table[State]) -> None:
    """1 Both may play a card at once; whoever plays one takes gold."""
    state = table.state

    def cards(menu: Menu) -> None:
        for card in menu.pick("card", DAWN):
            menu.offer(Play(card), shows=card)
        menu.offer(No())

    hands = {side: tuple(state.hands[side]) for side in SIDES}
    answers = await table.moment_of_all(
        *(
            Request[Play | No](s, "dawn", "A card at dawn?", "1", cards, slots=hands[s])
            for s in SIDES
        )
    )
    for side in SIDES:
        match answers[side]:
            case Play(card):
                await lay(table, side, card)
                state.gold[side] += 1
            case No() | None:
                pass


async def act(table: Table[State], side: str, last: bool) -> None:
    """One impulse."""
    state = table.state

    def moves(menu: Menu) -> None:
        menu.offer(Strike())
        menu.offer(Boast(), unheld="DOG")
        for card in menu.pick("card", (*DECK, HERALD) if state.hands[side] else ()):
            if card not in state.spent:
                menu.offer(Play(card), shows=card)
        menu.offer(Pass(), "not with a card that must be played", fits=free if last else None)

    question = "Your last impulse?" if last else "Your impulse?"
    hand = tuple(state.hands[side])
    request = Request[Strike | Boast | Play | Pass](side, "act", question, "3", moves, slots=hand)
    match await table.ask(request):
        case Strike():
            die = await table.roll(f"strike of {side}", "1-3", "2")
            state.hits[side] += die <= 3
        case Boast():
            state.gold[side] += 1
        case Play(card):
            await lay(table, side, card)
            await blow(table, SIDES[1 - SIDES.index(side)], card)
        case Pass():
            table.say("3.2", f"{side} passes.")


async def lay(table: Table[State], side: str, card: str) -> None:
    state = table.state
    state.hands[side].remove(await table.show(tuple(state.hands[side]), card))
    state.spent.append(card)


async def blow(table: Table[State], side: str, played: str) -> None:
    """3.4 The enemy's window: nobody is asked who has not said that he wants to be."""
    state = table.state

    def answers(menu: Menu) -> None:
        if HORN not in state.spent:
            menu.offer(Play(HORN), f"takes {played.lower()} away", shows=HORN)
        menu.offer(No())

    hand = tuple(state.hands[side])
    request = Request[Play | No](side, "horn", "Blow the horn?", "3.4", answers, slots=hand)
    match await table.moment(lambda: request):
        case Play(card):
            await lay(table, side, card)
            state.hits[side] += 1
        case No() | None:
            pass


RULES = Ambush()
