"""Storing a finished game."""

from __future__ import annotations

from tests.finished.record import random_game
from tests.finished.stored import Replay, Stored
from tests.finished.test_finished import FOLDER


def test_a_random_game_is_stored_and_plays_again() -> None:
    games = [random_game("warriors", "tudor_1476", {}, f"stored {seed}") for seed in range(3)]
    game = next(one for one in games if one is not None)
    file = FOLDER / "warriors/tudor_1476-chaos-draw.toml"
    assert game.text().splitlines()[:2] == file.read_text("utf-8").splitlines()[:2]
    replay = Replay.of(game)
    replay.run()
    assert (tuple(replay.ends), tuple(replay.record)) == (game.ends, game.record)


def test_what_is_read_is_what_was_written() -> None:
    for file in (FOLDER / "richard_iii").glob("*.toml"):
        assert Stored.read(file).text() == file.read_text("utf-8")
