"""Seats given away, and a robot in the chair between two people, by emails and commands."""

from __future__ import annotations

import os
import subprocess
import sys
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.home import arrivals, computer
from pbem.home.robot_homes import GM_NAME
from pbem.web.lobby.joining import Joining
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import page_of_game
from tests.moderator.people import ANN, BOB, GM, Post, invited, seated
from tests.moderator.writer import rewritten
from tests.says import says, sentence, worded

from .console import Console
from .test_gms_inbox import book, email

WORDS = ("--reason", "No word from him.")


@pytest.fixture
def claimed(tmp_path: Path) -> tuple[Console, str]:
    """York is asked, and Eve claims the seat by an email."""
    post = seated().ready()
    while post.asked() != ("york",):
        post.turn()
    console = Console(tmp_path, post.save)
    assert console.type("eve", "join", "game.toml", "--as", "york", "-o", "claim.txt").code == 0
    text = (tmp_path / "claim.txt").read_text("utf-8")
    return console, console.mail(email("Eve <eve@example.org>", text, "<eve@x>"), "claim.eml")


def test_a_seat_given_away_is_not_offered_again(claimed: tuple[Console, str]) -> None:
    console, claim = claimed
    before = console.type("gm", "apply", "game.toml", claim)
    assert says(before.out, "cli.seating.tell", word="it")
    assert says(before.said, "ledger.cases.absence.too_early", "Careful: york", 30, word="silent")
    assert console.type("gm", "seat", "game.toml", claim, *WORDS).code == 0
    for first in ("game.toml", "."):
        done = console.type("gm", "apply", first, claim)
        assert done.code == 0
        assert says(done.out, "cli.receipts.tell", word="taken")
        assert not says(done.out + done.err, "cli.seating.tell", word="it")


def test_a_claim_that_comes_too_late_is_refused_at_once(claimed: tuple[Console, str]) -> None:
    console, claim = claimed
    late = console.type(
        "bob", "--home", "people/new", "identity", "new", "--name", "Nell", "--no-passphrase"
    )
    assert late.code == 0
    words = ("--home", "people/new", "join", "game.toml", "--as", "york", "-o", "late.txt")
    assert console.type("bob", *words).code == 0
    assert console.type("gm", "seat", "game.toml", claim, *WORDS).code == 0
    done = console.type("gm", "apply", "game.toml", "late.txt")
    assert done.code == 2
    assert "late.txt: refused. " in done.said
    assert says(done.said, "errors.Stale")


def test_giving_a_seat_away_early_says_so_and_learns_an_address(
    claimed: tuple[Console, str],
) -> None:
    console, claim = claimed
    done = console.type("gm", "seat", "game.toml", claim, *WORDS)
    assert done.code == 0
    assert says(done.said, "ledger.cases.absence.too_early", "york", 30, word="silent")
    assert says(done.said, "ledger.cases.absence.given_away_early", ..., "Anne")
    row = book(console).rows["york"]
    assert (row.address, row.confirmed) == ("eve@example.org", False)


def test_a_seat_that_its_player_gives_away_is_never_early(claimed: tuple[Console, str]) -> None:
    console, claim = claimed
    assert console.type("ann", "consent", "game.toml", "claim.txt", "-o", "yes.txt").code == 0
    done = console.type("gm", "seat", "game.toml", claim, "yes.txt")
    assert done.code == 0
    assert "before that" not in done.said


def test_an_email_that_waits_for_a_ruling_is_tried_again_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = seated()
    ready = post.sent("york", "ready")
    with monkeypatch.context() as patch:
        patch.setattr("pbem.ledger.chances.GmChance.opening", broken)
        (receipt,) = post.take({"r": ready})
    assert receipt.error is None
    console = Console(tmp_path, post.save)
    order = console.mail(rewritten(ready, ANN, question=2), "order.txt")
    done = console.type("gm", "apply", "game.toml", order)
    assert says(
        done.said, "cli.receipts.tell", "order.txt", worded("errors.WaitsForRuling", 3), word="kept"
    )
    words = ("rule", "game.toml", "--again", "3", "--reason", "A newer pbem.")
    done = console.type("gm", *words)
    assert done.code == 0, done
    assert "order.txt (kept): refused." in done.said, "what it answers is put in other words now"
    assert "kept" not in console.type("gm", "apply", "game.toml").err


def broken(*_: object) -> None:
    raise ZeroDivisionError


def test_a_robot_gm_tells_two_people_who_can_read_everything(console: Console) -> None:
    told = sentence("home.robot_homes.TRUSTED", word="everything").strip()
    words = ("new", "plantagenet", "towton", "--gm", "robot", "-o", "table.toml")
    made = console.type("ann", *words, "--lancaster", "bob@example.org", "--outbox", "out")
    assert made.code == 0
    assert says(made.said, "home.robot_homes.TRUSTED", "your")
    assert f"you {told}" in made.said
    (console.folder / "bobs").mkdir()
    copy = console.folder / "bobs/game.toml"
    copy.write_bytes((console.folder / "table.toml").read_bytes())
    done = console.type("bob", "join", "bobs/game.toml", "--as", "lanc", "-o", "join.txt")
    assert f"and that person {told}" in done.said
    assert GM_NAME in done.out
    assert says(
        done.out,
        "cli.player_says.to_do",
        "join.txt",
        ...,
        worded("cli.player_says.SENDER"),
        word="Mail",
    )
    with computer.sitting_as(console.folder / "people/bob"):
        assert told in Joining(copy, BOB, "game").whole()
    console.type("ann", "apply", "table.toml", "join.txt", "--no-reports", "--no-outbox")
    done = console.type("ann", "apply", "table.toml")
    assert done.code == 0
    assert "Now asked: Anne (york, ready)." in done.out
    done = console.type("ann", "apply", "join.txt", "join.txt")
    assert done.code == 2


def test_a_player_among_robots_is_told_nothing_of_the_kind(console: Console) -> None:
    words = ("new", "plantagenet", "towton", "--lancaster", "simple", "--gm", "robot")
    done = console.type("ann", *words, "-o", "table.toml")
    assert done.code == 0
    assert not says(done.err, "home.robot_homes.TRUSTED")
    done = console.type("ann", *words, "-o", "two.toml", "--outbox", "out")
    assert (done.code, says(done.said, "cli.new.command", word="invite")) == (2, True)


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def test_the_addresses_of_all_games_of_a_folder(console: Console) -> None:
    for name, address in (("one", "ann@example.org"), ("two", "list@example.org")):
        words = ("new", "plantagenet", "towton", "-o", f"{name}.toml", "--york", address)
        assert console.type("gm", *words).code == 0
    done = console.type("gm", "addresses", ".")
    assert done.code == 0
    rows = done.out.splitlines()
    assert [row.split()[-1] for row in rows] == [
        "one.toml",
        "ann@example.org",
        "two.toml",
        "list@example.org",
    ]
    done = console.type("gm", "addresses", ".", "--forget", "york")
    assert (done.code, says(done.said, "cli.addresses.command", word="name")) == (2, True)


@pytest.mark.skipif(os.name == "nt", reason="there is no such pipe there")
def test_a_reader_who_has_seen_enough_leaves_no_broken_run(tmp_path: Path) -> None:
    """As `pbem verify . | head` does."""
    console = Console(tmp_path, seated().save)
    reads, writes = os.pipe()
    os.close(reads)
    home = str(tmp_path / "people/gm")
    words = [sys.executable, "-m", "pbem", "verify", ".", "--jobs", "0"]
    environment = {**os.environ, "PBEM_HOME": home, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        words, cwd=tmp_path, env=environment, stdout=writes, stderr=subprocess.PIPE, text=True
    )
    os.close(writes)
    assert done.stderr == ""
    assert not list((tmp_path / "people/gm/pins/runs").glob("*.jsonl"))
    assert console.type("gm", "verify", ".", "--jobs", "0").err == ""


@pytest.mark.parametrize(
    ("begun", "words", "answer"),
    [
        (True, ("--as", "york", "--co"), sentence("cli.join.command", word="goes")),
        (False, ("--as", "york", "--text", "Hail."), sentence("cli.join.command", word="without")),
    ],
)
def test_what_only_some_may_add_to_join(
    tmp_path: Path, begun: bool, words: tuple[str, ...], answer: str
) -> None:
    save = seated().save if begun else invited().dumps()
    done = Console(tmp_path, save).type("eve", "join", "game.toml", *words)
    assert done.code == 2
    assert answer in done.said
    assert not list(tmp_path.glob("*.txt"))


@pytest.mark.parametrize("how", [("--co",), ()])
def test_another_gm_gets_the_save_with_the_other_emails(tmp_path: Path, how: tuple[str]) -> None:
    console = Console(tmp_path, seated().save)

    def order() -> str:
        post = Post(console.save.read_bytes())
        side = post.asked()[0]
        return console.mail(post.sent(side, post.look(side).legal()[0].line), "order.txt")

    words = ("identity", "new", "--name", "George", "--no-passphrase")
    assert console.type("geo", *words).code == 0
    came = EmailMessage()
    came["From"] = "griffith@example.org"
    came.add_attachment(console.save.read_bytes(), "application", "toml", filename="game.toml")
    latest = console.file("latest.eml", came.as_bytes())
    words = ("join", latest, *(how or ("--as", "gm")), "-o", "claim.txt")
    done = console.type("geo", *words)
    assert (done.code, "The email came from griffith@example.org" in done.said) == (0, True), done
    claim = email("Geo <geo@example.org>", (tmp_path / "claim.txt").read_text("utf-8"))
    name = console.mail(claim, "claim.eml")
    assert console.type("gm", "apply", "game.toml", "--outbox", "out").code == 0
    done = console.type("gm", "seat", "game.toml", name, *WORDS)
    assert done.code == 0, done
    assert says(
        done.said,
        "round.correspondents.origin_of",
        "gm",
        "George",
        ...,
        "geo@example.org",
        word="writes",
    )
    assert says(done.said, "cli.addresses.confirm_doubtful", word="Until")
    (first,) = (tmp_path / "out").glob("*-gm.eml")
    assert not first.read_bytes().startswith(b"To:")
    if how:
        again = console.type("gm", "apply", "game.toml", name)
        assert (again.code, says(again.out, "cli.receipts.tell", word="taken")) == (0, True), again
    assert console.type("gm", "addresses", "game.toml", "--confirm", "gm").code == 0
    assert console.type("gm", "addresses", "game.toml").out == "gm          geo@example.org\n"
    who = "gm" if how else "geo"
    assert console.type(who, "apply", "game.toml", order(), "--outbox", "out").code == 0
    sent = sorted((tmp_path / "out").glob("*-gm.eml"))
    assert len(sent) == 1 + bool(how)
    if how:
        mail = message_from_bytes(sent[1].read_bytes(), policy=default)
        assert str(mail["To"]) == "George <geo@example.org>"
        assert arrivals.save_in(sent[1].read_bytes()) == console.save.read_bytes()
        with computer.sitting_as(tmp_path / "people/gm"):
            handout = page_of_game(console.save, GM, Jobs()).answer("").parts["handout"]
        assert all(words in handout for words in ("George", "geo@example.org", sent[1].name))
        assert console.type("geo", "apply", "game.toml", order(), "--outbox", "geo").code == 0
        (back,) = (tmp_path / "geo").glob("*-gm.eml")
        assert back.read_bytes().startswith(b"To: Griffith <griffith@example.org>")
    bare = console.type(who, "apply", "game.toml", order(), "--no-outbox")
    assert (
        says(bare.out, "cli.gm_commands.tell_written", "game.toml", "George", word="every")
    ) is bool(how), bare
