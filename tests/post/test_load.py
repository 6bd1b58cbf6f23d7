"""Many games and many emails: what one email costs, and how much memory a pass takes, does not grow with them."""

from __future__ import annotations

import re
from pathlib import Path
from unittest import mock

import pytest

from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.mail.write import eml
from pbem.post import context as contexts
from pbem.post.journal import Journal
from pbem.post.reading import Reading
from tests.moderator.people import PLAYERS, seated
from tests.post import load
from tests.post.office import Office, address
from tests.post.test_attacks import EVE, damaged, recipients


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def with_posts(office: Office) -> None:
    """Both players have a post."""
    book = Book()
    for side, who in PLAYERS.items():
        book = book.slipped(side, address(side), who.public.fingerprint, 1, post=True)
    with computer.sitting_as(office.home("gm")):
        addresses.write(computer.addresses(office.genesis), book)


def test_an_address_book_is_read_once_until_it_changes(office: Office) -> None:
    with computer.sitting_as(office.home("gm")):
        for n in range(5):
            addresses.write(computer.addresses(f"{n}"), Book().put("york", f"a{n}@example.org"))
    for n in range(4):
        office.put("gm", office.email(f"a{n}@example.org", damaged(office), id=f"a{n}"), f"{n}")
        office.put("gm", office.email(EVE, f"Hello {n}", id=f"e{n}"), f"e{n}")
    real = contexts._rows
    with mock.patch.object(contexts, "_rows", side_effect=real) as read:
        office.run("gm")
    paths = [call.args[0] for call in read.call_args_list]
    assert len(paths) == len(set(paths)) == 6
    assert len(recipients(office)) == 4


def test_a_changed_address_book_is_read_again(office: Office) -> None:
    context = office.context("gm")
    with computer.sitting_as(office.home("gm")):
        before = context.confirmed()
        addresses.write(computer.addresses("x"), Book().put("york", EVE))
        assert context.confirmed() == before | {EVE}
        assert context.games_of(EVE.upper()) == ["x"]
        computer.addresses("x").write_text("damaged")
        assert context.confirmed() == before
    context.journal.close()


def test_no_picture_is_drawn_for_nobody(office: Office) -> None:
    """Posts get no picture, and there is no list."""
    with_posts(office)
    office.put("gm", office.sealed("york", "ready"))
    with mock.patch.object(eml, "png", side_effect=AssertionError("drawn")):
        office.run("gm", drawn=True)
    assert sorted(recipients(office)) == [address("lancaster"), address("york")]


def test_readings_are_kept_while_there_is_room(office: Office) -> None:
    context = office.context("gm")
    digests = [context.keep_in_spool(b"%d" % n) for n in range(3)]
    with context.journal.transaction():
        for digest in digests:
            context.journal.put_incoming(digest, "", 1, office.now)
    reading = Reading("sealed", text="x" * 1_500_000)
    with mock.patch.object(context.reader, "read", return_value=reading) as read:
        for row in 2 * context.journal.incoming("fetched"):
            assert context.reading(row) is reading
        assert read.call_count == 4, "the third is read each time"
        assert sum(len(one.text) for one in context.readings.values()) <= contexts.ROOM
    context.journal.close()


def test_emails_are_sent_one_after_the_other(office: Office) -> None:
    """The bytes of all of them together may be more than a computer has room for."""
    office.put("gm", office.sealed("york", "ready"))
    with mock.patch.object(Journal, "outgoing", side_effect=AssertionError("all at once")):
        office.run("gm")
    assert len(office.sent("gm")) == 2


@pytest.mark.slow
def test_the_figures_of_some_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert load.made(tmp_path / "games", 4) == 14
    load.figures(tmp_path / "games", 4)
    shown = capsys.readouterr().out
    assert "{'none': 2, 'taken': 12} {'sent': 8}" in shown
    assert re.search(r"14 emails of 4 games: [0-9.]+ ms an email, peak [0-9]+ MB", shown)
