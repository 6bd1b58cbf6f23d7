"""Every game that the contract is tried on: ours, and Two Provinces, which shows that it asks for no more.

A new author adds a line to the registry and runs `pytest tests/contract -k mygame`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.table import cards_in
from pbem.games import GAMES, find, installed_games
from tests.engine.random_play import SOME
from tests.random_games import RandomPlayer, asks_at_moment, begin, give
from tests.tiers import soaked

Rules = RuleSet[Any]


def registered() -> list[Rules]:
    """With Two Provinces installed beside pbem, as a game of somebody else's is."""
    sys.path.insert(0, str(Path(__file__).parent / "installed"))
    try:
        return [find(name) for name in installed_games()]
    finally:
        sys.path.pop(0)


RULES = registered()
"""Ours, Two Provinces, and whatever else is installed here."""
SCENARIOS = [(rules, scenario) for rules in RULES for scenario in rules.scenarios()]
PUBLIC = "public"
MANY = 400
"""Stops of a long game that are looked at where each is looked at closely."""

every_game = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
every_scenario = pytest.mark.parametrize(
    ("rules", "scenario"), SCENARIOS, ids=[f"{rules.name}-{id}" for rules, id in SCENARIOS]
)

some_scenarios = pytest.mark.parametrize(
    ("rules", "scenario"),
    soaked(
        SCENARIOS,
        [
            case
            for case in SCENARIOS
            if (case[0].name, case[1]) in SOME or case[0].name not in GAMES
        ],
    ),
    ids=[f"{rules.name}-{id}" for rules, id in SCENARIOS],
)
"""Where a whole game is played: scenarios of each kind, and all of a new game. `tests.soak.cases` plays the others."""


@dataclass
class Stop:
    """A random game where it waits for somebody."""

    rules: Rules
    play: Play[Any]
    chance: SeededChance

    @property
    def state(self) -> Any:
        return self.play.state

    def known(self, side: str) -> dict[str, str]:
        """The cards that a side may look at, by slot; nothing for `public`."""
        if side == PUBLIC:
            return {}
        secrets = self.chance.secrets
        return {s: secrets[s] for s in self.rules.secrets.hand(self.state, side) if s in secrets}

    def held(self, request: Request) -> list[str]:
        """The cards in a request's slots."""
        return cards_in(request.slots, self.chance.secrets)

    def view(self, side: str) -> Any:
        return self.rules.secrets.veil(self.state, side)

    @property
    def eyes(self) -> tuple[str, ...]:
        return (*self.rules.sides, PUBLIC)


def stops(
    rules: Rules, scenario: str, seed: str, most: int = MANY, options: dict[str, Any] | None = None
) -> Iterator[Stop]:
    """A random game whose players seldom pass, at each of its first `most` stops."""
    chance, player = SeededChance(seed), RandomPlayer(seed)
    player.eager = True
    play = begin(rules, scenario, False, seed, options)
    play.at_moment = partial(asks_at_moment, Random(f"moments {seed}"))
    play.start(chance)
    for _ in range(most):
        if not play.pending:
            return
        yield Stop(rules, play, chance)
        first = play.pending[0]
        stack = first.stack is not None
        answer = player.stack(first) if stack else player.line(first, chance.secrets)
        give(play, first.side, answer, chance)
