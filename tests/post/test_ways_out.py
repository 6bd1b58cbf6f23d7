"""How email leaves: what `sendmail` is given, and what its answers mean."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.errors import BadAddress
from pbem.post import outgoing, ways_out
from pbem.post.config import Limits, Way
from pbem.post.journal import Outgoing
from pbem.post.sources import make_maildir
from tests.moderator.people import seated
from tests.post.office import Office, address
from tests.post.test_journal import REPORT

PROGRAM = """
import json, sys
json.dump([sys.argv[1:], sys.stdin.read()], open({out!r}, "w"))
sys.stderr.write("no such user")
sys.exit({code})
"""


def program(folder: Path, code: int = 0) -> Way:
    path = folder / "sendmail.py"
    path.write_text(PROGRAM.format(out=str(folder / "seen.json"), code=code), encoding="utf-8")
    return Way("sendmail", command=(sys.executable, str(path)))


def deliver(way: Way, row: Outgoing = REPORT) -> None:
    ways_out.Local(way, "gm@example.org").deliver(row)


def test_sendmail_gets_the_address_as_a_word_and_the_email_as_it_is(tmp_path: Path) -> None:
    deliver(program(tmp_path))
    seen = (tmp_path / "seen.json").read_text("utf-8")
    assert seen == '[["-i", "-f", "gm@example.org", "--", "ann@example.org"], "one"]'


def test_no_address_can_be_an_option_or_a_second_one(tmp_path: Path) -> None:
    for wrong in ("ann@example.org eve@example.org", "ann", "-oQ/tmp"):
        with pytest.raises(BadAddress):
            deliver(program(tmp_path), replace(REPORT, recipient=wrong))
    assert not (tmp_path / "seen.json").exists()


@pytest.mark.parametrize(
    ("code", "error"), [(67, ways_out.Rejected), (75, ways_out.TryLater), (1, ways_out.TryLater)]
)
def test_what_sendmail_answers(tmp_path: Path, code: int, error: type[Exception]) -> None:
    with pytest.raises(error, match="no such user"):
        deliver(program(tmp_path, code))


def test_a_program_that_is_missing_may_come(tmp_path: Path) -> None:
    with pytest.raises(ways_out.TryLater):
        deliver(Way("sendmail", command=(str(tmp_path / "none"),)))


@pytest.mark.parametrize("kind", ["maildir", "folder"])
def test_the_same_email_again_replaces_itself(tmp_path: Path, kind: str) -> None:
    box = tmp_path / "out"
    make_maildir(box)
    way = Way(kind, str(box))  # type: ignore[arg-type]
    for _ in range(2):
        deliver(way)
    found = [path for path in box.rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in found] == [b"one"]


def test_what_cannot_be_sent_now_is_tried_later_and_what_never_can_is_told(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    office.way = program(tmp_path, 75)
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    assert office.out_states("gm") == {"queued": 2}
    office.way = program(tmp_path, 67)
    office.run("gm")
    assert office.out_states("gm") == {"queued": 2}, "not at once"
    office.now += 61
    news = office.run("gm")
    assert office.out_states("gm") == {"failed": 2}
    assert any(f"{address('york')} cannot be delivered" in words for words in news)
    office.now += 86400
    assert office.run("gm") == []


def test_after_five_days_of_trying_an_email_is_given_up(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    office.way = program(tmp_path, 75)
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    context = office.context("gm")
    rows = context.journal.outgoing("queued")
    for row in rows:
        context.journal.set_outgoing(row.key, tries=outgoing.MOST_TRIES - 2)
    context.journal.close()
    office.now += 6 * 3600
    office.run("gm")
    assert office.out_states("gm") == {"queued": 2}
    office.now += 6 * 3600
    news = office.run("gm")
    assert office.out_states("gm") == {"failed": 2}
    assert any(f"{address('york')} cannot be delivered: " in words for words in news)


def test_no_more_than_the_limit_goes_out_in_a_day(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), limits=Limits(out_day=1))
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    assert office.out_states("gm") == {"queued": 1, "sent": 1}
    office.now += 86400
    office.run("gm")
    assert office.out_states("gm") == {"sent": 2}
