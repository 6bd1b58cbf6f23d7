"""A folder of games: however many at once the output is the same, and a bad one harms only itself."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from io import FileIO
from pathlib import Path

import pytest

from pbem.cli import STOPPED, many, reveals, verify_folder
from pbem.club import each
from pbem.gm.game import Game
from pbem.proof.revealed_keys import own_reveals
from pbem.proof.verdict import Verdict
from pbem.protocol import envelope
from pbem.protocol.pins import Pins
from pbem.protocol.save import LIMIT
from tests.drawn import kept
from tests.moderator.forger import resigned
from tests.moderator.people import ANN, BOB, GM, PLAYERS, Post, seated
from tests.says import Pattern, says, sentence, worded

from .console import Console

JOBS = dict.fromkeys(("verify", "audit"), ("--jobs", "0")) | dict.fromkeys(
    ("list", "due", "standings"), ()
)
"""Every command over a folder, with what keeps it in this process."""
UNCHECKED = sentence("cli.many.Run.summary", word="These")
PBEM = "from pbem.cli import main\nif __name__ == '__main__':\n    main()\n"


def poorer(body: dict[str, object]) -> None:
    """The GM signs another position than the one that comes out."""
    record = body["record"]
    assert isinstance(record, dict)
    record["state_hash"] = "0" * 64


def over(post: Post) -> Post:
    """York resigns, and all sign it."""
    game = post.look("gm")
    game.rule("result", "York resigns.", side="lancaster")
    post.save = game.dumps()
    for side in PLAYERS:
        (receipt,) = post.take({side: post.look(side).say("over", game.ledger.n).to_text()})
        assert receipt.error is None, receipt.error
    return post


@kept
def games() -> dict[str, bytes]:
    """Six files: two games, one of them twice; a dishonest one, a garbled one, and an old copy."""
    first, second = seated(nonce=bytes([1]) * 32), over(seated(nonce=bytes([2]) * 32).ready())
    third = resigned(seated(nonce=bytes([3]) * 32).save, -1, poorer)
    return {
        "a.toml": first.save,
        "b/game.toml": second.save,
        "b/old.toml": second.saves[-1],
        "c.toml": third,
        "d.toml": first.save.replace(b"\nsig = '", b"\nsig = 'A", 1),
        "e.toml": b"# A game moderated by pbem, said somebody\n",
    }


@pytest.fixture
def console(tmp_path: Path) -> Console:
    made = Console(tmp_path)
    (tmp_path / "club" / "b").mkdir(parents=True)
    for name, data in games().items():
        made.file(f"club/{name}", data)
    for who, identity in (("lancaster", BOB), ("gm", GM), ("york", ANN)):
        for one in own_reveals(Game.loads(games()["b/game.toml"], identity)):
            made.file(f"club/b/{who}-reveal.txt", envelope.to_text(one))
    return made


@pytest.mark.slow
def test_the_output_is_the_same_for_any_number_of_jobs(console: Console) -> None:
    for verb in ("verify", "audit"):
        told = []
        for jobs in ("0", "2"):
            console.home(f"eve {verb} {jobs}", GM)
            told.append(console.type(f"eve {verb} {jobs}", verb, "club", "--jobs", jobs))
        assert told[0] == told[1]


def test_verify_names_what_is_not_in_order_and_accuses_nobody_else(console: Console) -> None:
    done = console.type("eve", "verify", "club", "--jobs", "0")
    assert done.code == 2
    assert re.search(r"club/a\.toml\n    In order\. 3 entries", done.out)
    assert re.search(r"club/c\.toml\n    NOT IN ORDER\. .*\n?.*position after it", done.out)
    assert done.out.count(sentence("cli.verify_folder.save_verdict")) == 3
    summary = done.out.partition("saves in order.\n")[2].split("\n    ")
    assert [line.strip() for line in summary[1:]] == [
        "club/d.toml",
        "club/b/old.toml",
        "club/c.toml",
        "club/e.toml",
    ]


def test_one_at_which_the_program_fails_is_named_and_accused_of_nothing(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = verify_folder.words_of

    def fails(game: Game, verdict: Verdict) -> tuple[str, list[str]]:
        if len(game.save.entries) == 3:
            raise RuntimeError("a bug")
        return honest(game, verdict)

    monkeypatch.setattr(verify_folder, "words_of", fails)
    done = console.type("eve", "verify", "club", "--jobs", "0")
    assert done.code == 1
    assert says(done.said, "club.each.attempt", ..., word="itself")
    assert "(RuntimeError: a bug in fails" in done.said
    assert done.out.endswith(f"\n{UNCHECKED}\n    club/a.toml\n")
    assert re.search(r"club/b/game\.toml\n    In order", done.out)


def test_a_full_disk_accuses_no_game_and_what_needs_no_room_is_done(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the pins: the dishonest game, of which nothing is kept, is found all the same."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Pins, "settle", full)
    for verb in ("verify", "list", "due", "standings"):
        done = console.type("eve", verb, "club", *JOBS[verb])
        assert done.code == 1
        assert "club/a.toml: No space left on device." in done.said
        assert "c.toml" in done.out + done.said
        assert not {
            many.NONE,
            sentence("cli.due.command", word="here"),
            sentence("cli.standings.show", word="game"),
        } & {*done.out.splitlines()}
    assert (
        f"{UNCHECKED}\n    club/a.toml" in console.type("eve", "verify", "club", "--jobs", "0").out
    )


def test_a_journal_that_does_not_fit_is_told_and_nothing_else_is_missing(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = console.type("gm", "verify", "club", "--jobs", "0")

    class Full(FileIO):
        def write(self, data: object, /) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pbem.club.journal.FileIO", Full)
    done = console.type("eve", "verify", "club", "--jobs", "0")
    assert (done.code, done.out) == (whole.code, whole.out)
    assert "No space left on device: " in done.said


def test_how_long_it_may_still_take_is_told_once_it_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(many.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = many.Progress(1000)
    for seconds, done in ((2, 4), (10, 20), (400, 800)):
        now[0] = 100.0 + seconds
        progress.tell(done)
    progress.clear()
    told = [line for line in capsys.readouterr().err.split("\r") if line.strip()]
    assert told == [
        "4 of 1000",
        ("20 of 1000" + sentence("cli.many.Progress._left", 8, word="min")),
        ("800 of 1000" + sentence("cli.many.Progress._left", 2, word="min")),
    ]


def test_a_file_too_large_is_not_even_read(console: Console) -> None:
    with (console.folder / "club/f.toml").open("wb") as file:
        file.write(games()["e.toml"])
        file.truncate(LIMIT + 1)
    for verb, jobs in JOBS.items():
        done = console.type("eve", verb, "club", *jobs)
        assert done.code == 2
        assert says(
            " ".join((done.out + done.err).split()), "errors.Oversized", "67108865", "bytes"
        )


def test_an_old_copy_is_named_and_not_accused(console: Console) -> None:
    (console.folder / "club/b/old.toml").rename(console.folder / "club/b/before.toml")
    done = console.type("eve", "verify", "club/b", "--jobs", "0")
    assert done.code == 2
    assert "1 of 2 saves in order." in done.out
    assert says(" ".join(done.out.split()), "errors.ShorterHistory")
    assert "NOT IN ORDER" not in done.out


def test_ones_own_games_are_checked_with_what_one_sealed(console: Console) -> None:
    """By the parent: no worker has the identity."""
    assert says(
        console.type("ann", "verify", "club", "--jobs", "0").out,
        "reports.verdict._own",
        word="decisions",
    )
    assert not says(
        console.type("ann", "verify", "club", "--public", "--jobs", "0").out,
        "reports.verdict._own",
        word="key: of",
    )


def test_audit_takes_the_reveals_beside_each_save(console: Console) -> None:
    done = console.type("eve", "audit", "club", "--jobs", "0")
    assert done.code == 2
    assert re.search(r"club/b/game\.toml\n    All \d+ claims are proven\.", done.out)
    unproven = worded("reports.audit.headline", Pattern(r"\d+"), word="claim")
    assert re.search(rf"club/a\.toml\n    {unproven}", done.out)
    assert re.search(r"club/c\.toml\n    CONTRADICTED: \d of \d+ claims, made by gm\.\n", done.out)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there is none there")
def test_what_is_no_file_holds_nobody_up(console: Console) -> None:
    """A pipe into which nobody writes, named as a reveal or as a save."""
    for name in ("b/eve-reveal.txt", "f.toml"):
        os.mkfifo(console.folder / "club" / name)
    assert reveals.reveals_beside(console.folder / "club/b/game.toml") == [
        console.folder / "club/b" / f"{who}-reveal.txt" for who in ("gm", "lancaster", "york")
    ]
    assert "club/f.toml" not in console.type("eve", "list", "club").err


def test_standings_and_list_count_a_game_once(console: Console) -> None:
    listed = console.type("eve", "list", "club")
    assert listed.out.count("  club/") == 2  # the dishonest one is none
    assert listed.code == 2
    assert "club/d.toml: " in listed.err
    table = console.type("bob", "standings", "club")
    assert re.search(r"1\. Robert +1 +1 +0 +0 ", table.out)


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_the_name_of_a_file_fakes_no_line_and_steers_no_terminal(console: Console) -> None:
    for name in ("f\n9 of 9 saves in order.toml", "g\x1b]2;club\x07.toml", "h\u202e.toml"):
        console.file(f"club/{name}", games()["e.toml"])
    for verb, jobs in JOBS.items():
        done = console.type("eve", verb, "club", *jobs)
        assert done.code == 2
        assert "f 9 of 9 saves in order.toml" in done.out + done.err
        assert not re.search(r"^9 of 9|\x1b|\x07|\u202e", done.out + done.err, re.MULTILINE)


@pytest.mark.skipif(sys.platform != "linux", reason="only there is a name any bytes")
def test_a_name_that_is_no_text_stops_no_other_game(console: Console) -> None:
    """In the name of a file or of the folder; what is broken off goes on there too."""
    console.type("eve", "verify", "club", "--jobs", "0")
    club = Path(os.fsdecode(os.fsencode(console.folder) + b"/club\xff"))
    (console.folder / "club").rename(club)
    (club / "e.toml").rename(os.fsdecode(os.fsencode(club) + b"/\xfe.toml"))
    for verb, jobs in JOBS.items():
        for more in ((), ("--resume",) if jobs else ("--json",) if verb != "standings" else ()):
            done = console.type("eve", verb, str(club), *jobs, *more)
            assert done.code == 2
            assert "\ufffd.toml" in done.out + done.err


def test_options_of_one_game_and_of_a_folder_are_not_mixed_up(console: Console) -> None:
    for words, said in (
        (
            ("verify", "club/a.toml", "--jobs", "0"),
            ("`--jobs` is for " + sentence("cli.jobs.only_for_a_folder") + "."),
        ),
        (
            ("verify", "club", "--refusal", "club/a.toml"),
            sentence("cli.jobs.only_for", "--refusal", "one game"),
        ),
        (
            ("audit", "club/a.toml", "--resume"),
            ("`--resume` is for " + sentence("cli.jobs.only_for_a_folder") + "."),
        ),
        (
            ("audit", "club", "club/b/gm-reveal.txt"),
            sentence("cli.jobs.only_for", "REVEALS", "one game"),
        ),
    ):
        done = console.type("eve", *words)
        assert done.code == 2
        assert said in done.said


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["verify", "audit"])
def test_what_is_broken_off_goes_on_where_it_stopped(console: Console, verb: str) -> None:
    """By Ctrl-C at the third game; meanwhile one that was done already changes."""
    honest, seen = each.attempt, []

    def stops_at(n: int) -> Callable[[each.Work[object], each.Piece], each.Outcome[object]]:
        def attempt(work: each.Work[object], piece: each.Piece) -> each.Outcome[object]:
            seen.append(piece.name)
            if len(seen) == n:
                raise KeyboardInterrupt
            return honest(work, piece)

        return attempt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(each, "attempt", stops_at(3))
        done = console.type("eve", verb, "club", "--jobs", "0")
    assert done.code == STOPPED
    assert "In flight: c.toml" in done.said
    assert "2 of 4 games are done" in done.said
    console.file("club/a.toml", seated(nonce=bytes([1]) * 32).ready().save)
    seen.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(each, "attempt", stops_at(0))
        again = console.type("eve", verb, "club", "--jobs", "0", "--resume")
    assert seen == ["a.toml", "c.toml", "e.toml"]
    assert "In flight: c.toml" in again.said
    whole = console.type("gm", verb, "club", "--jobs", "0")
    assert again.out == whole.out
    assert again.code == whole.code
    third = console.type("eve", verb, "club", "--jobs", "0", "--resume")
    assert says(third.said, "cli.many.Run._begin", word="nothing")


@pytest.mark.parametrize("verb", ["list", "due", "standings"])
def test_what_only_reads_leaves_no_run_behind(console: Console, verb: str) -> None:
    """Ctrl-C, or a reader such as `head` that has seen enough; the next run begins at the first game."""
    whole = console.type("gm", verb, "club")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(each, "attempt", ctrl_c)
        assert console.type("eve", verb, "club").code == STOPPED
    assert not (console.folder / "people" / "eve" / "pins" / "runs").exists()
    assert console.type("eve", verb, "club") == whole


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["list", "due", "standings"])
def test_many_games_are_read_by_more_processes_with_the_same_words(
    console: Console, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = console.type("gm", verb, "club")
    begun = []
    executor = many._executor

    def counted(jobs: int) -> Executor:
        begun.append(jobs)
        return executor(jobs)

    monkeypatch.setattr(many, "_executor", counted)
    monkeypatch.setattr(many, "MANY", 2)
    monkeypatch.setattr(many, "processors", lambda: 2)
    assert console.type("eve", verb, "club") == one
    assert begun == [2]


def test_a_copy_that_has_another_name_meanwhile_is_told_under_it(console: Console) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many.Run, "judged", ctrl_c)
        assert "In flight" not in console.type("eve", "verify", "club/b", "--jobs", "0").said
    (console.folder / "club/b/old.toml").rename(console.folder / "club/b/older.toml")
    again = console.type("eve", "verify", "club/b", "--jobs", "0", "--resume")
    assert again.out == console.type("gm", "verify", "club/b", "--jobs", "0").out


def ctrl_c(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_killed_run_leaves_no_worker_and_names_the_games_in_flight(console: Console) -> None:
    """SIGKILL to the parent alone, as a power cut would have it; the next run goes on."""
    if os.name == "nt":
        pytest.skip("there is no SIGKILL there")
    script = console.file("pb.py", PBEM)
    home = console.folder / "people" / "eve"
    environment = {**os.environ, "PBEM_HOME": str(home)}
    words = [sys.executable, script, "verify", "club", "--jobs", "2"]
    run = subprocess.Popen(
        words,
        cwd=console.folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    journals = home / "pins" / "runs"
    while not (found := [*journals.glob("*.jsonl")]) or b"begun" not in found[0].read_bytes():
        time.sleep(0.01)
    run.kill()
    assert run.wait() == -signal.SIGKILL
    assert run.stderr is not None
    run.stderr.read()  # to its end: nobody is left who could write there
    run.stderr.close()
    again = console.type("eve", "verify", "club", "--jobs", "0", "--resume")
    assert says(again.said, "cli.many.Run._begin", word="last")
    assert "In flight: a.toml" in again.said
    assert again.out == console.type("gm", "verify", "club", "--jobs", "0").out
