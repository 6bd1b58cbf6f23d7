"""The GM keeps York's question for twenty days, dates the clock back to where it was put, and declares her absent."""

from __future__ import annotations

from pathlib import Path

from pbem.gm.game import Game
from tests import clocks
from tests.cli.console import Console
from tests.says import says

from .table import ANN, BOB, GM, Post, mustering

DAY = 86_400
NOW = 20_000 * DAY


def timed() -> Post:
    """The terms are 72 hours and 24 more."""
    post = mustering()
    with clocks.at(NOW):
        players = {"york": ANN, "lancaster": BOB}
        post.save = clocks.agreed(post.save, GM, players, NOW, 72, 24)
        post.kept.clear()
    return post


def asked_again(post: Post) -> Game:
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    return game


def absent(game: Game) -> bytes:
    """The clock is read as she is asked, and four days later she is absent."""
    game.tick(NOW + 60)
    game.absent("york", NOW + 4 * DAY + 120, "Not a word.")
    return game.dumps()


def said(console: Console, days: int) -> str:
    done = console.type("ann", "verify", "game.toml", PBEM_NOW=str(NOW + days * DAY))
    assert done.code == 0, done.err
    return " ".join(done.out.split())


def test_her_own_record_says_when_she_saw_it(tmp_path: Path) -> None:
    post = timed()
    console = Console(tmp_path, post.save)
    assert not says(said(console, 0), "ledger.cases.clocks.held_back", word="time")
    console.save.write_bytes(absent(asked_again(post)))
    for days in (20, 30):
        told = said(console, days)
        assert "declares york absent" in told
        assert says(told, "ledger.cases.clocks.held_back", word="then")


def test_who_saw_it_in_time_accuses_nobody(tmp_path: Path) -> None:
    post = timed()
    console = Console(tmp_path, post.save)
    said(console, 0)
    game = asked_again(post)
    console.save.write_bytes(game.dumps())
    said(console, 0)
    console.save.write_bytes(absent(game))
    assert not says(said(console, 20), "ledger.cases.clocks.held_back", word="time")


def ended(post: Post) -> Game:
    game = post.look("gm")
    game.rule("result", "Nobody moves.", side="lancaster")
    return game


def absent_at_the_end(game: Game) -> bytes:
    """The clock is read on the day of the result, and 31 days later she is absent."""
    game.tick(NOW + 60)
    game.absent("york", NOW + 31 * DAY, "Not a word.")
    return game.dumps()


def test_so_it_is_where_she_is_not_shown_the_end(tmp_path: Path) -> None:
    post = timed()
    console = Console(tmp_path, post.save)
    said(console, 0)
    console.save.write_bytes(absent_at_the_end(ended(post)))
    told = said(console, 31)
    assert says(told, "ledger.cases.clocks.held_back", word="game")
    assert says(told, "ledger.cases.clocks.held_back", word="first")
    assert says(told, "ledger.cases.clocks.held_back", word="then")


def test_who_saw_the_end_in_time_accuses_nobody(tmp_path: Path) -> None:
    post = timed()
    console = Console(tmp_path, post.save)
    said(console, 0)
    game = ended(post)
    console.save.write_bytes(game.dumps())
    said(console, 0)
    console.save.write_bytes(absent_at_the_end(game))
    assert not says(said(console, 31), "ledger.cases.clocks.held_back", word="time")


def test_nor_who_opens_the_game_for_the_first_time(tmp_path: Path) -> None:
    console = Console(tmp_path, absent(asked_again(timed())))
    assert not says(said(console, 20), "ledger.cases.clocks.held_back", word="time")
