"""A folder of an IMAP server, over TLS. Emails are moved within it; none is deleted, and no other folder is opened.

Names of emails are UIDVALIDITY and UID, which no other email ever has.
"""

from __future__ import annotations

import contextlib
import importlib
import ssl
import time
from collections.abc import Iterable, Iterator, Sequence
from email.utils import formatdate
from imaplib import IMAP4
from itertools import islice
from typing import Any

from pbem.mail.read import header
from pbem.mail.read.header import NOBODY, Sender
from pbem.post.accounts import ANSWER, CONNECT, ONLY_TOKENS, Account, AccountFault, Proof
from pbem.post.config import Source
from pbem.post.journal import HOUR, Journal
from pbem.post.sources import DONE, NEAR, PERSON, Arrived, EmailGone, MailboxLost, note_of, other_in

PORT, STARTTLS_PORT = 993, 143
INBOX = "INBOX"
STATE = "state"
"""The folder of the notes which say what computer applies the emails."""
MOST_NOTES, LONGEST_NOTE = 20, 2000
"""Notes that are looked at, the newest ones, and bytes of each."""
DELIVERED = ("received", "return-path", "delivered-to")
"""Fields of an email that a server has delivered."""
ENDED, MOST_ENDS = "ended", 3
"""So often in an hour a server may end the connection at an email, before the others are fetched without it."""
TOGETHER = 100
"""Emails that one command asks about."""
IDLE = 540
"""Seconds after which the server is asked again, though it has announced nothing."""
LITERAL = 256 * 1024
"""Bytes that a server may send at once, but for an email."""
TEMPORARY = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]")
"""Answers to a login that say nothing about the password (RFC 5530)."""
HEAD = (
    f"BODY.PEEK[HEADER.FIELDS (FROM TO SUBJECT DATE MESSAGE-ID REFERENCES IN-REPLY-TO)]<0.{NEAR}>"
)
"""Whatever is fetched has a bound: one email with a longer header would end the connection in each pass."""
SIZE_AND_DATE = ("RFC822.SIZE", "INTERNALDATE")
Facts = dict[str, dict[bytes, Any]]
MISSING = "IMAP needs a library that is not installed here: pip install 'pbem[post]'."


class ImapMailbox:
    """A folder of an IMAP server, connected when it is first needed."""

    def __init__(self, source: Source, journal: Journal) -> None:
        self.place, self.folder, self.journal = source.place, source.folder, journal
        self.account = Account(source, STARTTLS_PORT if source.starttls else PORT, journal)
        self.client: Any = None
        self.selected = ""
        self.validity = 0
        self.idle_since: float | None = None
        self.known: list[str] = []
        self.noted: tuple[tuple[int, ...], str] = ((), "")
        self.below, self.boxes = "", set[str]()
        self.most = LITERAL

    # -- the connection -----------------------------------------------------------------------

    @contextlib.contextmanager
    def online(self) -> Iterator[Any]:
        """The connection, out of IDLE. Raises MailboxLost; the next use connects again."""
        host = self.account.server.host
        try:
            if self.client is None:
                self.client = self.account.connected(self._connect)
            if self.idle_since is not None:
                self.idle_since = None
                self.client.idle_done()
            yield self.client
        except (EmailGone, MailboxLost):
            raise
        except AccountFault as error:
            self.close()
            raise MailboxLost(str(error)) from error
        except (OSError, IMAP4.abort) as error:
            self.close()
            why = f"The connection to {host} has ended ({error})."
            if isinstance(error, OSError):
                why = self.account.why(error)
            raise MailboxLost(f"{why} `pbem post` continues from there next time.") from error
        except IMAP4.error as error:
            self.close()
            raise MailboxLost(
                f"{host} reports a problem with {self.place}: {str(error).rstrip('.')}."
            ) from error
        except Exception as error:  # an answer that no server should give
            self.close()
            raise MailboxLost(
                f"{host} sent an answer that `pbem` cannot read: {error!r}."
            ) from error

    def greet(self) -> Any:
        """A new connection with TLS, on which nobody has logged in. Raises AccountFault, OSError."""
        try:
            library = importlib.import_module("imapclient")
        except ImportError as error:
            raise AccountFault(MISSING) from error
        server, context = self.account.server, ssl.create_default_context()
        try:
            client = library.IMAPClient(
                server.host,
                self.account.port,
                ssl=not server.starttls,
                ssl_context=context,
                timeout=library.SocketTimeout(CONNECT, ANSWER),
            )
            if server.starttls:
                client.starttls(context)
        except IMAP4.error as error:
            raise AccountFault(
                f"{server.host}, port {self.account.port}, is no IMAP server that speaks TLS: {error}."
            ) from error
        client.normalise_times = False
        self._bound(client)
        return client

    def _connect(self, proof: Proof) -> Any:
        """A connection that is logged in. Raises AccountFault, OSError."""
        client, server = self.greet(), self.account.server
        with contextlib.ExitStack() as stack:
            stack.callback(client.shutdown)
            try:
                if proof.token:
                    client.oauth2_login(server.user, proof.secret)
                elif client.has_capability("AUTH=PLAIN"):
                    client.plain_login(server.user, proof.secret)
                elif client.has_capability("LOGINDISABLED"):
                    raise AccountFault(ONLY_TOKENS.format(host=server.host))
                else:
                    client.login(server.user, proof.secret)
            except IMAP4.error as error:
                answer = str(error).removeprefix("b'").rstrip("'")
                if isinstance(error.__context__, IMAP4.abort) or answer.startswith(TEMPORARY):
                    raise AccountFault(
                        f"{server.host} does not accept logins right now: {answer}."
                    ) from error
                raise self.account.refused(proof, answer) from error
            stack.pop_all()
        return client

    def _bound(self, client: Any) -> None:
        """Take no more at once than was asked for, whatever the server announces."""
        read_bytes = client._imap.read

        def bounded(size: int) -> bytes:
            if size > self.most:
                raise IMAP4.abort(f"the server wants to send {size} bytes at once")
            return bytes(read_bytes(size))

        client._imap.read = bounded

    def close(self) -> None:
        client, self.client = self.client, None
        self.idle_since, self.selected, self.known = None, "", []
        self.boxes.clear()  # one may have been deleted, and is made again
        if client is not None:
            with contextlib.suppress(Exception):
                client.shutdown()

    def _open(self, client: Any) -> None:
        """Select the folder; the name of an email counts only where UIDVALIDITY is still the same."""
        if self.selected == self.folder:
            return
        try:
            folder_facts = client.select_folder(self.folder)
        except IMAP4.abort:
            raise
        except IMAP4.error as error:
            raise MailboxLost(
                f"The folder {self.folder} at {self.account.server.host} cannot be opened: {error}. `pbem post --setup` can make it."
            ) from error
        self.selected, self.validity = self.folder, int(folder_facts[b"UIDVALIDITY"])

    # -- emails -------------------------------------------------------------------------------

    def names(self) -> list[str]:
        if self.idle_since is None:
            with self.online() as client:
                self.selected = ""  # selected again, it tells its UIDVALIDITY
                self._open(client)
                self.known = self._search(client)
        return list(self.known)

    def _search(self, client: Any) -> list[str]:
        uids = client.search(["UNDELETED", "UNDRAFT"])
        return [f"{self.validity}.{uid}" for uid in uids]

    def _uids(self, names: Iterable[str]) -> dict[int, str]:
        """Names of emails by UID; those of an older UIDVALIDITY are gone."""
        parts = [(name, *name.split(".")) for name in names]
        return {int(uid): name for name, validity, uid in parts if int(validity) == self.validity}

    def _facts(self, client: Any, names: Iterable[str], what: list[str]) -> Facts:
        """What the server says about these emails, by name; what is gone, or what it cannot give, is left out."""
        self._open(client)
        uids = self._uids(names)
        return {
            uids[uid]: {key: value for key, value in facts.items() if value is not None}
            for some in self._asked_together(uids)
            for uid, facts in self._given(client, some, what).items()
            if uid in uids
        }

    def _asked_together(self, uids: Iterable[int]) -> Iterator[list[int]]:
        """UIDs as they are asked about: at one of those for which the server ended the connection, it may do so again."""
        hour = int(time.time()) // HOUR * HOUR
        ends = {uid: self.journal.spent(ENDED, self._name(uid), hour) for uid in uids}
        yield from batches(uid for uid, count in ends.items() if not count)
        yield from ([uid] for uid, count in ends.items() if 0 < count < MOST_ENDS)

    def _given(self, client: Any, uids: Sequence[int], what: list[str]) -> dict[int, Any]:
        """What the server says about these emails, and a note if it ends the connection instead (a `BYE`, as Dovecot
        says at a damaged email)."""
        try:
            return _fetched(client, uids, what)
        except IMAP4.abort as error:
            if "socket error" not in str(error):
                hour = int(time.time()) // HOUR * HOUR
                with self.journal.transaction():
                    for uid in uids:
                        self.journal.spend(ENDED, self._name(uid), hour)
            raise

    def _name(self, uid: int) -> str:
        return f"{self.place}/{self.validity}.{uid}"

    def look(self, names: Iterable[str]) -> list[Arrived]:
        with self.online() as client:
            return [
                Arrived(
                    name,
                    int(facts[b"RFC822.SIZE"]),
                    int(facts[b"INTERNALDATE"].timestamp()),
                    f"{self.place}, email {name.partition('.')[2]}",
                )
                for name, facts in self._facts(client, names, [*SIZE_AND_DATE]).items()
                if facts.keys() >= {field.encode() for field in SIZE_AND_DATE}
            ]

    def senders(self, names: Iterable[str]) -> dict[str, Sender]:
        senders = dict.fromkeys(names, NOBODY)
        with self.online() as client:
            facts_by_name = self._facts(client, senders, [HEAD])
            for name, facts in facts_by_name.items():
                fields = [raw for key, raw in facts.items() if key.startswith(b"BODY[HEADER")]
                senders[name] = header.sender_of(b"".join(fields))
        return senders

    def read(self, name: str, limit: int) -> bytes:
        self.most = max(LITERAL, limit)
        try:
            with self.online() as client:
                try:
                    facts = self._facts(client, [name], [f"BODY.PEEK[]<0.{limit}>"])
                    return bytes(facts[name][b"BODY[]<0>"])
                except KeyError as error:
                    raise EmailGone from error
                except IMAP4.abort:
                    raise
                except (
                    IMAP4.error
                ) as error:  # one that a server cannot give must not stop the others
                    raise EmailGone(
                        f"{self.place}, email {name}, cannot be fetched: {error}."
                    ) from error
        finally:
            self.most = LITERAL

    def file_away(self, names: Iterable[str], into: str) -> None:
        with self.online() as client:
            self._open(client)
            uids = [*self._uids(names)]
            box = self.box(client, into)
            for some in batches(uids):
                client.add_flags(some, [b"\\Seen"], silent=True)
                if client.has_capability("MOVE"):
                    client.move(some, box)
                else:  # an EXPUNGE could take what somebody else has marked
                    client.copy(some, box)
                    client.add_flags(some, [b"\\Deleted"], silent=True)

    def box(self, client: Any, name: str, make: bool = True) -> str:
        """The name of a folder below this one; it is made if it is not there."""
        if not self.below:
            base, separator = self.folder, "/"
            for _, mark, _ in client.list_folders("", self.folder):
                separator = mark.decode() if mark else "-"
            if self.folder.upper() == INBOX:
                base = "pbem"
                if client.has_capability("NAMESPACE") and (own := client.namespace().personal):
                    base = f"{own[0][0]}pbem"
            self.below = base + separator
        box = self.below + name
        if make and box not in self.boxes:
            if not client.folder_exists(box):
                client.create_folder(box)
                client.subscribe_folder(box)
            self.boxes.add(box)
        return box

    def make_folders(self) -> None:
        """The folder itself, and those below it, where they are not there."""
        with self.online() as client:
            if not client.folder_exists(self.folder):
                client.create_folder(self.folder)
                client.subscribe_folder(self.folder)
            for name in (DONE, PERSON, STATE):
                self.box(client, name)

    def folders(self) -> list[str]:
        """The folders of the account."""
        with self.online() as client:
            return [str(name) for _, _, name in client.list_folders()]

    def find(self, id: str) -> str:
        """The folder with the email of this Message-ID: this one, the inbox or that for spam; "" if none has it.

        In this one the email is then filed as done.
        """
        with self.online() as client:
            spam = [name for flags, _, name in client.list_folders() if b"\\Junk" in flags]
            self.selected = ""
            for folder in dict.fromkeys([self.folder, INBOX, *spam]):
                client.select_folder(folder, readonly=True)
                uids = client.search(["HEADER", "Message-ID", id])
                if uids and folder == self.folder:
                    self._open(client)
                    self.file_away([f"{self.validity}.{uid}" for uid in uids], DONE)
                if uids:
                    return str(folder)
        return ""

    # -- which post applies them --------------------------------------------------------------

    def other_post(self, id: str) -> str:
        note = self.noted[1]
        if self._announced(0):
            with self.online() as client:
                note = self._note(client)
        return other_in(note.encode(), id) if note else ""

    def _note(self, client: Any) -> str:
        """The newest note in this mailbox; "" if there is none."""
        box = self.box(client, STATE, make=False)
        if not client.folder_exists(box):
            return ""
        facts = client.folder_status(box, ["UIDVALIDITY", "UIDNEXT"])
        now = tuple(sorted(facts.values()))
        if self.noted[0] != now:
            notes = self._notes(client, box, readonly=True)
            self.noted = (now, notes[max(notes)] if notes else "")
        return self.noted[1]

    def _notes(self, client: Any, box: str, readonly: bool) -> dict[int, str]:
        """The notes that posts have put into the folder of them, which is selected then, by UID.

        Whoever writes to `ann+pbem/state@...` may have an email delivered there. It is not marked as seen, and a server
        writes above each email that it delivers how it came (RFC 5321, 4.4).
        """
        self.selected = ""
        client.select_folder(box, readonly=readonly)
        newest = sorted(client.search(["SEEN", "UNDELETED"]))[-MOST_NOTES:]
        fetched = client.fetch(newest, [f"BODY.PEEK[]<0.{LONGEST_NOTE}>"]) if newest else {}
        notes = {}
        for uid, facts in fetched.items():
            top, body = header.split(bytes(facts[b"BODY[]<0>"]).replace(b"\r\n", b"\n"))
            if not any(map(top.get, DELIVERED)):
                notes[uid] = body.decode("utf-8", "replace")
        return notes

    def put_note(self, id: str, takes_over: bool = False) -> None:
        if self.idle_since is not None:
            return
        with self.online() as client:
            note = self._note(client)
            if note and not (takes_over and other_in(note.encode(), id)):
                return
            top = (
                f"From: {self.account.server.user}\r\nDate: {formatdate()}\r\n"
                "Subject: The computer that applies the emails of games\r\n\r\n"
            )
            box = self.box(client, STATE)
            client.append(box, top.encode() + note_of(id) + b"\r\n", [b"\\Seen"])
            if not note:
                self._yield_to_the_first(client, box, id)

    def _yield_to_the_first(self, client: Any, box: str, id: str) -> None:
        """Take one's note back if another post has looked at the same time and was the first to put one there."""
        notes = self._notes(client, box, readonly=False)
        mine = [uid for uid, note in notes.items() if not other_in(note.encode(), id)]
        if mine and min(notes) != min(mine):
            client.add_flags(mine, [b"\\Deleted"], silent=True)
        self.noted = ((), "")

    # -- waiting ------------------------------------------------------------------------------

    def wait(self, seconds: float) -> bool:
        """Wait in IDLE, at most these seconds; False if the server cannot do that. The next pass looks at what
        came."""
        end = time.monotonic() + seconds
        with contextlib.suppress(
            MailboxLost
        ):  # the next pass connects again, and tells if it cannot
            if self.idle_since is None:
                with self.online() as client:
                    if not client.has_capability("IDLE"):
                        return False
                    self._open(client)
                    names_before, self.known = self.known, self._search(client)
                    if set(names_before) != set(self.known):
                        return True
                    client.idle()
                    self.idle_since = time.time()
            if self._announced(seconds) and self.client is not None:
                return True
        time.sleep(max(0, end - time.monotonic()))
        return True

    def _announced(self, seconds: float) -> bool:
        """Has the server announced anything in IDLE? In doubt it has, and is asked; the connection may be lost then."""
        began, idle_since = time.monotonic(), self.idle_since
        # By the clock on the wall: a computer that has slept finds out that the connection is dead.
        if idle_since is None or abs(time.time() - idle_since) > IDLE:
            return True
        self.idle_since = None
        with contextlib.suppress(MailboxLost), self.online() as client:
            answers = client.idle_check(timeout=seconds)
            cut = not answers and time.monotonic() - began < seconds / 2  # or nearly so
            if not cut and all(b"OK" in row for row in answers):
                self.idle_since = idle_since
                return False
            client.idle_done()
        return True


def _fetched(client: Any, uids: Sequence[int], what: list[str]) -> dict[int, dict[bytes, Any]]:
    """What the server says about these emails; where it refuses to answer for all of them at once, of those that it can.

    Raises IMAP4.error if it can of none.
    """
    try:
        return dict(client.fetch(uids, what))
    except IMAP4.abort:
        raise
    except IMAP4.error:
        answers: dict[int, dict[bytes, Any]] = {}
        for uid in uids if len(uids) > 1 else ():
            answers |= _if_given(client, uid, what)
        if not answers:
            raise
        return answers


def _if_given(client: Any, uid: int, what: list[str]) -> dict[int, dict[bytes, Any]]:
    """What the server says about one email; empty if it refuses to say anything. Raises IMAP4.abort."""
    try:
        return dict(client.fetch([uid], what))
    except IMAP4.abort:
        raise
    except IMAP4.error:
        return {}


def batches(uids: Iterable[int]) -> Iterator[list[int]]:
    """As many UIDs as one command asks about."""
    rest = iter(uids)
    while some := list(islice(rest, TOGETHER)):
        yield some
