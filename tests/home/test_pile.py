"""Mails that a GM has not taken yet: in the order in which they came, and each harms only itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.round import pile
from pbem.round.pile import KeptMail, Pile
from tests.moderator.people import played

from .machine import is_private, kills

GAME, OTHER = "ab" * 32, "cd" * 32
MAILS = [KeptMail(f"{n}.eml", f"mail {n}".encode()) for n in (2, 0, 1)]


def test_mails_stay_in_the_order_in_which_they_came(home: Path) -> None:
    assert (pile.kept_mails(GAME), pile.waiting(GAME)) == ([], 0)
    for mail in MAILS:
        pile.keep(GAME, mail)
    assert (pile.kept_mails(GAME), pile.waiting(GAME), pile.waiting(OTHER)) == (MAILS, 3, 0)
    assert all(is_private(path) for path in pile.folder(GAME).iterdir())
    pile.forget(GAME, MAILS[1].content)
    pile.forget(GAME, b"never came")
    pile.keep(GAME, MAILS[1])
    assert pile.kept_mails(GAME) == [MAILS[0], MAILS[2], MAILS[1]]


def test_the_same_mail_twice_is_kept_once_and_forgotten(home: Path) -> None:
    for name in ("a", "b"):
        pile.keep(GAME, KeptMail(name, b"same"))
    assert [one.name for one in pile.kept_mails(GAME)] == ["b"]
    pile.forget(GAME, b"same")
    assert pile.waiting(GAME) == 0


@pytest.mark.parametrize("garbled", [b"", b"\xc1", b"\x93\x01\x02", b"\x91" * 100_000])
def test_a_damaged_file_is_left_out(home: Path, garbled: bytes) -> None:
    for mail in MAILS:
        pile.keep(GAME, mail)
    second = sorted(pile.folder(GAME).iterdir())[1]
    second.write_bytes(garbled)
    (pile.folder(GAME) / "notes.txt").write_text("not ours")
    assert pile.kept_mails(GAME) == [MAILS[0], MAILS[2]]
    assert pile.waiting(GAME) == 3


def test_a_kill_keeps_a_mail_whole_or_not_at_all(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pile.keep(GAME, MAILS[0])
    for _ in kills(monkeypatch, lambda: pile.keep(GAME, MAILS[1])):
        assert pile.kept_mails(GAME) in (MAILS[:1], MAILS[:2])
        pile.forget(GAME, MAILS[1].content)
    assert pile.kept_mails(GAME) == MAILS[:2]


def test_a_mail_that_cannot_be_read_harms_only_itself() -> None:
    found, order = Pile(), next(iter(played(4).mails.values()))
    found.add("first.txt", order.encode())
    found.add("bad.eml", b"From: Ann <ann@example.org>\nContent-Type: text/plain\n\nHello")
    found.add("last.txt", order.encode())
    assert [*found.texts] == ["first.txt", "last.txt"]
    assert [receipt.name for receipt in found.unreadable] == ["bad.eml"]
    assert found.unreadable[0].error is not None
    assert found.senders["bad.eml"].address == "ann@example.org"
