"""Whose address is whose: learned, agreed to once, bound to the key on the seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import BadAddress, Garbled
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.mail.read import header
from pbem.mail.read.header import NOBODY, Sender

ANN = Sender("ann@example.org", "<1@example.org>", ("<0@example.org>",))
EVE = Sender("eve@example.org", "<2@example.org>")


@pytest.mark.parametrize(
    ("top", "address", "id"),
    [
        (
            "From: Ann <ann@example.org>\nTo: gm@x.org\nMessage-ID: <a@b>",
            "ann@example.org",
            "<a@b>",
        ),
        ('From: "Ann, of York" <ann@example.org>\nTo: gm@x.org', "ann@example.org", ""),
        ("From: ann@example.org\nTo: gm@x.org", "ann@example.org", ""),
        ("From: =?utf-8?q?=C3=84?= <a.b+c@x.example>\nTo: gm@x.org", "a.b+c@x.example", ""),
        # Two in one field, two fields, nothing that a mail can go to, none at all.
        ("From: ann@example.org, eve@example.org\nTo: gm@x.org", "", ""),
        ("From: ann@example.org\nFrom: eve@example.org\nTo: gm@x.org", "", ""),
        ("From: Ann <ann>\nTo: gm@x.org", "", ""),
        ("From: ann@[10.0.0.1]\nTo: gm@x.org", "", ""),
        ("To: gm@x.org\nSubject: x\nMessage-ID: <a@b> <c@d>", "", ""),
    ],
)
def test_the_from_line_is_read_or_left(top: str, address: str, id: str) -> None:
    found = header.sender_of(f"{top}\n\nHello".encode())
    assert (found.address, found.id) == (address, id)


def test_a_text_without_a_header_has_no_sender() -> None:
    assert header.sender_of(b"-----BEGIN PBEM2 ORDER-----\n") == NOBODY


@pytest.mark.parametrize(
    ("line", "automatic", "listed"),
    [
        ("Auto-Submitted: auto-generated", True, False),
        ("Auto-Submitted: auto-replied (vacation)", True, False),
        ("Auto-Submitted: no", False, False),
        ("Auto-Submitted: no (really)", False, False),
        ("List-Id: The club <club.example.org>", False, True),
        ("X-Something: else", False, False),
    ],
)
def test_a_program_and_a_list_are_marked(line: str, automatic: bool, listed: bool) -> None:
    found = header.sender_of(f"From: a@x.org\nTo: b@x.org\n{line}\n\nHello".encode())
    assert (found.automatic, found.listed) == (automatic, listed)


def test_of_a_long_thread_the_first_and_the_youngest_are_kept() -> None:
    ids = " ".join(f"<{n}@x>" for n in range(40))
    found = header.sender_of(f"From: a@x.org\nTo: b@x.org\nReferences: {ids}\n\n".encode())
    assert (found.before[0], found.before[-1], len(found.before)) == ("<0@x>", "<39@x>", 10)


def test_what_came_by_mail_waits_for_a_word() -> None:
    book = Book().heard("york", ANN, "key")
    assert book.of("york", "key") is None
    row = book.confirm("york").of("york", "key")
    assert row is not None
    assert (row.address, row.last, row.before) == (ANN.address, ANN.id, ANN.before)


def test_who_takes_the_seat_over_does_not_get_the_mails_of_who_had_it() -> None:
    book = Book().heard("york", ANN, "key").confirm("york")
    assert book.of("york", "new key") is None
    assert book.heard("york", NOBODY, "new key").of("york", "new key") is None
    other = book.heard("york", EVE, "new key")
    assert other.of("york", "new key") is None
    assert other.confirm("york").of("york", "key") is None


def test_an_address_written_at_new_holds_for_who_joins_from_there() -> None:
    book = Book().put("york", "Ann@Example.org")
    assert book.heard("york", ANN, "key").of("york", "key") is not None
    assert book.heard("york", NOBODY, "key").of("york", "key") is not None
    assert book.heard("york", NOBODY, "key").of("york", "other") is None
    other = book.heard("york", EVE, "key")
    assert other.of("york", "key") is None
    assert other.rows["york"].instead == "Ann@Example.org"


def test_a_mail_from_elsewhere_changes_nothing_for_the_same_key() -> None:
    """Anybody can take a signed block and send it on."""
    book = Book().heard("york", ANN, "key").confirm("york")
    assert book.heard("york", EVE, "key") == book


def test_a_book_is_kept_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "addresses" / "game.toml"
    assert addresses.read(path) == Book()
    book = Book().heard("york", ANN, "key").put("public", "list@club.example")
    addresses.write(path, book)
    assert addresses.read(path) == book
    path.write_text("york = 3\n", encoding="utf-8")
    with pytest.raises(Garbled, match="delete the file"):
        addresses.read(path)


@pytest.mark.parametrize("wrong", ["ann", "ann@x", "a b@x.org", "a@x.org\nBcc: eve@x.org", ""])
def test_what_no_mail_can_go_to_is_refused(wrong: str) -> None:
    with pytest.raises(BadAddress):
        Book().put("york", wrong)
