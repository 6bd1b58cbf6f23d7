"""Finished games: each way in which a scenario can end has one that is stored, and they all play again."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import IllegalOrder, UnknownWord
from pbem.games import GAMES, find
from tests.finished.stored import Deviation, Replay, Stored, digest

FOLDER = Path(__file__).parent
FILES = [file for game in GAMES for file in sorted((FOLDER / game).glob("*.toml"))]
WAYS: dict[str, Any] = tomllib.loads((FOLDER / "endings.toml").read_text("utf-8"))
DRAW = "draw"


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_finished_game_plays_again(file: Path) -> None:
    stored = Stored.read(file)
    replay = Replay.of(stored)
    replay.run()
    assert replay.ends == list(stored.ends)
    result = replay.play.result
    assert result is not None
    assert (" ".join(result.winners) or DRAW, result.reason) == (
        stored.ends[-1].split()[2],
        stored.reason,
    )
    assert digest(replay.play.state) == stored.position


@pytest.mark.parametrize("game", GAMES)
def test_every_ending_is_declared_for_every_scenario(game: str) -> None:
    """`possible` or `never`, for either side or for nobody, and not both."""
    assert {one.name.lower() for one in find(game).endings} == {*WAYS[game]} - {"wars"}
    for ending in endings(game):
        ways = {*possible(game, ending)}
        no_way = [*impossible(game, ending)]
        could = winners(game, ending)
        assert {*ways, *no_way} == {(s, w) for s in scenarios(game) for w in could}, ending
        assert not ways & {*no_way}, ending


def test_no_finished_game_is_missing() -> None:
    """Each way that endings.toml calls possible, and no other."""
    stored = {(file.parent.name, end) for file in FILES for end in Stored.read(file).ends}
    demanded = {
        (game, f"{scenario} {ending} {winner}")
        for game in GAMES
        for ending in endings(game)
        for scenario, winner in possible(game, ending)
    }
    assert stored >= demanded, sorted(demanded - stored)
    assert stored <= demanded, sorted(stored - demanded)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_an_option_has_a_game_of_every_scenario(game: str) -> None:
    """The defaults have theirs by the endings."""
    rules = find(game)
    games = [Stored.read(file) for file in FILES if file.parent.name == game]
    for scenario in rules.scenarios():
        played = {pair for one in games if one.scenario == scenario for pair in one.options.items()}
        declared = rules.options(scenario)
        assert played == {(one.name, value) for one in declared for value in one.values[1:]}


def endings(game: str) -> list[str]:
    return [name for name in WAYS[game] if name != "wars"]


def scenarios(game: str) -> list[str]:
    """Ids of scenarios, the Wars in place of the scenario that they make up."""
    wars: dict[str, list[str]] = WAYS[game].get("wars", {})
    return [part for id in find(game).scenarios() for part in wars.get(id, [id])]


def possible(game: str, ending: str) -> Iterator[tuple[str, str]]:
    """Scenario and winner."""
    for winner in (*find(game).sides, DRAW):
        for scenario in WAYS[game][ending].get(winner, []):
            yield scenario, winner


def winners(game: str, ending: str) -> list[str]:
    """Nobody or the sides: a way to win has a row for either, be it under `never`."""
    return [DRAW] if DRAW in WAYS[game][ending] else [*find(game).sides]


def impossible(game: str, ending: str) -> Iterator[tuple[str, str]]:
    ways = {*possible(game, ending)}
    for row in WAYS[game][ending].get("never", []):
        assert row["why"]
        others = set(scenarios(game)) - {scenario for scenario, _ in ways}
        for scenario in sorted(others) if row["in"] == "others" else row["in"]:
            for winner in [row["winner"]] if "winner" in row else winners(game, ending):
                yield scenario, winner


@pytest.mark.parametrize("line", ["york ", "  die ", "  cards ", "  open ", "= "])
def test_a_changed_record_does_not_play_again(line: str) -> None:
    """Neither with another line in place of one, nor without it."""
    stored = Stored.read(FOLDER / "plantagenet/Ib-test_of_arms-york.toml")
    number, old = next((n, one) for n, one in enumerate(stored.record) if one.startswith(line))
    rest = stored.record[number + 1 :]
    for changed in ((old.replace("1", "2") + "0", *rest), rest):
        record = (*stored.record[:number], *changed)
        with pytest.raises((Deviation, IllegalOrder, UnknownWord)):
            Replay.of(replace(stored, record=record)).run()
