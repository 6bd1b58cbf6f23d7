"""Dovecot and Postfix on loopback, from Debian's packages: IMAP, LMTP and submission, all with TLS and passwords.

They keep everything in a short folder of their own, because sockets have short names, and run until a test session ends.
Emails to `NAME+FOLDER@example.org` arrive in that folder, as a plus address does at most providers.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from imapclient import IMAPClient

MUST = "PBEM_POST_TESTS"
"""Set to `must` where missing mail servers are a fault, not a reason to skip."""
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/lib/dovecot"
ROOT = os.name == "posix" and os.geteuid() == 0
PEOPLE = ("gm", "york", "lancaster", "full")
"""Everybody with a mailbox; that of `full` is full."""
HOST = "localhost"
PATIENCE = 60
"""Seconds for a server to start and for an email to arrive on a busy machine."""

DOVECOT = """
base_dir = {d}/run
log_path = {d}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <{d}/cert.pem
ssl_key = <{d}/key.pem
mail_location = maildir:{d}/mail/%u
mail_uid = nobody
mail_gid = nogroup
default_internal_user = dovecot
default_internal_group = dovecot
default_login_user = dovenull
auth_mechanisms = plain login
auth_failure_delay = 0
recipient_delimiter = +
lmtp_save_to_detail_mailbox = yes
lda_mailbox_autocreate = yes
mail_plugins = quota
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {d}/passwd
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {d}/users
  default_fields = uid=nobody gid=nogroup home={d}/mail/%u
}}
plugin {{
  quota = maildir:all
}}
protocol imap {{
  mail_plugins = quota imap_quota
}}
namespace inbox {{
  inbox = yes
  separator = /
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  user = nobody
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service anvil {{
  # Without it each wrong password makes the next answers come later, up to fifteen seconds.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service auth {{
  inet_listener auth-tcp {{
    address = 127.0.0.1
    port = {sasl}
  }}
}}
"""
MAIN = """
compatibility_level = 3.6
queue_directory = {d}/q
data_directory = {d}/data
mail_owner = postfix
setgid_group = postdrop
maillog_file = {d}/mail.log
maillog_file_prefixes = {d}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
mydestination =
mynetworks =
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:none
default_transport = error:5.7.1 nothing leaves this computer
disable_dns_lookups = yes
recipient_delimiter = +
virtual_mailbox_domains = example.org
virtual_mailbox_maps = inline:{{ {people} }}
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
lmtp_host_lookup = native
message_size_limit = 5000000
smtpd_tls_cert_file = {d}/cert.pem
smtpd_tls_key_file = {d}/key.pem
smtpd_tls_security_level = encrypt
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{sasl}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = reject_unauth_destination, permit_sasl_authenticated, reject
smtpd_error_sleep_time = 0
minimal_backoff_time = 2s
maximal_backoff_time = 4s
queue_run_delay = 2s
"""
MASTER = """
127.0.0.1:{smtps} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
127.0.0.1:{submission} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
flush unix n - n 1000? 0 flush
tlsmgr unix - - n 1000? 1 tlsmgr
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
rewrite unix - - n - - trivial-rewrite
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
proxymap unix - - n - - proxymap
"""


def program(name: str) -> str | None:
    return shutil.which(name, path=PATH)


def missing() -> str:
    """Why the servers cannot run here; "" if they can."""
    lacking = [name for name in ("dovecot", "postfix", "setpriv") if program(name) is None]
    if lacking:
        return f"not installed: {' and '.join(lacking)}. apt-get install dovecot-imapd dovecot-lmtpd postfix"
    return "" if ROOT else "Postfix runs for root only"


class Servers:
    """Both servers at work. `ports`: by the names in their configuration."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pb", dir="/tmp"))
        self.certificate = self.folder / "cert.pem"
        names = ("imap", "imaps", "lmtp", "sasl", "smtps", "submission")
        self.ports = dict(zip(names, free_ports(len(names)), strict=True))
        self.passwords = {who: f"pw-{who}" for who in PEOPLE}
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        self.folder.chmod(0o755)
        for name in ("run", "mail", "q", "data"):
            (self.folder / name).mkdir()
        make_certificate(self.folder)
        shutil.chown(self.folder / "mail", "nobody", "nogroup")
        words: dict[str, object] = {"d": self.folder, **self.ports}
        words["people"] = ", ".join(f"{{ {who}@example.org = x }}" for who in PEOPLE)
        self.set_passwords()
        users = [f"{who}@example.org:::::::" for who in PEOPLE]
        users[-1] += "userdb_quota_rule=*:bytes=1"
        (self.folder / "users").write_text("\n".join(users) + "\n")
        (self.folder / "dovecot.conf").write_text(DOVECOT.format(**words))
        dovecot = [str(program("dovecot")), "-F", "-c", str(self.folder / "dovecot.conf")]
        self._run(dovecot)
        self._start_postfix(words)
        self._wait_for(self.ports["smtps"])
        self._wait_until_somebody_can_log_in()

    def _start_postfix(self, words: dict[str, object]) -> None:
        (self.folder / "main.cf").write_text(MAIN.format(**words))
        (self.folder / "master.cf").write_text(MASTER.format(**words))
        maps = Path("/etc/postfix/dynamicmaps.cf")
        (self.folder / "dynamicmaps.cf").write_text(maps.read_text() if maps.exists() else "")
        shutil.chown(self.folder / "data", "postfix")
        postfix = [str(program("postfix")), "-c", str(self.folder), "check"]
        subprocess.run(postfix, check=True, capture_output=True)
        config = [str(program("postconf")), "-c", str(self.folder), "-h", "daemon_directory"]
        found = subprocess.run(config, check=True, capture_output=True, text=True).stdout.strip()
        master = [f"{found}/master", "-c", str(self.folder), "-d"]
        self._run(master)

    def _run(self, command: list[str]) -> None:
        """Start a server that ends with this process, however that ends."""
        environment = {**os.environ, "MAIL_CONFIG": str(self.folder)}
        bound = ["setpriv", "--pdeathsig", "TERM", *command]
        self.processes.append(subprocess.Popen(bound, stdin=subprocess.DEVNULL, env=environment))

    def set_passwords(self, **changed: str) -> None:
        """What Dovecot takes from now on."""
        self.passwords |= changed
        rows = [f"{who}@example.org:{{PLAIN}}{word}" for who, word in self.passwords.items()]
        (self.folder / "passwd").write_text("\n".join(rows) + "\n")

    def _wait_for(self, port: int) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            assert time.monotonic() < end, self.log()
            time.sleep(0.02)

    def _wait_until_somebody_can_log_in(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError), self.mailbox("gm"):
                return
            assert time.monotonic() < end, self.log()
            time.sleep(0.05)

    def log(self) -> str:
        logs = [self.folder / "dovecot.log", self.folder / "mail.log"]
        return "\n".join(path.read_text() for path in logs if path.exists())

    @contextlib.contextmanager
    def mailbox(self, who: str) -> Iterator[IMAPClient]:
        """Somebody's mailbox, as another email program sees it."""
        context = ssl.create_default_context(cafile=self.certificate)
        client = IMAPClient(HOST, self.ports["imaps"], ssl_context=context, timeout=PATIENCE)
        with client:
            client.login(f"{who}@example.org", self.passwords[who])
            yield client

    def emails(self, who: str, folder: str = "INBOX") -> dict[int, bytes]:
        """The emails in a folder, by UID."""
        with self.mailbox(who) as client:
            if not client.folder_exists(folder):
                return {}
            client.select_folder(folder, readonly=True)
            uids = client.search()
            return {uid: row[b"BODY[]"] for uid, row in client.fetch(uids, ["BODY.PEEK[]"]).items()}

    def put(self, who: str, mail: bytes | str, folder: str = "INBOX") -> None:
        """An email arrives."""
        raw = mail.encode() if isinstance(mail, str) else mail
        with self.mailbox(who) as client:
            client.append(folder, raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))

    def wait(self, who: str, count: int, folder: str = "INBOX") -> None:
        """Wait until somebody has so many emails."""
        end = time.monotonic() + PATIENCE
        while len(self.emails(who, folder)) < count:
            assert time.monotonic() < end, self.log()
            time.sleep(0.05)

    def empty(self) -> None:
        """Every mailbox is as new."""
        for who in PEOPLE:
            with self.mailbox(who) as client:
                for name in sorted((row[2] for row in client.list_folders()), reverse=True):
                    # One that had only folders below it is gone with the last of them.
                    if name != "INBOX" and client.folder_exists(name):
                        client.delete_folder(name)
                client.select_folder("INBOX")
                client.delete_messages(client.search())
                client.expunge()

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def make_certificate(folder: Path) -> None:
    """A certificate that vouches for itself, for `localhost` and for no other name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "key.pem").write_bytes(private)
    (folder / "key.pem").chmod(0o600)


class Proxy:
    """Passes on what a server and its clients say, and cuts a connection in the middle.

    Attributes:
        down: bytes of the server after which each connection is cut. `up`: bytes of the client after which the server's
            answers are kept back, and the connection is cut when it has answered. None for never.
    """

    def __init__(self, port: int) -> None:
        self.target, self.down, self.up = port, None, None
        self.down: int | None
        self.up: int | None
        self.open: set[socket.socket] = set()
        self.count = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                self.count += 1
                server = socket.create_connection(("127.0.0.1", self.target))
                self.open |= {client, server}
                said = [0]
                for one, other, up in ((client, server, True), (server, client, False)):
                    words = (one, other, up, said)
                    threading.Thread(target=self._pass_on, args=words, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, up: bool, said: list[int]) -> None:
        """`said`: how many bytes the client has sent."""
        heard = 0
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if up:
                    said[0] += len(data)
                elif self.up is not None and said[0] > self.up:
                    break
                else:
                    heard += len(data)
                    if self.down is not None and heard > self.down:
                        break
                other.sendall(data)
        cut(one, other)

    def cut_all(self) -> None:
        """The server goes away."""
        cut(*self.open)
        self.open.clear()

    def close(self) -> None:
        cut(self.listener)
        self.cut_all()


def cut(*sockets: socket.socket) -> None:
    for one in sockets:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@pytest.fixture(scope="session")
def running_servers() -> Iterator[Servers]:
    if missing() and os.environ.get(MUST) != "must":
        pytest.skip(missing())
    made = Servers()
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.fixture
def servers(running_servers: Servers, monkeypatch: pytest.MonkeyPatch) -> Servers:
    """Both servers with empty mailboxes, trusted by this process and those that it starts."""
    running_servers.set_passwords(**{who: f"pw-{who}" for who in PEOPLE})
    running_servers.empty()
    monkeypatch.setenv("SSL_CERT_FILE", str(running_servers.certificate))
    for who in PEOPLE:
        monkeypatch.setenv(f"PASSWORD_{who}", f"pw-{who}")
    return running_servers


def lines(rows: Sequence[str]) -> str:
    """Sentences as one text, for a test that looks for words."""
    return " ".join(" ".join(rows).split())
