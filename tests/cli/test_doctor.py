"""`pbem doctor`: what is wrong with a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.moderator.forger import resigned
from tests.moderator.people import played
from tests.says import says, sentence

from .console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, played(6).save)


def test_too_many_words_are_counted(console: Console) -> None:
    long = "x" * 2001
    done = console.type("ann", "dispute", "game.toml", "--entry", "4", "--text", long)
    assert done.code == 2
    assert says(done.said, "player.invitation.Speaker.say", 2000, 2001)
    done = console.type("gm", "rule", "game.toml", "--uphold", "4", "--reason", long)
    assert done.code == 2
    assert says(done.said, "ledger.cases.rulings.checked_reason", 2001, word="characters")


def test_a_healthy_save(console: Console) -> None:
    done = console.type("ann", "doctor", "game.toml")
    assert done.code == 0
    assert "WRONG" not in done.out
    assert says(" ".join(done.out.split()), "club.doctor._verdict_words", word="replayed")
    assert says(" ".join(done.out.split()), "club.doctor._pin_findings", word="never")


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (lambda d: d[: len(d) // 2], sentence("club.doctor._unreadable", word="short")),
        (lambda d: d.replace(b"\n", b"\r\n", 9), sentence("club.doctor._unreadable", word="ends")),
        (
            lambda d: d.replace(b"Towton", b"Tauton", 1),
            sentence("club.doctor._unreadable", word="after"),
        ),
        (lambda d: b"hello\n", sentence("club.doctor._unreadable", word="Look")),
        (
            lambda d: resigned(d, -1, lambda b: b["record"].update(state_hash=64 * "0")),
            "pbem explain",
        ),
    ],
    ids=["cut", "line ends", "edited", "no save", "dishonest"],
)
def test_what_is_wrong_and_what_to_do(console: Console, change: object, advice: str) -> None:
    good = console.save.read_bytes()
    console.save.write_bytes(change(good))  # type: ignore[operator]
    before = console.files()
    done = console.type("ann", "doctor", "game.toml")
    assert done.code == 2
    assert advice in " ".join(done.out.split())
    assert console.files() == before


def test_the_copy_beside_a_damaged_save(console: Console) -> None:
    console.file("game.toml.bak", console.save.read_bytes())
    console.save.write_bytes(console.save.read_bytes()[:-9])
    done = console.type("ann", "doctor", "game.toml")
    assert "Copy game.toml.bak over game.toml" in " ".join(done.out.split())


def test_a_rewritten_history(console: Console) -> None:
    assert console.type("ann", "show", "game.toml").code == 0
    console.save.write_bytes(played(3).save)
    done = console.type("ann", "doctor", "game.toml")
    assert done.code == 2
    assert "Keep both files" in " ".join(done.out.split())
