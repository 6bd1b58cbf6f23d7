"""Random games and games of the simple player come to an end, under invariants, and replay."""

from __future__ import annotations

import re

import pytest

from pbem.engine import codec
from tests.random_games import play_game, replay

from .games import Rules, some_scenarios, stops


def reason(rules: Rules) -> re.Pattern[str]:
    """A sentence of its endings, anything in their blanks; more may be said after it."""
    split = [re.split(r"\{\w+\}", ending.sentence) for ending in rules.endings]
    one = "|".join(".+".join(map(re.escape, parts)) for parts in split)
    return re.compile(f"(?:{one})(?: .+)?")


@pytest.mark.slow
@some_scenarios
def test_a_random_game_ends_as_declared_and_replays(rules: Rules, scenario: str) -> None:
    game = play_game(scenario, f"contract {scenario}", name=rules.name)
    assert reason(rules).fullmatch(game.reason), game.reason
    assert {*game.winner.split()} <= {*rules.sides, "nobody"}
    replay(scenario, game)


@pytest.mark.slow
@some_scenarios
def test_the_simple_player_ends_a_game_and_plays_the_same_again(
    rules: Rules, scenario: str
) -> None:
    game = play_game(scenario, "bots", bots=True, often=9, name=rules.name)
    assert game.reason
    again = play_game(scenario, "bots", bots=True, often=99, name=rules.name)
    assert again.answers == game.answers


@pytest.mark.slow
@some_scenarios
def test_every_position_can_be_put_away_and_told(rules: Rules, scenario: str) -> None:
    turns = []
    for stop in stops(rules, scenario, f"words {scenario}"):
        assert codec.load(rules.state_type, codec.dump(stop.state)) == stop.state
        for eyes in stop.eyes:
            seen = stop.view(eyes)
            assert rules.words.now(seen)
            assert rules.words.now(seen) == rules.words.now(stop.view("public")), (
                "where it stands is no secret"
            )
        turns.append(rules.words.turn(stop.state))
        score = rules.score(stop.view("public"))
        if score is not None:
            assert score.name
            assert tuple(score.points) == tuple(rules.sides)
    assert len(set(turns)) == sum(
        before != after for before, after in zip(["", *turns], turns, strict=False)
    ), "a game turn comes back"
