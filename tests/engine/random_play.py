"""Random games of the engine alone: a seeded chance instead of keys and links."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.table import cards_in
from pbem.games import GAMES, find
from tests.tiers import soaked

LONGEST = 20_000
SCENARIOS = [(name, scenario) for name in GAMES for scenario in find(name).scenarios()]
"""Every scenario of every rule set."""
SOME = [
    ("plantagenet", "Ia"),
    ("plantagenet", "II"),
    ("plantagenet", "IIIB"),
    ("plantagenet_1450", "bosworth_1485"),
    ("richard_iii", "kingmaker"),
    ("richard_iii", "richard_iii"),
    ("warriors", "kingmaker_1465"),
    ("warriors", "tudor_1476"),
]
"""Scenarios of each kind: those that the whole tier plays. `tests.soak.cases` plays the others."""
SOME_SCENARIOS = soaked(SCENARIOS, SOME)
FIRST_SEEDS = soaked([(1,), (2,)], [(1,)])


class RandomGame:
    """A game that plays itself, one decision a step."""

    def __init__(self, rules: str, scenario: str, seed: int) -> None:
        self.rules = find(rules)
        self.chance = SeededChance(seed)
        self.random = random.Random(seed)
        self.play: Play[Any] = Play.new(self.rules, scenario, {})
        self.play.start(self.chance)
        self.answers: list[tuple[str, str | list[str]]] = []

    def decide(self) -> None:
        """Answer one open request with a line that is legal and possible."""
        request = self.random.choice(self.play.pending)
        if request.stack is not None:
            self.give(request.side, self.stack(request))
            return
        held = cards_in(request.slots, self.chance.secrets)
        option = self.random.choice(request.menu.possible(held))
        group = [name for name in option.group if self.random.random() < 0.5]
        group = group[: option.limit]
        self.give(request.side, option.line + (f" with {' '.join(group)}" if group else ""))

    def stack(self, request: Request) -> list[str]:
        assert request.stack is not None
        left, cards = dict(request.stack.limits), list[str]()
        for _ in range(request.stack.size):
            cards.append(self.random.choice(sorted(name for name, n in left.items() if n)))
            left[cards[-1]] -= 1
        return cards

    def give(self, side: str, answer: str | list[str]) -> None:
        self.answers.append((side, answer))
        if isinstance(answer, str):
            self.play.answer(side, answer, self.chance)
            return
        number = self.play.request(side).id.rpartition("-")[2]
        slots = [f"plan:{side}:{number}:{n}" for n in range(1, len(answer) + 1)]
        self.chance.secrets.update(zip(slots, answer, strict=True))
        self.play.answer_stack(side, slots, self.chance)

    def steps(self) -> Iterator[Play[Any]]:
        """The game at every stop, to its end."""
        while self.play.pending:
            yield self.play
            self.decide()
            assert len(self.answers) < LONGEST, "the game does not end"
