"""A table over finished games."""

from __future__ import annotations

from pbem.club.standings import FinishedGame, finished_game, standings

from .people import GM, Post, seated
from .test_rulings import rule


def finished(number: int, winner: str) -> FinishedGame:
    post: Post = seated(nonce=bytes([number]) * 32)
    over = finished_game(rule(post, "result", side=winner, reason="So it ended."))
    assert over is not None
    return over


def test_who_wins_more_stands_higher() -> None:
    games = [finished(n, winner) for n, winner in enumerate(("york", "york", "", "lancaster"), 1)]
    first, second = standings(games)
    assert (first.name, first.games, first.won, first.drawn, first.lost) == ("Anne", 4, 2, 1, 1)
    assert (second.name, second.won, second.drawn, second.lost) == ("Robert", 1, 1, 2)
    assert first.rating > second.rating
    assert first.doubt < 25 / 3


def test_the_table_does_not_depend_on_the_order_of_files() -> None:
    games = [finished(n, winner) for n, winner in enumerate(("york", "lancaster", "york"), 1)]
    assert standings(games) == standings(games[::-1])


def test_only_finished_games_count() -> None:
    assert finished_game(seated().look()) is None
    assert GM.public.fingerprint not in {s.fingerprint for s in standings([finished(1, "york")])}
