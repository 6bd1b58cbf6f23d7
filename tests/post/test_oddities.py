"""Odd mailboxes, odd emails and odd games: none of them stops what has nothing to do with it."""

from __future__ import annotations

import base64
import datetime
import json
import time
from collections.abc import Iterator
from imaplib import IMAP4
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from pbem.engine import vocabulary
from pbem.errors import NothingInside
from pbem.gm.game import Game
from pbem.post import moderator, outgoing
from pbem.post.config import Limits, Source
from pbem.post.imap import ImapMailbox
from pbem.post.journal import Journal
from pbem.post.sources import EmailGone, MailboxLost
from pbem.protocol import armour
from pbem.protocol import save as savefile
from pbem.protocol.keys import Identity
from pbem.round import apply
from pbem.round.pile import MOST_LINES, Pile
from tests.moderator.people import GM, PLAYERS, invited, seated
from tests.post.office import Office, address
from tests.post.test_attacks import recipients, with_a_save

SPEECH = "Type `pbem` at\nonce - at `$.x`"
WHEN = datetime.datetime(2026, 11, 28, tzinfo=datetime.UTC)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


class Server:
    """An IMAP server that refuses to give the emails `bad`, and says nothing of those in `empty`."""

    def __init__(self, count: int, bad: tuple[int, ...] = (), empty: tuple[int, ...] = ()) -> None:
        self.uids, self.bad, self.empty = range(1, count + 1), bad, empty
        self.commands, self.ends = 0, 0
        self.folders = set[str]()
        self.moved: list[int] = []

    def select_folder(self, folder: str) -> dict[bytes, int]:
        return {b"UIDVALIDITY": 7}

    def search(self, criteria: list[str]) -> list[int]:
        return [*self.uids]

    def fetch(self, uids: list[int], what: list[str]) -> dict[int, dict[bytes, Any]]:
        self.commands += 1
        if self.ends in uids:
            raise IMAP4.abort("command: FETCH => FETCH failed: Internal error occurred")
        if not set(uids).isdisjoint(self.bad):
            raise IMAP4.error("FETCH failed: this email could not be converted")
        head = b"From: york@example.org\r\nTo: gm@example.org\r\n\r\n"
        facts = {
            b"RFC822.SIZE": 5,
            b"INTERNALDATE": WHEN,
            b"BODY[HEADER.FIELDS]<0>": head,
            b"BODY[]<0>": b"Hello",
        }
        nothing = dict.fromkeys(facts, None)
        return {uid: nothing if uid in self.empty else dict(facts) for uid in uids}

    def has_capability(self, name: str) -> bool:
        return name == "MOVE"

    def list_folders(self, folder: str, pattern: str) -> list[tuple[tuple[bytes], bytes, str]]:
        return [((b"",), b"/", pattern)]

    def folder_exists(self, folder: str) -> bool:
        return folder in self.folders

    def create_folder(self, folder: str) -> None:
        self.folders.add(folder)

    def subscribe_folder(self, folder: str) -> None:
        pass

    def add_flags(self, uids: list[int], flags: list[bytes], silent: bool) -> None:
        pass

    def move(self, uids: list[int], folder: str) -> None:
        if folder not in self.folders:
            raise IMAP4.error("[TRYCREATE] there is no such folder")
        self.moved += uids

    def shutdown(self) -> None:
        pass


@pytest.fixture
def journal(office: Office) -> Iterator[Journal]:
    opened = office.context("gm").journal
    yield opened
    opened.close()


def mailbox(journal: Journal, server: Server) -> ImapMailbox:
    source = Source("imap", folder="INBOX", host="localhost", user="gm", secret="env:X")
    box = ImapMailbox(source, journal)
    box.client = server
    return box


@pytest.mark.parametrize("how", ["bad", "empty"])
def test_an_email_that_a_server_cannot_give_stops_no_other(journal: Journal, how: str) -> None:
    box = mailbox(journal, Server(3, **{how: (2,)}))
    names, york = box.names(), address("york")
    senders = {name: sender.address for name, sender in box.senders(names).items()}
    assert senders == {"7.1": york, "7.2": "", "7.3": york}
    assert [email.name for email in box.look(names)] == ["7.1", "7.3"]
    with pytest.raises(EmailGone):
        box.read("7.2", 1000)
    assert box.read("7.3", 1000) == b"Hello"


def test_a_server_that_gives_no_email_at_all_is_told(journal: Journal) -> None:
    box = mailbox(journal, Server(3, bad=(1, 2, 3)))
    with pytest.raises(MailboxLost):
        box.look(box.names())
    server = Server(250)
    box = mailbox(journal, server)
    assert len(box.look(box.names())) == 250
    assert server.commands == 3, "a good server is asked once for many"


def test_an_email_at_which_a_server_ends_the_connection_stops_no_other(journal: Journal) -> None:
    """So does Dovecot at one whose file became shorter."""
    server = Server(250)
    server.ends = 120
    box, failed = mailbox(journal, server), 0
    with mock.patch.object(time, "time", return_value=7200.0):
        for _ in range(4):
            box.client = server  # the next pass connects again
            try:
                emails = box.look(box.names())
            except MailboxLost:
                failed += 1
    assert (failed, len(emails)) == (3, 249)
    server.ends = 0
    box.client = server
    assert len(box.look(box.names())) == 250, "it is tried again in the next hour"


def test_a_folder_that_was_deleted_is_made_again(journal: Journal) -> None:
    server = Server(2)
    box = mailbox(journal, server)
    box.names()
    box.file_away(["7.1"], "done")
    server.folders.clear()
    with pytest.raises(MailboxLost):
        box.file_away(["7.2"], "done")
    box.client = server  # the next pass connects again
    box.names()
    box.file_away(["7.2"], "done")
    assert (server.moved, server.folders) == ([1, 2], {"pbem/done"})


def test_an_email_left_for_its_size_is_fetched_once_the_limit_is_raised(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), limits=Limits(size="20 kB"))
    office.put("gm", office.email("eve@example.org", "x" * 30_000))
    assert len(office.run("gm")) == 1
    office.limits = Limits(size="25 kB")
    assert (office.run("gm"), office.states("gm")) == ([], {})
    office.limits = Limits(size="50 kB")
    office.run("gm")
    assert office.states("gm") == {"none": 1}


TNEF = base64.encodebytes(b"\x78\x9f\x3e\x22" + bytes(99)).decode()
WRAPPED = {
    "S/MIME": ("application/pkcs7-mime; smime-type=enveloped-data", "MIIB" * 20),
    "signed": ("application/pkcs7-mime; smime-type=signed-data", "MIIB" * 20),
    "PGP": ("text/plain", "-----BEGIN PGP MESSAGE-----\n\nAAAA\n-----END PGP MESSAGE-----"),
    "winmail.dat": ("application/ms-tnef", TNEF),
}


@pytest.mark.parametrize("how", WRAPPED)
def test_an_email_of_a_player_that_cannot_be_opened_is_told(office: Office, how: str) -> None:
    kind, text = WRAPPED[how]
    code = "" if kind == "text/plain" else "Content-Transfer-Encoding: base64\r\n"
    more = f"MIME-Version: 1.0\r\nContent-Type: {kind}\r\n{code}"
    office.put("gm", office.email("eve@example.org", text, id="1", more=more), "1")
    assert office.run("gm") == [], "a stranger's is no news"
    office.put("gm", office.email(address("york"), text, id="2", more=more), "2")
    (news,) = office.run("gm")
    assert address("york") in news
    assert office.left("gm") == ["1", "2"]
    assert recipients(office) == [], "it may be about something else"


def twins(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger has looked for a genesis that begins as that of this office's game does, and invites its GM."""
    invitation, real = invited(nonce=bytes([9]) * 32).dumps(), savefile.genesis_hash
    twin = office.genesis[:8] + "0" * 56
    monkeypatch.setattr(
        savefile, "genesis_hash", lambda data: twin if data == invitation else real(data)
    )
    folder = office.home("gm") / "post" / "invitations"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_bytes(invitation)


def test_a_game_with_the_same_digits_keeps_no_report_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins(office, monkeypatch)
    office.put("gm", office.sealed("york", "ready"))
    real = outgoing.queue_report
    with mock.patch.object(outgoing, "queue_report", side_effect=real) as queued:
        office.run("gm")
    assert sorted(recipients(office)) == [address("lancaster"), address("york")]
    stem, mail = queued.call_args_list[-1].args[1:3]
    outbox = office.home("gm") / "post" / "outbox"
    later = stem.replace(f"-{office.entries('gm') - 1:03}-", "-099-")
    (outbox / f"{later}.eml").write_bytes(mail)  # as another command does
    office.run("gm")
    assert len(recipients(office)) == 3


@pytest.mark.parametrize("field", [SPEECH, "a name with spaces", "x" * 60])
def test_no_stranger_writes_a_sentence_of_ours(office: Office, field: str) -> None:
    """A forged From line has it mailed to a player, in the name of their GM."""
    block = armour.wrap("ORDER", json.dumps({field: 1}).encode())
    office.put("gm", office.email(address("york"), block, id="1"), "1")
    office.put("gm", office.email("eve@example.org", block, id="2"), "2")
    news = office.run("gm")
    (answer,) = office.sent("gm")
    assert str(answer["To"]) == address("york")
    assert not [text for text in (*news, answer.get_content()) if field[:9] in text]


def test_the_fingerprint_of_a_stranger_stands_before_their_name(office: Office) -> None:
    eve = Identity(bytes([15]) * 32, f"Griffith, {GM.public.fingerprint}")
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    save = Game.new(eve, "plantagenet", "Ib", cards, None, bytes(32)).dumps()
    office.put("york", with_a_save(office, save, "york"))
    (news,) = office.run("york")
    assert news.index(eve.public.fingerprint) < news.index(GM.public.fingerprint)


def test_many_lines_of_words_cost_little(office: Office) -> None:
    """Each took a tenth of a second: words that might be meant were looked for, and 100,000 lines fit into an email."""
    forged = office.email(address("york"), "warwick: parley nowhere_at_all\n" * 2000)
    emails = Pile()
    emails.add("1", forged.encode())
    assert len(emails.lines_of("1")) == MOST_LINES
    with mock.patch.object(vocabulary, "nearest_word", side_effect=AssertionError("slow")):
        (receipt,) = apply.with_typed_lines(office.post.look("gm"), emails)
    assert isinstance(receipt.error, NothingInside)


def test_of_a_long_subject_the_beginning_is_read() -> None:
    """Python's parser takes the square of its length: half a minute for what a header may hold."""
    raw = b"From: a@b.org\r\nTo: c@d.org\r\nSubject: %s\r\n\r\nHello\r\n"
    assert moderator._subject(raw % b"Towton: =?utf-8?q?save?=") == "Towton: save"
    assert len(moderator._subject(raw % (b"word " * 2000))) <= moderator.LONGEST_SUBJECT
