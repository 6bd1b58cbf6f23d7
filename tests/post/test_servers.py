"""The post with real mail servers: a game by IMAP and SMTP, and everything that goes wrong on the way."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.games import GAMES
from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.post import imap, once, smtp, status
from pbem.post.config import Source, Way
from pbem.post.imap import ImapMailbox
from pbem.post.journal import Journal
from pbem.post.smtp import Submission
from pbem.post.sources import MailboxLost
from pbem.post.ways_out import WayLost
from tests.post.killed import Run
from tests.post.office import WHO, address
from tests.post.online import Online, office, running_servers, servers
from tests.post.servers import HOST, Proxy, Servers, lines
from tests.says import says, sentence, worded
from tests.soak import alarms
from tests.tiers import soaked

__all__ = ["office", "running_servers", "servers"]


@pytest.fixture
def proxies() -> Iterator[list[Proxy]]:
    made: list[Proxy] = []
    yield made
    for proxy in made:
        proxy.close()


def behind(office: Online, port: str, proxies: list[Proxy]) -> Proxy:
    """Let a connection of this office go through a proxy."""
    proxy = Proxy(office.servers.ports[port])
    proxies.append(proxy)
    office.ports[port] = proxy.port
    return proxy


def parsed(raw: bytes) -> EmailMessage:
    mail = message_from_bytes(raw, policy=policy.SMTP)
    assert isinstance(mail, EmailMessage)
    return mail


@pytest.mark.parametrize("kind", ["imap", "smtp"])
@pytest.mark.parametrize("starttls", [False, True])
def test_a_server_that_says_nothing_does_not_hold_a_pass(
    kind: str, starttls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    for module in (imap, smtp):
        monkeypatch.setattr(module, "CONNECT", 0.2)
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        contextlib.closing(Journal(tmp_path / "post" / "journal.sqlite")) as journal,
    ):
        account = {
            "host": "127.0.0.1",
            "port": silent.getsockname()[1],
            "starttls": starttls,
            "user": "ann",
            "secret": "env:SECRET",
        }
        if kind == "imap":
            box = ImapMailbox(Source("imap", folder="INBOX", **account), journal)  # type: ignore[arg-type]
            with pytest.raises(
                MailboxLost, match=worded("post.accounts.Account.why", word="answer")
            ):
                box.names()
        else:
            way = Submission(Way("smtp", **account), "ann@example.org", journal)  # type: ignore[arg-type]
            with pytest.raises(WayLost, match=worded("post.accounts.Account.why", word="answer")):
                way.ready()


@pytest.mark.slow
def test_an_order_by_imap_is_applied_and_answered_by_smtp(office: Online) -> None:
    office.turn()
    saves = {
        who: (office.games(who) / "game.toml").read_bytes() for who in ("gm", "york", "lancaster")
    }
    assert len(set(saves.values())) == 1
    for who in ("york", "lancaster"):
        (mail,) = map(parsed, office.servers.emails(who, "pbem/done").values())
        assert mail["From"].addresses[0].addr_spec == address("gm")
        assert mail["Auto-Submitted"] == "auto-generated"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "questions"),
    soaked(
        [(rules, count) for rules in GAMES for count in (12, 300)], [(rules, 12) for rules in GAMES]
    ),
)
def test_a_game_travels(tmp_path: Path, servers: Servers, rules: str, questions: int) -> None:
    """Twelve questions of each game; in the soak until it ends."""
    office = Online(tmp_path, servers, alarms.seated(rules, 1))
    for _ in range(questions):
        if office.post.look().result is None:
            office.turn()
    saves = {
        who: (office.games(who) / "game.toml").read_bytes() for who in ("gm", "york", "lancaster")
    }
    assert len(set(saves.values())) == 1
    assert set(office.states("gm")) == {"taken"}


@pytest.mark.slow
def test_tls_may_begin_with_a_command(office: Online) -> None:
    office.starttls = True
    office.turn()


@pytest.mark.slow
def test_only_the_folder_of_the_games_is_touched(office: Online) -> None:
    """In an everyday mailbox emails to a plus address come into a folder; all others stay as they are."""
    office.box = "pbem"
    letter = office.email(address("york"), "See you on Friday!")
    with office.servers.mailbox("gm") as client:
        for folder in ("pbem", "Archive"):
            client.create_folder(folder)
    for folder in ("INBOX", "Archive", "pbem"):
        office.servers.put("gm", letter, folder)
    office.servers.put("gm", office.sealed("york", "ready"), "INBOX")
    office.servers.put("gm", office.sealed("york", "ready"), "pbem")

    def everything() -> dict[str, object]:
        with office.servers.mailbox("gm") as client:
            found: dict[str, object] = {}
            for folder in ("INBOX", "Archive", "pbem"):
                client.select_folder(folder, readonly=True)
                rows = client.fetch(client.search(), ["FLAGS", "INTERNALDATE"])
                found[folder] = {
                    uid: ({*row[b"FLAGS"]} - {b"\\Recent"}, row[b"INTERNALDATE"])
                    for uid, row in rows.items()
                }
            return found

    before = everything()
    office.run("gm")
    after = everything()
    assert [after[folder] for folder in ("INBOX", "Archive")] == [
        before[folder] for folder in ("INBOX", "Archive")
    ]
    first, *_ = before["pbem"]  # type: ignore[misc]
    assert after["pbem"] == {first: before["pbem"][first]}  # type: ignore[index]
    assert office.states("gm") == {"none": 1, "taken": 1}
    assert len(office.servers.emails("gm", "pbem/done")) == 1


@pytest.mark.slow
def test_emails_that_are_numbered_anew_are_known_by_their_bytes(office: Online) -> None:
    office.box = 'Züge & "Spiele"'
    mails = [office.email(address("york"), "See you on Friday!"), office.sealed("york", "ready")]
    passes = []
    for _ in range(2):
        with office.servers.mailbox("gm") as client:
            if client.folder_exists(office.box):
                client.delete_folder(office.box)
            client.create_folder(office.box)
            passes.append(client.select_folder(office.box)[b"UIDVALIDITY"])
        for mail in mails:
            office.servers.put("gm", mail, office.box)
        office.run("gm")
        assert office.states("gm") == {"none": 1, "taken": 1}
        assert office.out_states("gm") == {"sent": 2}
        assert len(office.servers.emails("gm", office.box)) == 1
    assert passes[0] != passes[1]


@pytest.mark.slow
def test_a_connection_that_ends_in_a_fetch_loses_nothing(
    office: Online, proxies: list[Proxy]
) -> None:
    proxy = behind(office, "imaps", proxies)
    rows = "\n".join("x" * 70 for _ in range(4000))
    for number in range(3):
        office.servers.put("gm", office.email(address("york"), f"{number}\n{rows}", id=str(number)))
    office.servers.put("gm", office.sealed("york", "ready"))
    proxy.down = 700_000
    office.run("gm")
    assert says(lines(office.said), "post.imap.ImapMailbox.online", word="continues")
    assert office.states("gm") == {"none": 2}
    proxy.down = None
    office.run("gm")
    assert office.states("gm") == {"none": 3, "taken": 1}
    assert office.out_states("gm") == {"sent": 2}


@pytest.mark.slow
def test_an_email_whose_receipt_is_lost_goes_out_again_as_it_was(
    office: Online, proxies: list[Proxy]
) -> None:
    proxy = behind(office, "smtps", proxies)
    office.servers.put("gm", office.sealed("york", "ready"))
    proxy.up = 8000
    office.run("gm")
    assert office.out_states("gm") == {"queued": 2}
    proxy.up = None
    office.now += 61
    office.run("gm")
    assert office.out_states("gm") == {"sent": 2}
    for who in ("york", "lancaster"):
        office.servers.wait(who, 2)
        mails = office.servers.emails(who).values()
        assert len({raw[raw.index(b"\r\nFrom: ") :] for raw in mails}) == 1, "with its Message-ID"
        office.run(who)
        assert sorted(office.states(who)) == ["taken"]


@pytest.mark.slow
def test_a_server_that_goes_away_in_idle_is_asked_again(
    office: Online, proxies: list[Proxy]
) -> None:
    proxy = behind(office, "imaps", proxies)
    with office.at_work("gm") as context:
        once.run(context)
        (box,) = context.mailboxes
        assert isinstance(box, ImapMailbox)
        threading.Timer(0.3, proxy.cut_all).start()
        once.wait(context, 2)
        assert box.client is None
        office.servers.put("gm", office.sealed("york", "ready"))
        once.run(context)
        assert box.client is not None
    assert office.states("gm") == {"taken": 1}
    assert office.said == []


@pytest.mark.slow
def test_an_email_ends_the_wait(office: Online) -> None:
    with office.at_work("gm") as context:
        once.run(context)
        (box,) = context.mailboxes
        assert isinstance(box, ImapMailbox)
        once.wait(context, 0.1)
        assert box.idle_since is not None, "nothing has come"
        once.run(context)
        assert box.idle_since is not None, "so nothing was asked"
        mail = office.sealed("york", "ready")
        threading.Timer(0.3, lambda: office.servers.put("gm", mail)).start()
        once.wait(context, 60)
        assert box.idle_since is None
        once.run(context)
    assert office.states("gm") == {"taken": 1}


@pytest.mark.slow
def test_a_server_without_idle_and_move_is_polled_and_nothing_is_destroyed(
    office: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another email program has marked an email as deleted: an EXPUNGE would end it."""
    has = IMAPClient.has_capability
    monkeypatch.setattr(
        IMAPClient,
        "has_capability",
        lambda self, name: name not in ("IDLE", "MOVE") and has(self, name),
    )
    office.servers.put("gm", office.email(address("york"), "Keep me."))
    with office.servers.mailbox("gm") as client:
        client.select_folder("INBOX")
        client.add_flags(client.search(), [b"\\Deleted"])
    with office.at_work("gm") as context:
        once.run(context)
        office.servers.put("gm", office.sealed("york", "ready"))
        once.wait(context, 0.01)
        once.run(context)
        once.run(context)
        assert context.journal.counts("email_in") == {"taken": 1}
    assert len(office.servers.emails("gm")) == 2, "both are only marked"
    assert len(office.servers.emails("gm", "pbem/done")) == 1


@pytest.mark.slow
def test_a_wrong_password_is_tried_once(office: Online, monkeypatch: pytest.MonkeyPatch) -> None:
    office.servers.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    with office.at_work("gm") as context, context.journal.transaction():
        context.journal.db.execute("UPDATE email_out SET state = 'queued'")
    monkeypatch.setenv("PASSWORD_gm", "wrong")
    before = office.servers.log()
    for _ in range(3):
        office.run("gm")
        said = lines(office.said)
        assert (
            said.count(
                sentence("post.accounts.Account.refused", "localhost", "password", address("gm"))
            )
            == 2
        )
        assert "pbem post --setup" in said
    with office.at_work("gm") as context:
        told = lines([*status.lines(context)])
        assert told.count(sentence("post.accounts.Account.refused", "localhost", "password")) == 2
    new = office.servers.log()
    failed = [
        new.count(words) - before.count(words) for words in ("auth failed", "authentication failed")
    ]
    assert failed == [1, 1]
    assert office.out_states("gm") == {"queued": 2}
    monkeypatch.setenv("PASSWORD_gm", "pw-gm")
    office.run("gm")
    assert office.said == []
    assert office.out_states("gm") == {"sent": 2}


@pytest.mark.slow
def test_a_server_with_another_name_or_that_nobody_trusts_gets_no_password(
    office: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.servers.put("gm", office.sealed("york", "ready"))
    before = office.servers.log().count("Login")
    office.host = "127.0.0.1"
    office.run("gm")
    assert says(lines(office.said), "post.accounts.Account._certificate", "127.0.0.1", word="name")
    office.host = HOST
    monkeypatch.delenv("SSL_CERT_FILE")
    office.run("gm")
    assert says(lines(office.said), "post.accounts.Account._certificate", "localhost", word="trust")
    office.ports["imaps"] = office.ports["imap"]
    office.run("gm")
    assert says(lines(office.said), "post.accounts.Account.why", word="start")
    assert office.servers.log().count("Login") == before
    assert office.states("gm") == {}


@pytest.mark.slow
def test_an_email_that_cannot_be_delivered_is_told_and_harms_no_other(office: Online) -> None:
    """York's mailbox is full, and the address of Lancaster does not exist."""
    book = Book().put("york", address("full"), WHO["york"].public.fingerprint)
    book = book.put("lancaster", address("nobody"), WHO["lancaster"].public.fingerprint)
    with computer.sitting_as(office.home("gm")):
        addresses.write(computer.addresses(office.genesis), book)
    office.servers.put("gm", office.sealed("york", "ready"))
    news = lines(office.run("gm"))
    assert f"An email to {address('nobody')} cannot be delivered: 550" in news
    assert office.out_states("gm") == {"failed": 1, "sent": 1}
    office.servers.wait("gm", 1)
    news = lines(office.run("gm"))
    assert f"An email to {address('full')} came back" in news
    assert office.out_states("gm") == {"failed": 1, "bounced": 1}
    with office.at_work("gm") as context:
        assert len(context.journal.outgoing("failed")[0].bytes) > 1000


@pytest.mark.slow
def test_a_server_that_cannot_be_reached_takes_nothing_away(
    office: Online, proxies: list[Proxy]
) -> None:
    """Neither from an email's tries nor from what may be sent today."""
    office.servers.put("gm", office.sealed("york", "ready"))
    proxy = behind(office, "smtps", proxies)
    proxy.close()
    for _ in range(2):
        office.run("gm")
        assert says(lines(office.said), "post.accounts.Account.why", word="mail")
    with office.at_work("gm") as context:
        (one, other) = context.journal.outgoing("queued")
        assert (one.tries, other.tries) == (0, 0)
        assert context.journal.spent("out", "", office.now // 86400 * 86400) == 0


@pytest.mark.slow
def test_another_post_of_the_same_mailbox_leaves_the_emails_alone(office: Online) -> None:
    office.run("gm")
    secret = office.home("gm") / computer.POST / "secret"
    mine = secret.read_bytes()
    secret.write_bytes(bytes(32))
    office.servers.put("gm", office.sealed("york", "ready"))
    with office.at_work("gm") as context:
        for _ in range(3):
            once.run(context)
            once.wait(context, 0.1)
        (box,) = context.mailboxes
        assert isinstance(box, ImapMailbox)
        assert box.idle_since is not None, "it waits like any other"
    assert says(
        lines(office.said), "post.once.may_take", ..., "INBOX of gm@example.org at localhost"
    )
    assert office.states("gm") == {}
    secret.write_bytes(mine)
    office.run("gm")
    assert office.states("gm") == {"taken": 1}
    assert len(office.servers.emails("gm", "pbem/state")) == 1


@pytest.mark.slow
def test_what_is_marked_as_deleted_or_a_draft_is_not_read(office: Online) -> None:
    office.servers.put("gm", office.sealed("york", "ready"))
    for flag in (b"\\Deleted", b"\\Draft"):
        with office.servers.mailbox("gm") as client:
            client.select_folder("INBOX")
            client.set_flags(client.search(), [flag])
        office.run("gm")
        assert office.states("gm") == {}


def scene(folder: Path, servers: Servers) -> Online:
    """A letter and an order have come to the GM."""
    servers.empty()
    office = Online(folder, servers)
    servers.put("gm", office.email(address("york"), "See you on Friday!"))
    servers.put("gm", office.sealed("york", "ready"))
    return office


@pytest.mark.slow
@pytest.mark.parametrize("every", soaked([(1,), (16,)], [(16,)]))
def test_a_kill_loses_nothing(tmp_path: Path, servers: Servers, every: int) -> None:
    writes = Run().pass_of(scene(tmp_path / "whole", servers), "gm")
    assert writes > 15
    first = random.randrange(every)
    for at in range(first, writes, every):
        office = scene(tmp_path / str(at), servers)
        run = Run()
        for kill in (at, -1, -1):
            run.pass_of(office, "gm", kill)
            office.now += 61
        assert office.states("gm") == {"none": 1, "taken": 1}
        assert office.out_states("gm") == {"sent": 2}
        assert len(office.servers.emails("gm")) == 1
        found: dict[str, set[bytes]] = {}
        for id, data in run.delivered:
            found.setdefault(id, set()).add(data)
        assert [len(contents) for contents in found.values()] == [1, 1]
        assert len(run.delivered) <= 2 + run.kills
