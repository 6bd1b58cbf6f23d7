"""What a command costs does not grow with the log, but for reading the file: counted, not timed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.gm.game import Game
from pbem.ledger import fold
from pbem.protocol import bodies
from pbem.protocol.bodies import EntryBody
from pbem.reports.from_game import report

from .people import GM, PLAYERS, Post
from .test_course import of

EARLY, LATE = 8, -2
GAMES = [("plantagenet", "Ia"), ("richard_iii", "kingmaker"), ("warriors", "standard_1455")]


@pytest.fixture(scope="module", params=GAMES, ids=[rules for rules, _ in GAMES])
def post(request: pytest.FixtureRequest) -> Post:
    return of(*request.param, 32)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many entries are parsed, and how many are taken again."""
    done, decode, take = Counter[str](), bodies.decode, fold.take

    def decoded(kind: Any, *rest: Any) -> Any:
        done["parsed"] += kind is EntryBody
        return decode(kind, *rest)

    def taken(*all_: Any) -> Any:
        done["taken"] += 1
        return take(*all_)

    monkeypatch.setattr(bodies, "decode", decoded)
    monkeypatch.setattr(fold, "take", taken)
    return done


@pytest.mark.slow
@pytest.mark.parametrize("who", ["york", "lancaster", "gm"])
def test_who_comes_back_takes_only_what_is_new(post: Post, who: str, work: Counter[str]) -> None:
    identity, gms = {**PLAYERS, "gm": GM}[who], (GM.public.fingerprint,)
    for n in (EARLY, LATE):
        kept = Game.loads(post.saves[n], identity, gms)
        work.clear()
        game = Game.loads(post.saves[n + 1], identity, gms, checkpoint=kept.checkpoint())
        new = len(game.save.entries) - len(kept.save.entries)
        assert game.resumed
        assert work["taken"] == new
        assert work["parsed"] <= new + 1


@pytest.mark.parametrize("who", ["york", "lancaster", "gm"])
def test_a_report_parses_what_it_tells(post: Post, who: str, work: Counter[str]) -> None:
    """Since the last orders of its reader, and nothing before that."""
    identity, gms = {**PLAYERS, "gm": GM}[who], (GM.public.fingerprint,)
    for n in (EARLY, LATE):
        kept = Game.loads(post.saves[n], identity, gms).checkpoint()
        work.clear()
        game = Game.loads(post.saves[n], identity, gms, checkpoint=kept)
        assert report(game)
        first = game.ledger.course.late[0].n
        assert work["taken"] == 0
        assert work["parsed"] <= game.ledger.n - first + 2
