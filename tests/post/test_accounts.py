"""Accounts at mail servers: where a password comes from, and what is said where a server cannot be used."""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from keyring.errors import KeyringError

from pbem.cli import group, post_setup
from pbem.home import computer, passphrases
from pbem.post import accounts, config, imap, smtp
from pbem.post.accounts import Account, AccountFault, keep_password, proof_of
from pbem.post.config import Config, Server, Source, Way
from pbem.post.imap import ImapMailbox
from pbem.post.journal import Journal
from pbem.post.providers import plus_address, provider_of
from pbem.post.smtp import Submission
from pbem.post.sources import EmailGone, MailboxLost
from pbem.post.ways_out import Rejected, TryLater, WayLost
from tests.moderator.people import ANN
from tests.post.test_journal import REPORT
from tests.says import says, sentence, worded

ACCOUNT = {"host": "localhost", "user": "ann@example.org", "secret": "env:SECRET"}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "post" / "journal.sqlite")) as made:
        yield made


def printing(words: str, code: int = 0) -> str:
    program = (
        f"print({words!r}); raise SystemExit({code})" if words else f"raise SystemExit({code})"
    )
    return f'{Path(sys.executable).as_posix()} -c "{program}"'


def test_a_password_comes_from_a_variable_or_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "one")
    assert proof_of(Server(secret="env:SECRET")) == accounts.Proof("one", token=False)
    assert proof_of(Server(secret=f"command:{printing('two')}")).secret == "two"
    assert proof_of(Server(secret=f"oauth-command:{printing('three')}")) == accounts.Proof(
        "three", token=True
    )


@pytest.mark.parametrize(
    ("secret", "why"),
    [
        ("env:NOTHING_HERE", worded("post.accounts.proof_of", "NOTHING_HERE")),
        (f"command:{printing('')}", "ended with 0 and printed nothing"),
        (f"command:{printing('no', 3)}", "ended with 3"),
        (
            "command:/no/such/program",
            worded("post.accounts._first_line_of", "/no/such/program", word="There"),
        ),
        ("command:/", worded("post.accounts._first_line_of", "/", word="failed")),
    ],
)
def test_without_a_password_it_says_why(secret: str, why: str) -> None:
    with pytest.raises(AccountFault, match=why):
        proof_of(Server(secret=secret))


def test_the_keyring_keeps_a_password_per_account(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[str, str], str] = {}
    fake = SimpleNamespace(
        get_password=lambda service, name: kept.get((service, name)),
        set_password=lambda service, name, word: kept.__setitem__((service, name), word),
    )
    monkeypatch.setattr(passphrases, "system_keyring", lambda: fake)
    server = Server(host="imap.example.org", user="ann", secret=config.KEYRING)
    with pytest.raises(AccountFault, match=r"no password for ann at imap\.example\.org"):
        proof_of(server)
    keep_password(server, "pw")
    assert proof_of(server).secret == "pw"
    assert list(kept) == [("pbem post", "ann at imap.example.org")]

    def locked(*_: str) -> None:
        raise KeyringError("it is locked")

    fake.get_password = locked
    with pytest.raises(AccountFault, match="it is locked"):
        proof_of(server)


def test_without_a_keyring_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    missing = worded(
        "post.accounts.keep_password",
        worded("home.passphrases.system_keyring", word="library"),
        word="used",
    )
    for use in (proof_of, lambda server: keep_password(server, "pw")):
        with pytest.raises(AccountFault, match=missing):
            use(Server(secret=config.KEYRING))


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (
            socket.gaierror(-2, "Name or service not known"),
            sentence("post.accounts.Account.why", "localhost", word="There"),
        ),
        (
            ConnectionRefusedError(111, "refused"),
            sentence("post.accounts.Account.why", "localhost, port 993", word="mail"),
        ),
        (TimeoutError("timed out"), "port 993, does not answer"),
        (
            ConnectionResetError(104, "reset"),
            sentence("post.accounts.Account.why", 993, "localhost", "reset", word="ended"),
        ),
    ],
)
def test_what_is_wrong_with_a_connection(error: OSError, why: str, journal: Journal) -> None:
    assert why in Account(Source("imap", **ACCOUNT), 993, journal).why(error)  # type: ignore[arg-type]


def test_an_expired_certificate_may_be_a_wrong_clock(journal: Journal) -> None:
    error = ssl.SSLCertVerificationError(1, "expired")
    error.verify_code, error.verify_message = accounts.EXPIRED, "certificate has expired"
    account = Account(Source("imap", **ACCOUNT), 993, journal)  # type: ignore[arg-type]
    assert says(account.why(error), "post.accounts.Account._certificate", word="Check")


def test_a_server_that_cannot_be_reached_is_left_alone_for_a_while(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    clock = [100.0]
    monkeypatch.setattr(accounts.time, "monotonic", lambda: clock[0])
    account, tries = Account(Source("imap", **ACCOUNT), 993, journal), []  # type: ignore[arg-type]

    def connect(proof: accounts.Proof) -> None:
        tries.append(clock[0])
        raise ConnectionRefusedError

    for _ in range(100):
        with pytest.raises(AccountFault, match=worded("post.accounts.Account.why", word="mail")):
            account.connected(connect)
        clock[0] += 5
    assert tries == [100, 115, 145, 205, 325, 565]


@pytest.mark.parametrize("token", [False, True])
def test_what_was_refused_is_not_offered_again(
    token: bool, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    monkeypatch.setenv(computer.NOW, "90000")
    secret = f"oauth-command:{printing('token')}" if token else "env:SECRET"
    server = Source("imap", **{**ACCOUNT, "secret": secret})  # type: ignore[arg-type]
    tries, name = [], Account(server, 993, journal).name

    def offered() -> None:
        account = Account(server, 993, journal)

        def connect(proof: accounts.Proof) -> None:
            tries.append(proof.secret)
            raise account.refused(proof, "AUTHENTICATIONFAILED")

        with pytest.raises(AccountFault, match="AUTHENTICATIONFAILED"):
            account.connected(connect)

    for _ in range(3):
        offered()
    assert len(tries) == 1
    monkeypatch.setenv("SECRET", "another")
    monkeypatch.setenv(computer.NOW, "93600")
    offered()
    assert len(tries) == 2
    assert [words for words in journal.refusals([name]) if "AUTHENTICATIONFAILED" in words]
    kept = [str(row) for row in journal.db.execute("SELECT * FROM refused")]
    assert not any(word in row for row in kept for word in ("'pw'", "'another'", "'token'"))
    monkeypatch.setenv("SECRET", "the right one")
    monkeypatch.setenv(computer.NOW, "97200")
    Account(server, 993, journal).connected(lambda proof: None)
    assert journal.refusals([name]) == []


@pytest.mark.parametrize(
    ("code", "said", "kind"),
    [
        (550, "5.1.1 no such user", Rejected),
        (552, b"5.3.4 too large", Rejected),
        (552, b"5.2.2 mailbox full", TryLater),
        (452, b"4.2.2 mailbox full", TryLater),
        (421, b"busy", TryLater),
    ],
)
def test_what_an_answer_to_an_email_means(code: int, said: bytes | str, kind: type) -> None:
    found = smtp.refusal(code, said)
    assert type(found) is kind
    assert str(found).startswith(f"{code} ")


def test_without_the_library_it_says_what_to_install(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    monkeypatch.setitem(sys.modules, "imapclient", None)
    box = ImapMailbox(Source("imap", folder="INBOX", **ACCOUNT), journal)  # type: ignore[arg-type]
    with pytest.raises(MailboxLost, match=worded("post.imap.MISSING")):
        box.names()


def test_the_library_is_loaded_only_for_an_imap_server(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for folder in (home, tmp_path / "in"):
        folder.mkdir()
    ANN.save(home / "identity.toml", "")
    with computer.sitting_as(home):
        source = Source("folder", str(tmp_path / "in"))
        config.write_config(Config("ann@example.org", str(tmp_path), (source,), Way("sendmail")))
    sys.modules.pop("imapclient", None)
    done = CliRunner(env={computer.FOLDER: str(home)}).invoke(group, ["post"])
    assert done.exit_code == 0, done.output
    assert "imapclient" not in sys.modules


class Client:
    """A connection to a server whose answers a test makes up."""

    def __init__(self, **answers: object) -> None:
        self._imap = SimpleNamespace(read=lambda size: b"x" * size)
        self.answers = answers

    def __getattr__(self, name: str) -> object:
        return lambda *_, **__: self.answers.get(name)


def mailbox(journal: Journal, client: Client) -> ImapMailbox:
    box = ImapMailbox(Source("imap", folder="INBOX", **ACCOUNT), journal)  # type: ignore[arg-type]
    box.client = client
    box._bound(client)
    return box


class LogIn(Client):
    """A connection that notes what is offered to the server."""

    def __init__(self, *capabilities: str) -> None:
        super().__init__()
        self.capabilities, self.offered = capabilities, list[tuple[str, ...]]()
        for name in ("oauth2_login", "plain_login", "login"):
            setattr(self, name, lambda *words, name=name: self.offered.append((name, *words)))

    def has_capability(self, name: str) -> bool:
        return name in self.capabilities


@pytest.mark.parametrize(
    ("secret", "capabilities", "offered"),
    [
        ("env:SECRET", ("AUTH=PLAIN",), ("plain_login", "ann@example.org", "pw")),
        ("env:SECRET", (), ("login", "ann@example.org", "pw")),
        (f"oauth-command:{printing('token')}", (), ("oauth2_login", "ann@example.org", "token")),
    ],
)
def test_one_way_to_log_in_is_used_once(
    secret: str,
    capabilities: tuple[str, ...],
    offered: tuple[str, ...],
    journal: Journal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    server = Source("imap", folder="INBOX", **{**ACCOUNT, "secret": secret})  # type: ignore[arg-type]
    box, client = ImapMailbox(server, journal), LogIn(*capabilities)
    monkeypatch.setattr(box, "greet", lambda: client)
    with box.online():
        pass
    assert client.offered == [offered]


def test_a_server_that_wants_a_token_only_gets_no_password(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    box = ImapMailbox(Source("imap", folder="INBOX", **ACCOUNT), journal)  # type: ignore[arg-type]
    client = LogIn("LOGINDISABLED", "AUTH=XOAUTH2")
    monkeypatch.setattr(box, "greet", lambda: client)
    with pytest.raises(MailboxLost, match=worded("post.accounts.ONLY_TOKENS")):
        box.names()
    assert client.offered == []


class Talk:
    """An SMTP server that has greeted; it notes how somebody proves who they are."""

    def __init__(self, offers: str) -> None:
        self.esmtp_features = {"auth": offers}
        self.user = self.password = ""
        self.said = list[tuple[str, str]]()

    def auth(self, method: str, prove: Callable[[], str]) -> None:
        self.said.append((method, prove()))

    def auth_plain(self) -> str:
        return f"{self.user}/{self.password}"

    auth_login = auth_plain

    def close(self) -> None:
        return


@pytest.mark.parametrize(
    ("secret", "offers", "said"),
    [
        ("env:SECRET", "LOGIN PLAIN CRAM-MD5", ("PLAIN", "ann@example.org/pw")),
        ("env:SECRET", "LOGIN", ("LOGIN", "ann@example.org/pw")),
        (
            f"oauth-command:{printing('token')}",
            "PLAIN XOAUTH2",
            ("XOAUTH2", "user=ann@example.org\1auth=Bearer token\1\1"),
        ),
    ],
)
def test_an_smtp_server_gets_one_proof(
    secret: str,
    offers: str,
    said: tuple[str, str],
    journal: Journal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    way = Submission(Way("smtp", **{**ACCOUNT, "secret": secret}), "ann@example.org", journal)  # type: ignore[arg-type]
    talk = Talk(offers)
    monkeypatch.setattr(way, "greet", lambda: talk)
    way.ready()
    assert talk.said == [said]


def test_an_smtp_server_that_wants_a_token_only_gets_no_password(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "pw")
    way = Submission(Way("smtp", **ACCOUNT), "ann@example.org", journal)  # type: ignore[arg-type]
    talk = Talk("XOAUTH2 OAUTHBEARER")
    monkeypatch.setattr(way, "greet", lambda: talk)
    with pytest.raises(WayLost, match=worded("post.accounts.ONLY_TOKENS")):
        way.ready()
    assert talk.said == []


def test_a_server_may_not_send_more_than_was_asked_for(journal: Journal) -> None:
    client = Client()
    box = mailbox(journal, client)
    assert len(client._imap.read(imap.LITERAL)) == imap.LITERAL
    with pytest.raises(MailboxLost, match="wants to send 10000000000 bytes at once"), box.online():
        client._imap.read(10_000_000_000)
    assert box.client is None


def test_an_email_is_known_by_its_number_and_by_the_number_of_its_folder(journal: Journal) -> None:
    """Whatever else a server sends."""
    rows = {7: {b"BODY[]<0>": b"ours"}, 8: {b"BODY[]<0>": b"of nobody"}}
    box = mailbox(journal, Client(select_folder={b"UIDVALIDITY": 2}, fetch=rows, search=[7]))
    assert box.names() == ["2.7"]
    assert box.read("2.7", 100) == b"ours"
    with pytest.raises(EmailGone):
        box.read("1.7", 100)


def test_an_answer_that_no_server_should_give_ends_only_the_connection(journal: Journal) -> None:
    for size, date in ((b"many", b"soon"), (9, b"soon")):
        rows = {7: {b"RFC822.SIZE": size, b"INTERNALDATE": date}}
        box = mailbox(journal, Client(select_folder={b"UIDVALIDITY": 2}, fetch=rows, search=[7]))
        names = box.names()
        with pytest.raises(
            MailboxLost, match=worded("post.imap.ImapMailbox.online", word="answer")
        ):
            box.look(names)
        assert box.client is None


def test_what_is_larger_than_a_server_takes_is_not_sent(journal: Journal) -> None:
    way = Submission(Way("smtp", **ACCOUNT), "ann@example.org", journal)  # type: ignore[arg-type]
    way.client = SimpleNamespace(esmtp_features={"size": "2"}, quit=list, close=list)  # type: ignore[assignment]
    with pytest.raises(Rejected, match="accepts at most"):
        way.deliver(REPORT)


def test_a_way_that_is_lost_is_told_before_any_email_is_touched(journal: Journal) -> None:
    way = Submission(Way("smtp", **ACCOUNT), "ann@example.org", journal)  # type: ignore[arg-type]
    with pytest.raises(WayLost, match=worded("post.accounts.proof_of", "SECRET")):
        way.ready()
    with pytest.raises(TryLater, match="SECRET"):
        way.deliver(REPORT)


def test_the_question_for_a_server_says_how_to_type_its_port(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(post_setup, "prompt_for", lambda question, *_: asked.append(question))
    post_setup.prompt_for_server(journal, "imap", "")
    post_setup.prompt_for_server(journal, "smtp", "")
    assert ["`localhost:993`" in asked[0], "`localhost:465`" in asked[1]] == [True, True]


def test_what_may_be_a_password_is_not_repeated() -> None:
    why = config.server_fault(Server(host="localhost", user="ann", secret="hunter2"))
    assert says(why, "post.config.server_fault", word="takes")
    assert "hunter2" not in why


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"host": "my server"}, "the server `my server`"),
        ({"port": 99999}, "the port 99999"),
        ({"user": ""}, sentence("post.config.server_fault", word="who")),
        ({"user": "a\nb"}, sentence("post.config.server_fault", word="who")),
        ({"secret": "hunter2"}, sentence("post.config.server_fault", word="takes")),
        ({"secret": "env: "}, sentence("post.config.server_fault", word="takes")),
        ({"folder": ""}, "names no folder"),
        ({"folder": "a\r\nb"}, "names no folder"),
    ],
)
def test_a_wrong_setting_is_named(changed: dict[str, object], why: str) -> None:
    source = Source("imap", **{"folder": "pbem", **ACCOUNT, **changed})  # type: ignore[arg-type]
    assert why in config.fault(Config("ann@example.org", "/games", (source,), Way("sendmail")))
    if "folder" not in changed:
        way = Way("smtp", **{**ACCOUNT, **changed})  # type: ignore[arg-type]
        whole = Config("ann@example.org", "/games", (Source("folder", "/in"),), way)
        assert config.fault(whole).startswith("`out` ")


def test_a_provider_is_known_by_its_address() -> None:
    assert provider_of("Ann@GMail.com").imap == "imap.gmail.com"
    assert provider_of("ann@hotmail.com").secret is None
    assert provider_of("ann@example.org").smtp == "smtp.example.org"
    assert plus_address("ann+games@example.org", "pbem") == "ann+pbem@example.org"
