"""Who is waited for, from the invitation to the last signature under the end, and by when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pbem
from pbem.api.read import waiting_for
from pbem.gm.game import Game
from tests import clocks
from tests.cheats.table import PARLEY
from tests.moderator.people import ANN, GM, PLAYERS, Post, invited, seated
from tests.moderator.test_faults import faulty
from tests.says import sentence

START = 1_800_000_000
DAY = 24 * 3600


def told(post: Post) -> list[tuple[str, str, str]]:
    return [(one.side, one.player, one.kind) for one in waiting_for(post.look())]


def test_the_seats_that_nobody_has_taken_are_waited_for_first() -> None:
    post = Post(invited().dumps())
    assert told(post) == [("york", "", "join"), ("lancaster", "", "join")]


def test_then_a_ready_then_a_decision() -> None:
    post = seated()
    assert told(post) == [("york", "Anne", "ready")]
    (waiting,) = waiting_for(post.look())
    assert waiting.answers.startswith("ready-")
    post.ready()
    (request,) = post.look().requests
    (waiting,) = waiting_for(post.look())
    assert (waiting.side, waiting.kind, waiting.answers) == (request.side, request.kind, request.id)
    assert (waiting.question, waiting.rule) == (request.question, request.rule)
    assert str(waiting) == str(request)
    assert (waiting.since, waiting.deadline, waiting.grace) == (None, None, None)


def with_deadlines() -> Post:
    """Whoever is asked has been asked at `START`, and has a week and two days of grace."""
    post = seated()
    post.save = clocks.agreed(post.save, GM, PLAYERS, START - DAY, 7 * 24, 2 * 24, "gm")
    post.kept.clear()
    return read_clock(post.ready(), START)


def read_clock(post: Post, now: int, kind: str = "reading") -> Post:
    game = post.look("gm")
    game.tick(now, kind)
    post.save = game.dumps()
    return post


def test_a_deadline_and_its_grace_are_times_in_utc() -> None:
    start = datetime.fromtimestamp(START, UTC)
    post = with_deadlines()
    (waiting,) = waiting_for(post.look())
    assert waiting.since == start
    assert waiting.deadline == start + timedelta(days=7)
    assert waiting.grace == start + timedelta(days=9)
    assert str(waiting).endswith(", by 2027-01-22 08:00 UTC")


def test_a_clock_that_is_stopped_has_no_deadline_and_adds_its_days_when_it_runs_again() -> None:
    post = read_clock(with_deadlines(), START + DAY, "pause")
    (waiting,) = waiting_for(post.look())
    assert (waiting.deadline, waiting.grace) == (None, None)
    read_clock(post, START + 4 * DAY, "resume")
    (waiting,) = waiting_for(post.look())
    assert waiting.deadline == datetime.fromtimestamp(START, UTC) + timedelta(days=10)


def test_a_fault_waits_for_the_gm_alone() -> None:
    _, post = faulty(PARLEY)
    assert post.look().ledger.position.failure is not None
    assert told(post) == [("gm", "Griffith", "ruling")]


def test_a_result_waits_for_each_signature_and_then_for_nobody() -> None:
    post = seated()
    game = post.look("gm")
    game.rule("result", "York resigns.", side="lancaster")
    post.save = game.dumps()
    assert told(post) == [("york", "Anne", "over"), ("lancaster", "Robert", "over")]
    result = post.look().ledger.cases.result
    for side in PLAYERS:
        post.take({side: post.look(side).say("over", result).to_text()})
        assert side not in {one.side for one in waiting_for(post.look())}
    assert told(post) == []


def test_a_game_of_the_library_waits_for_its_reader(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    save.write_bytes(seated().save)
    assert pbem.open(save, ANN).waits_for_me
    assert not pbem.open(save, PLAYERS["lancaster"]).waits_for_me
    assert not pbem.open(save).waits_for_me
    question = str(pbem.open(save, ANN).question())
    assert question.startswith("york: " + sentence("ledger.values.READY_QUESTION"))
    assert [str(choice) for choice in pbem.open(save, ANN).legal()] == ["ready"]
    assert isinstance(Game.loads(save.read_bytes()).title, str)
