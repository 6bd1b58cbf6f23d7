"""The GM's pile of emails: each is read once, it has an end, and a round that was killed is finished."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import NotOnThisPage
from pbem.gm.game import Game
from pbem.home import computer
from pbem.web.chair import pile as heap
from tests.cli.console import Console
from tests.moderator.people import seated
from tests.says import says, worded
from tests.web.test_chair import DAY, chair_at, pile, take


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with mock.patch.dict(os.environ, {computer.NOW: str(DAY)}):
        yield Console(tmp_path, seated().save)


def test_a_mail_is_read_once_and_a_pile_is_no_longer_than_its_most(console: Console) -> None:
    page = chair_at(console)
    page.whole()
    mails = pile(seated())
    with mock.patch.object(heap, "mail_of", wraps=heap.mail_of) as reading:
        for name, text in mails.items():
            page.drop(name, text.encode())
        page.whole()
        page.whole()
        assert reading.call_count == len(mails)
    full = sum(len(text.encode()) for name, text in mails.items() if name == "bad.txt")
    with mock.patch.object(heap, "MOST_BYTES", full + 9):
        with pytest.raises(NotOnThisPage, match=worded("web.chair.pile.Heap.put", word="longer")):
            page.drop("more.txt", b"0123456789")
        page.drop("more.txt", b"012345678")
    assert len(page.pile.mails) == len(mails) + 1


def test_a_round_that_was_killed_is_finished_by_a_button_of_the_page(console: Console) -> None:
    """Its entries are in the pin and not in the save; words for a terminal would not help here."""

    class Killed(BaseException):
        """No `except Exception` of ours sees it."""

    page = chair_at(console)
    page.whole()
    page.drop("ready.txt", seated().sent("york", "ready").encode())
    with mock.patch.object(Game, "write", side_effect=Killed), pytest.raises(Killed):
        take(page)
    page = chair_at(console)
    page.act("leave", {"name": "ready.txt"})
    html = page.whole()
    assert says(html, "templates.desk.chair_parts", word="interrupted:")
    assert says(html, "templates.desk.chair_parts", word="Finish")
    done = take(page)
    assert "pbem apply" not in html + done.said
    assert says(done.said, "web.chair.chair.GmDesk.take", word="finished")
    assert "york" not in page.game.ledger.owes_ready()
    assert not says(page.whole(), "templates.desk.chair_parts", word="Finish")


def test_emails_that_cannot_be_read_leave_room_for_those_that_can(console: Console) -> None:
    page = chair_at(console)
    orders = seated().sent("york", "ready")
    with mock.patch.object(heap, "MOST_BYTES", len(orders) + 9), mock.patch.object(heap, "MOST", 1):
        page.drop("holiday.jpg", b"x" * len(orders))
        page.drop("orders.txt", orders.encode())
        for more in (b"01234567890123456789", f"{orders}\n".encode()):
            with pytest.raises(NotOnThisPage):
                page.drop("more.txt", more)
    assert [one.bad for one in page.pile.waiting()] == [True, False]
