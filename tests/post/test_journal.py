"""The journal: Message-IDs, bytes that do not change, what takes another's place, what is forgotten when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.post.journal import DAY, Journal, Outgoing

REPORT = Outgoing(
    "report/g/001/york/key", "<a@x>", "g", "york", "key", "ann@example.org", "auto-generated", b"one", "", "queued", 0, 5
)  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / "journal.sqlite")
    yield made
    made.close()


def test_message_ids_outlive_a_lost_journal_and_cannot_be_foretold(tmp_path: Path) -> None:
    first = Journal(tmp_path / "journal.sqlite")
    id = first.message_id("report/g/1/york/key", "example.org")
    first.close()
    for path in tmp_path.glob("journal.sqlite*"):
        path.unlink()
    again = Journal(tmp_path / "journal.sqlite")
    assert again.message_id("report/g/1/york/key", "example.org") == id
    assert again.message_id("report/g/2/york/key", "example.org") != id
    again.close()
    other = Journal(tmp_path / "other" / "journal.sqlite")
    assert other.message_id("report/g/1/york/key", "example.org") != id
    other.close()


def test_an_email_is_made_once(journal: Journal) -> None:
    assert journal.put_outgoing(REPORT)
    assert not journal.put_outgoing(replace(REPORT, bytes=b"other"))
    assert [row.bytes for row in journal.outgoing("queued")] == [b"one"]


def test_a_newer_report_takes_the_place_of_one_that_was_not_sent(journal: Journal) -> None:
    """Also of one that was tried: a mailbox that never accepts any must not fill the journal."""
    journal.put_outgoing(REPORT)
    for n in (2, 3):
        newer = replace(REPORT, key=f"report/g/{n:03}/york/key", message_id=f"<{n}@x>", bytes=b"2")
        journal.put_outgoing(newer)
        assert [row.message_id for row in journal.outgoing("queued")] == [f"<{n}@x>"]
        journal.set_outgoing(newer.key, state="queued", tries=1)
    journal.set_outgoing(newer.key, state="sending")
    journal.put_outgoing(replace(newer, key="report/g/004/york/key", message_id="<4@x>"))
    journal.resume_sending()
    assert len(journal.outgoing("queued")) == 2, "what is on its way stays"


def test_a_public_report_tells_only_its_own_entries_and_is_not_replaced(journal: Journal) -> None:
    for n in (1, 2):
        key = f"report/g/{n:03}/public/"
        journal.put_outgoing(replace(REPORT, key=key, message_id=f"<{n}@x>", reader="public"))
    assert len(journal.outgoing("queued")) == 2


def test_what_was_being_sent_goes_out_again_with_the_same_bytes(journal: Journal) -> None:
    journal.put_outgoing(REPORT)
    journal.set_outgoing(REPORT.key, state="sending")
    journal.resume_sending()
    (row,) = journal.outgoing("queued")
    assert (row.bytes, row.message_id, row.tries) == (REPORT.bytes, REPORT.message_id, 1)


def test_bytes_go_after_a_month_and_keys_never(journal: Journal) -> None:
    journal.put_outgoing(REPORT)
    journal.set_outgoing(REPORT.key, state="sent", sent=100)
    journal.tidy(100 + 29 * DAY)
    assert [row.bytes for row in journal.outgoing("sent")] == [b"one"]
    journal.tidy(101 + 30 * DAY)
    assert [row.bytes for row in journal.outgoing("sent")] == [b""]
    journal.tidy(1000 * DAY)
    assert not journal.put_outgoing(REPORT)


def test_half_a_transaction_is_none(journal: Journal) -> None:
    def half() -> None:
        with journal.transaction():
            journal.put_incoming("d", "ann@example.org", 1, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert journal.incoming("fetched") == []
