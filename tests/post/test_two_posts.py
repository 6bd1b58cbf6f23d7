"""Rule R9: a second computer with the same identity and the same mailbox applies nothing, and nobody forges its note."""

from __future__ import annotations

import re
import shutil
import smtplib
import ssl
from pathlib import Path

import pytest

from pbem.home import computer
from pbem.post import imap, sources
from pbem.post.config import Source
from pbem.post.imap import ImapMailbox
from tests.moderator.people import seated
from tests.post.office import Office, address
from tests.post.online import Online, office, running_servers, servers
from tests.post.servers import HOST, lines
from tests.says import says

__all__ = ["office", "running_servers", "servers"]
NOTE = 'From: gm@example.org\r\nSubject: Note\r\n\r\n{"post": "x", "computer": "evil"}\r\n'


class Second(Office):
    """The GM's other computer: it has the same keys and the same mailbox, and games of its own."""

    def home(self, who: str) -> Path:
        return self.folder / "second" / who

    def games(self, who: str) -> Path:
        return self.folder / "second" / "games" / who


def second_of(first: Office) -> Second:
    second = Second.__new__(Second)
    second.__dict__ |= first.__dict__
    shutil.copytree(first.home("gm"), second.home("gm"))
    shutil.rmtree(second.home("gm") / computer.POST)
    shutil.copytree(first.games("gm"), second.games("gm"))
    return second


def test_r9_a_second_computer_applies_nothing_until_it_takes_over(tmp_path: Path) -> None:
    first = Office(tmp_path, seated())
    second = second_of(first)
    first.run("gm")
    before = first.entries("gm")
    first.put("gm", first.sealed("york", "ready"))
    second.run("gm")
    assert says(" ".join(second.said), "post.once.may_take")
    assert (second.entries("gm"), second.sent("gm"), second.left("gm")) == (before, [], ["1"])
    context = second.context("gm")
    sources.Disk(context.config.sources[0]).put_note(context.journal.id, takes_over=True)
    context.journal.close()
    first.run("gm")
    assert first.left("gm") == ["1"]
    second.run("gm")
    assert (first.entries("gm"), second.entries("gm")) == (before, before + 1)


def test_r9_of_two_posts_that_look_at_once_one_applies(tmp_path: Path) -> None:
    source = Source("maildir", str(tmp_path))
    boxes = {id: sources.Disk(source) for id in ("one", "two")}
    assert [box.other_post(id) for id, box in boxes.items()] == ["", ""]
    for id, box in boxes.items():
        box.put_note(id)
    assert [bool(box.other_post(id)) for id, box in boxes.items()] == [False, True]


def test_a_pass_looks_again_after_it_has_put_its_note(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    real = sources.Disk.put_note

    def late(box: sources.Disk, id: str) -> None:
        real(box, "another")
        real(box, id)

    office.put("gm", office.sealed("york", "ready"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources.Disk, "other_post", lambda box, id: "")
        patch.setattr(sources.Disk, "put_note", lambda box, id: (late(box, id), patch.undo()))
        office.run("gm")
    assert office.left("gm") == ["1"]


@pytest.mark.slow
def test_a_note_that_came_by_email_stops_nobody(office: Online) -> None:
    """A plus address is enough to have an email delivered into the folder of the notes."""
    office.run("gm")
    trusted = ssl.create_default_context(cafile=office.servers.certificate)
    with smtplib.SMTP_SSL(HOST, office.servers.ports["smtps"], context=trusted) as client:
        client.login(address("york"), "pw-york")
        client.sendmail(address("york"), ["gm+pbem/state@example.org"], NOTE)
    office.servers.wait("gm", 2, "pbem/state")
    before = office.entries("gm")
    office.servers.put("gm", office.sealed("york", "ready"))
    with office.servers.mailbox("gm") as client:  # and somebody looks at it
        client.select_folder("pbem/state")
        client.add_flags(client.search(), [b"\\Seen"])
    office.run("gm")
    assert office.entries("gm") == before + 1, lines(office.said)


def test_whatever_is_fetched_has_a_bound() -> None:
    """A server that sends more than was foreseen ends the connection, in each pass again."""
    text = Path(imap.__file__).read_text("utf-8")
    asked = re.findall(r"BODY\.PEEK\[[^\]]*\](.{3})", text)
    assert len(asked) == 3
    assert set(asked) == {"<0."}


@pytest.mark.slow
def test_an_email_with_a_long_header_stops_nobody(office: Online) -> None:
    long = "\r\n ".join(["x" * 900] * 200)
    fields = "".join(f"{name}: {long}\r\n" for name in ("To", "Subject", "References"))
    office.servers.put("gm", f"From: eve@example.org\r\n{fields}\r\nHello\r\n")
    office.servers.put("gm", office.sealed("york", "ready"))
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1, lines(office.said)


@pytest.mark.slow
def test_of_two_posts_that_look_into_one_folder_at_once_one_applies(office: Online) -> None:
    with office.at_work("gm") as context:
        (source,) = context.config.sources
        boxes = {id: ImapMailbox(source, context.journal) for id in ("one", "two")}
        assert [box.other_post(id) for id, box in boxes.items()] == ["", ""]
        nothing_yet = {box: box._note for box in boxes.values()}
        for id, box in boxes.items():
            box._note = lambda client: ""  # type: ignore[method-assign]
            box.put_note(id)
        for box, look in nothing_yet.items():
            box._note = look  # type: ignore[method-assign]
        assert [bool(box.other_post(id)) for id, box in boxes.items()] == [False, True]
        for box in boxes.values():
            box.close()
