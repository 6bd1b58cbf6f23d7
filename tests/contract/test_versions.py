"""A program plays every version of its rules that was ever released."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.scenarios import starting_state
from pbem.games import find
from tests.random_games import RandomPlayer, give

from .games import Rules, every_game

GAMES = {
    1: "196c239472f6ed215cd26a4848036dba49078b1b79bd962fb14cc8e978ebfa5b",
    2: "1062e65ef38ec2d83c659a43d45c2ba8e68b644fedeacec8c22fbbab44ac5b94",
}
"""Two Provinces: a game for each version, as the program gave it when that version was released."""


def played(rules: Rules, version: int, seed: str) -> list[str]:
    """The answers of a random game, and how it stood after each."""
    chance, player = SeededChance(seed), RandomPlayer(seed)
    play: Play[object] = Play.new(rules, next(iter(rules.scenarios())), {}, version)
    play.at_moment = lambda request: ""
    play.start(chance)
    told = []
    for _ in range(60):
        if not play.pending:
            break
        first = play.pending[0]
        answer = player.stack(first) if first.stack else player.line(first, chance.secrets)
        give(play, first.side, answer, chance)
        told.append(f"{first.side} {answer} {rules.words.now(play.state)} {play.state}")
    return told


@every_game
def test_each_version_can_be_begun_and_played(rules: Rules) -> None:
    for version in range(1, rules.version + 1):
        state = starting_state(rules, next(iter(rules.scenarios())), {}, version)
        assert state.rules_version == version
        assert [state.has_rules(n) for n in (version, version + 1)] == [True, False]
        assert played(rules, version, "versions")


@pytest.mark.parametrize("version", GAMES)
def test_an_older_version_gives_the_games_that_it_gave(version: int) -> None:
    rules = find("two_provinces")
    told = "\n".join(played(rules, version, str(Random(7).random())))
    assert hashlib.sha256(told.encode()).hexdigest() == GAMES[version]
