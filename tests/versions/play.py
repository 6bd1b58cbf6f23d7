"""Random games of a scenario, as one digest: setup, questions, legal lines, chance and positions."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ASK
from pbem.engine.table import Cards, Holds, cards_in
from tests.random_games import IDLE

GAMES = {"plantagenet": 12, "richard_iii": 8, "warriors": 8, "plantagenet_1450": 2}
"""How many games of each scenario are played: as many as reach new lines of the rules, and a few seconds allow."""
MOMENTS = 0.05
"""How often a side acts at a moment where nobody is asked."""
IDLE_LINES = 0.05
"""How often a line that does little is as likely as any other."""
COMPANIONS = 0.9
"""How likely is each of those who may go along."""


class Journal:
    """A running SHA-256 of whatever is noted, in JSON."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def note(self, *values: Any) -> None:
        self._hash.update(json.dumps(values, sort_keys=True).encode())

    def digest(self) -> str:
        return self._hash.hexdigest()[:16]


class NotedChance(SeededChance):
    """Seeded chance that notes what rules ask of it, and what it answers."""

    def __init__(self, seed: str, note: Callable[..., None]) -> None:
        super().__init__(seed)
        self.note = note

    def roll(self, label: str, sides: int) -> int:
        value = super().roll(label, sides)
        self.note("roll", label, sides, value)
        return value

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        slots = super().shuffle(deck, count, contents)
        self.note("shuffle", deck, cards_in(slots, self.secrets))
        return slots

    def open(self, slot: str) -> str | None:
        card = super().open(slot)
        self.note("open", slot, card)
        return card

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        card = super().deal(slot, side, openly)
        self.note("deal", slot, side, card)
        return card

    def peek(self, slot: str, side: str) -> str:
        card = super().peek(slot, side)
        self.note("peek", slot, side, card)
        return card

    def show(self, slots: tuple[str, ...], card: str) -> str:
        slot = super().show(slots, card)
        self.note("show", slots, card, slot)
        return slot

    def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        proved = super().prove(slots, holds)
        self.note("prove", slots, proved)
        return proved


def digest(rules: RuleSet[Any], scenario: str, games: int) -> str:
    """The digest of the first `games` random games of a scenario; its options take all their values in turn."""
    journal = Journal()
    declared = rules.options(scenario)
    chosen = [{}, *({option.name: value} for option in declared for value in option.values[1:])]
    for number, options in zip(range(games), itertools.cycle(chosen), strict=False):
        play_through(rules, scenario, options, f"{scenario} {number}", journal.note)
    return journal.digest()


def play_through(
    rules: RuleSet[Any],
    scenario: str,
    options: dict[str, str],
    seed: str,
    note: Callable[..., None],
) -> None:
    """Play one random game to its end, and note all that the rules determine.

    The order of a menu and its notes are left out, and do not sway the players either.
    """
    chance, dice = NotedChance(seed, note), random.Random(f"players {seed}")
    play: Play[Any] = Play.new(rules, scenario, options)
    play.at_moment = lambda request: ASK if acts_at_moment(request, dice) else ""
    note("setup", codec.dump(play.state))
    play.start(chance)
    while play.pending:
        note("asked", sorted((request.side, request.id) for request in play.pending))
        request = play.pending[0]
        if request.stack is None:
            answer_menu(play, request, chance, dice)
        else:
            answer_stack(play, request, chance, dice)
        note("position", codec.dump(play.state))
    assert play.result is not None
    note("result", play.result.winners)


def acts_at_moment(request: Request, dice: random.Random) -> bool:
    return dice.random() < MOMENTS and any(not option.passes for option in request.options)


def answer_menu(
    play: Play[Any], request: Request, chance: NotedChance, dice: random.Random
) -> None:
    held = cards_in(request.slots, chance.secrets)
    menu = sorted((o.line, o.group, o.limit) for o in request.menu.possible(held))
    chance.note("menu", menu)
    line, group, limit = dice.choice(tempting(menu, dice))
    companions = [name for name in group if dice.random() < COMPANIONS][:limit]
    line += f" with {' '.join(companions)}" * bool(companions)
    chance.note("answer", line)
    play.answer(request.side, line, chance)


Row = tuple[str, Sequence[str], int | None]
"""Line, who may go along, how many of them."""


def tempting(menu: list[Row], dice: random.Random) -> list[Row]:
    """The lines of one verb that does something, in most cases: else games end before much has happened."""
    busy = [row for row in menu if not any(word in IDLE for word in row[0].split())]
    if not busy or dice.random() < IDLE_LINES:
        return menu
    verb = dice.choice(sorted({verb_of(row) for row in busy}))
    return [row for row in busy if verb_of(row) == verb]


def verb_of(row: Row) -> str:
    return row[0].rpartition(": ")[2].split()[0]


def answer_stack(
    play: Play[Any], request: Request, chance: NotedChance, dice: random.Random
) -> None:
    stack = request.stack
    assert stack is not None
    chance.note("stack", sorted(stack.limits.items()), stack.size)
    cards = draw_stack(dict(stack.limits), stack.size, dice)
    while stack.trouble is not None and stack.trouble(cards):
        cards = draw_stack(dict(stack.limits), stack.size, dice)
    chance.note("answer", cards)
    slots = [f"{request.id}:{request.side}:{place}" for place in range(stack.size)]
    chance.secrets.update(zip(slots, cards, strict=True))
    play.answer_stack(request.side, slots, chance)


def draw_stack(left: dict[str, int], size: int, dice: random.Random) -> tuple[str, ...]:
    """Cards within their limits; a card without a name only where no other is left."""
    cards: list[str] = []
    while len(cards) < size:
        named = sorted(card for card in left if left[card] and card != "pass")
        cards.append(dice.choice(named) if named else "pass")
        left[cards[-1]] -= 1
    return tuple(cards)
