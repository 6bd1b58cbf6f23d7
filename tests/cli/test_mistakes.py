"""Mistakes of newcomers that cost an email or a riddle once: each gets one sentence that helps."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.moderator.people import ANN, accept, invited, seated
from tests.says import says, sentence

from .console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, seated().ready().save)


def zipped(save: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as folder:
        folder.writestr("game.toml", save)
    return made.getvalue()


@pytest.mark.parametrize("what", ["it is empty", "it is a zip file: unpack it", "it is a report"])
def test_a_file_that_is_no_save_is_named(console: Console, what: str) -> None:
    save = console.save.read_bytes()
    content = {
        "it is empty": b"\n",
        "it is a zip file: unpack it": zipped(save),
    }.get(what)
    page = console.type("ann", "report", "game.toml", "--format", "html").out
    console.file("file", page if content is None else content)
    done = console.type("ann", "show", "file")
    assert (done.code, what in done.said) == (2, True), done


def test_an_identity_that_was_sent_is_called_a_secret(console: Console) -> None:
    file = console.folder / "people/bob/identity.toml"
    done = console.type("gm", "apply", "game.toml", file)
    assert done.code == 2
    assert says(done.said, "protocol.armour.describe_foreign_text", word="identity")
    assert not list(console.folder.rglob("*-refused-*"))


@pytest.mark.parametrize(
    ("who", "words", "says"),
    [
        ("gm", "list game.toml", sentence("cli.jobs.FolderPath.convert", "game.toml", ".")),
        ("gm", "show friday.eml", ("it is " + sentence("protocol.save.read", word="without"))),
        ("gm", "new plantagenet Ib -o z.toml --option pase=7d", "no game option `pase`. Known: pace=none or 7d"),
        ("gm", "rule game.toml --reason x", ("Choose " + sentence("cli.rule.command", word="what to") + ": --uphold, --void,")),
        ("gm", "rule game.toml --uphold 1 --void 2 --reason x", "Choose only one: --uphold,"),
        ("gm", "rule game.toml --impose burgundy x --reason x", sentence("errors.UnknownSide", "burgundy")),
        ("eve", "join game.toml", sentence("cli.join.only_seat", "`--as york` or `--as lancaster`")),
        ("eve", "join game.toml --as york", sentence("cli.join.CLAIM", "Anne", "york")),
        ("ann", "join game.toml", "You play york already."),
        ("ann", "identity card", sentence("cli.Verbs.resolve_command", "identity card", "Known: lock, new, restore, show,", word="command")),
    ],
)  # fmt: skip
def test_a_slip_is_answered_with_what_would_work(
    console: Console, who: str, words: str, says: str
) -> None:
    console.file("friday.eml", "From: Bob <bob@example.org>\nSubject: Friday\n\nSee you!\n")
    done = console.type(who, *words.split())
    assert says in done.said
    assert done.code == (0 if words.endswith("--as york") else 2)


def test_nobody_has_to_name_the_only_seat_that_is_free(tmp_path: Path) -> None:
    console = Console(tmp_path, invited().dumps())
    done = console.type("ann", "join", "game.toml")
    assert (done.code, "You play York." in done.out) == (0, True)


def test_nobody_has_to_name_the_seat_that_is_kept_for_them(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.file("ann.card", ANN.card())
    offers = ("--york", "ann.card", "--lancaster", "bob@example.org")
    assert console.type("gm", "new", "plantagenet", "Ib", *offers).code == 0
    done = console.type("ann", "join", "game.toml")
    assert (done.code, "You play York." in done.out) == (0, True), done


def test_a_list_without_a_folder_is_of_this_one(console: Console) -> None:
    assert console.type("gm", "list").out == console.type("gm", "list", ".").out != ""


def test_who_has_the_seat_already_is_told_how_to_go_on(console: Console) -> None:
    done = console.type("ann", "join", "game.toml", "--as", "york")
    assert done.code == 2
    assert "You play york already. Continue with: pbem orders game.toml" in done.said


def test_a_seat_that_is_not_free_is_refused_before_any_terms(tmp_path: Path) -> None:
    console = Console(tmp_path, invited().dumps())
    mail = console.mail(accept(console.save.read_bytes(), "york").to_text())
    for who, said in (
        ("bob", sentence("errors.SeatKept", "york", word="seat")),
        ("eve", sentence("errors.SideTaken", word="already")),
    ):
        done = console.type(who, "join", "game.toml", "--as", "york")
        assert (done.code, done.out, said in done.said) == (2, "", True)
        console.type("gm", "apply", "game.toml", mail, "--no-reports")


def test_a_holiday_that_is_over_costs_no_email(console: Console) -> None:
    words = ("holiday", "game.toml", "--from", "2020-01-01", "--to", "2020-01-08")
    done = console.type("ann", *words, PBEM_NOW="1800000000")
    assert done.code == 2
    assert says(done.said, "cli.holiday.command", word="past")
    assert not list(console.folder.glob("*holiday*"))
    assert console.type("ann", *words, PBEM_NOW="1578000000").code == 0


@pytest.mark.parametrize("sign", ["Return-Path: <>", "Auto-Submitted: auto-replied"])
def test_what_a_machine_sent_is_left_alone(console: Console, sign: str) -> None:
    mail = console.mail(f"From: a@example.org\nTo: gm@example.org\n{sign}\n\nNo.", "machine.eml")
    done = console.type("gm", "apply", "game.toml", mail)
    assert done.code == 2
    assert says(done.said, "cli.receipts.tell", word="left")
