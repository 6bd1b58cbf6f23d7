"""The journal: what became of every email, in and out, in one SQLite file.

An email is in the spool and in the journal before its place in the mailbox changes. What was applied and all emails
that follow from it are written in one transaction. Bytes of queued emails never change. A kill at any moment leaves
something that the next pass finishes; at worst an email goes out twice, with the same Message-ID.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from pbem.protocol.atomic import SECRET, private_folder, replace_file

SCHEMA = """
CREATE TABLE IF NOT EXISTS place (
  source TEXT, name TEXT, digest TEXT, sender TEXT, state TEXT NOT NULL, PRIMARY KEY (source, name));
CREATE INDEX IF NOT EXISTS place_digest ON place (digest);
CREATE TABLE IF NOT EXISTS email_in (
  digest TEXT PRIMARY KEY, sender TEXT, size INTEGER, arrived INTEGER, state TEXT NOT NULL, kind TEXT, genesis TEXT,
  body TEXT, entry INTEGER, words TEXT, tries INTEGER DEFAULT 0);
CREATE INDEX IF NOT EXISTS in_state ON email_in (state, genesis);
CREATE TABLE IF NOT EXISTS email_out (
  key TEXT PRIMARY KEY, message_id TEXT UNIQUE NOT NULL, genesis TEXT, reader TEXT, seat TEXT, recipient TEXT,
  automatic TEXT, bytes BLOB NOT NULL, reason TEXT, state TEXT NOT NULL, tries INTEGER DEFAULT 0, next INTEGER,
  queued INTEGER, sent INTEGER);
CREATE INDEX IF NOT EXISTS out_state ON email_out (state, next);
CREATE INDEX IF NOT EXISTS out_reader ON email_out (genesis, reader, state);
CREATE TABLE IF NOT EXISTS game (
  genesis TEXT, path TEXT PRIMARY KEY, size INTEGER, mtime_ns INTEGER, entries INTEGER);
CREATE INDEX IF NOT EXISTS game_genesis ON game (genesis);
CREATE TABLE IF NOT EXISTS notice (key TEXT PRIMARY KEY, words TEXT, data TEXT, at INTEGER, told INTEGER DEFAULT 0);
CREATE TABLE IF NOT EXISTS refused (account TEXT PRIMARY KEY, mark TEXT NOT NULL, words TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS budget (
  what TEXT, who TEXT, period INTEGER, count INTEGER, PRIMARY KEY (what, who, period));
CREATE TABLE IF NOT EXISTS phone_question (
  message_id TEXT PRIMARY KEY, genesis TEXT, side TEXT, number INTEGER, lines TEXT);
CREATE TABLE IF NOT EXISTS phone_code (step INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS phone_choice (step INTEGER PRIMARY KEY, choice TEXT);
"""
HOUR, DAY = 3600, 86400
SECRET_BYTES = 32
SYNCHRONOUS = "FULL"
"""A transaction is on the disk when it ends."""
KEPT_BYTES, KEPT_ROWS = 30 * DAY, 365 * DAY
"""How long the bytes of sent emails and the rows of emails that are dealt with are kept; keys of sent ones stay."""
OPEN_STATES = ("fetched", "placed", "waits")
"""Of incoming emails that the next pass looks at again."""
UNTOUCHED, ELSEWHERE = "none", "elsewhere"
"""States of an incoming email that has nothing to do with any game here, and of one for a game that is not here yet. It
stays where it is, and its bytes are not kept."""


class Incoming(Struct, frozen=True):
    """An email that came.

    Attributes:
        digest: SHA-256 of its bytes. `arrived`: when it reached the mailbox, in seconds since 1970.
        state: `fetched`; `placed` (its game is known), `waits`; `taken`, `refused`, `own`, `machine`; `person` (somebody
            has to look at it); `none`, `elsewhere`. `kind`: `sealed`, `refusal`, `slip`, `save`, `sequel`
            or "".
        entry: how many entries its game had when it was tried last.
    """

    digest: str
    sender: str
    size: int
    arrived: int
    state: str
    kind: str
    genesis: str
    entry: int
    words: str
    tries: int


class Outgoing(Struct, frozen=True):
    """An email to be sent.

    Attributes:
        key: what it is, so that it is made once. `reader`: a side, `public` or `gm`. `seat`: fingerprint of who sat there.
        bytes: as they are sent; of a `held` one without the fields that `stamped` adds.
        state: `queued`, `sending`, `sent`, `held`, `failed`, `bounced`, `replaced`. `reason`: why it is held or failed.
    """

    key: str
    message_id: str
    genesis: str
    reader: str
    seat: str
    recipient: str
    automatic: str
    bytes: bytes
    reason: str
    state: str
    tries: int
    queued: int


class PhoneQuestion(Struct, frozen=True):
    """A question that was mailed to a phone: which asking of a side it is, and the order lines in their order."""

    genesis: str
    side: str
    number: int
    lines: tuple[str, ...]


class Notice(Struct, frozen=True):
    """News for whoever sits here: in words for a terminal, as `data` for a program."""

    key: str
    words: str
    data: dict[str, Any]


_IN = ", ".join(Incoming.__struct_fields__)
_OUT = ", ".join(Outgoing.__struct_fields__)


class Journal:
    """The journal of one post. One process at a time writes into it (`at_work.working`)."""

    def __init__(self, path: Path) -> None:
        """Raises OSError, sqlite3.Error."""
        private_folder(path.parent)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, SECRET))
        self.path = path
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
        self.db.executescript(SCHEMA)
        self.secret = _secret(path.with_name("secret"))

    def close(self) -> None:
        self.db.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written within, or nothing."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.commit()
        except BaseException:
            if self.db.in_transaction:  # SQLite ends some by itself, such as on a full disk
                self.db.execute("ROLLBACK")
            raise

    def commit(self) -> None:
        self.db.execute("COMMIT")

    @property
    def id(self) -> str:
        """A name of this post that tells nothing about its secret."""
        return self._mac("post")

    def message_id(self, key: str, domain: str) -> str:
        """The Message-ID of an email: the same again after a lost journal whose secret was kept, and nobody else can
        foretell it."""
        return f"<{self._mac(key)}@{domain}>"

    def mark(self, secret: str) -> str:
        """What may be kept of a secret, to know it again; nobody can find the secret from it."""
        return self._mac(f"mark/{secret}")

    def _mac(self, key: str) -> str:
        mac = hmac.new(self.secret, key.encode(), hashlib.sha256).digest()[:16]
        return base64.b32encode(mac).decode().rstrip("=").lower()

    # -- places in mailboxes ------------------------------------------------------------------

    def places(self, source: str) -> dict[str, tuple[str, str]]:
        """State and sender of what is known in a source, by name."""
        rows = self.db.execute("SELECT name, state, sender FROM place WHERE source = ?", (source,))
        return {name: (state, sender) for name, state, sender in rows}

    def put_place(self, source: str, name: str, digest: str, sender: str, state: str) -> None:
        row = (source, name, digest, sender, state)
        self.db.execute("INSERT OR REPLACE INTO place VALUES (?, ?, ?, ?, ?)", row)

    def forget_places(self, source: str, names: Iterable[str]) -> None:
        """They are not in the mailbox any more."""
        rows = [(source, name) for name in names]
        self.db.executemany("DELETE FROM place WHERE source = ? AND name = ?", rows)

    def to_file(self) -> list[tuple[str, str, str]]:
        """Source and name of emails that are dealt with and still lie in the mailbox, and their state."""
        return self.db.execute(
            "SELECT p.source, p.name, e.state FROM place p JOIN email_in e USING (digest) WHERE p.state = 'fetched' "
            "AND e.state IN ('taken', 'refused', 'own', 'machine', 'person')"
        ).fetchall()

    # -- incoming -----------------------------------------------------------------------------

    def put_incoming(self, digest: str, sender: str, size: int, arrived: int) -> None:
        row = (digest, sender, size, arrived)
        self.db.execute(
            "INSERT OR IGNORE INTO email_in (digest, sender, size, arrived, state, kind, genesis, entry, words) "
            "VALUES (?, ?, ?, ?, 'fetched', '', '', -1, '')",
            row,
        )

    def incoming(self, *states: str, genesis: str = "") -> list[Incoming]:
        """Emails in these states, oldest first; of all games, or of one."""
        marks = ", ".join("?" * len(states))
        only, more = ("AND genesis = ?", [genesis]) if genesis else ("", [])
        rows = self.db.execute(
            f"SELECT {_IN} FROM email_in WHERE state IN ({marks}) {only} ORDER BY arrived, digest",
            [*states, *more],
        )
        return [Incoming(*row) for row in rows]

    def set_incoming(self, digest: str, **values: Any) -> None:
        """Change fields of an incoming email."""
        fields = ", ".join(f"{name} = ?" for name in values)
        self.db.execute(
            f"UPDATE email_in SET {fields} WHERE digest = ?", [*values.values(), digest]
        )

    def forget_incoming(self, digest: str) -> None:
        """As if it had never come: what still lies in a mailbox is fetched again."""
        with self.transaction():
            self.db.execute("DELETE FROM email_in WHERE digest = ?", (digest,))
            self.db.execute("DELETE FROM place WHERE digest = ?", (digest,))

    def open_digests(self) -> set[str]:
        """Of emails whose bytes are still needed."""
        marks = ", ".join("?" * len(OPEN_STATES))
        rows = self.db.execute(f"SELECT digest FROM email_in WHERE state IN ({marks})", OPEN_STATES)
        return {digest for (digest,) in rows}

    def spooled_by(self) -> dict[str, int]:
        """Bytes of the emails that are still needed, by whose limit they count for."""
        marks = ", ".join("?" * len(OPEN_STATES))
        rows = self.db.execute(
            "SELECT p.sender, sum(e.size) FROM email_in e JOIN place p USING (digest) "
            f"WHERE e.state IN ({marks}) GROUP BY p.sender",
            OPEN_STATES,
        )
        return dict(rows.fetchall())

    # -- outgoing -----------------------------------------------------------------------------

    def has_sent(self, message_id: str) -> bool:
        """Is this the Message-ID of an email made here?"""
        return bool(self._one("SELECT 1 FROM email_out WHERE message_id = ?", message_id))

    def recipient_of(self, message_ids: Iterable[str]) -> str:
        """To whom the newest email went that is among these and was made here for one person; "" if none was."""
        for id in reversed([*message_ids]):
            query = "SELECT recipient FROM email_out WHERE message_id = ? AND reader <> 'public'"
            if row := self._one(query, id):
                return str(row[0])
        return ""

    def has_key(self, key: str) -> bool:
        """Was an email with this key made before?"""
        return bool(self._one("SELECT 1 FROM email_out WHERE key = ?", key))

    def last_queued(self, prefix: str, until: int) -> int:
        """When the newest email was made whose key begins so; 0 if none was. One that a clock which was ahead has made
        later than `until` does not count."""
        row = self._one(
            "SELECT max(queued) FROM email_out WHERE substr(key, 1, ?) = ? AND queued <= ?",
            len(prefix),
            prefix,
            until,
        )
        return int(row[0] or 0)

    def is_kind(self, message_id: str, prefix: str) -> bool:
        """Is this the Message-ID of an email made here whose key begins so?"""
        row = self._one("SELECT key FROM email_out WHERE message_id = ?", message_id)
        return bool(row) and str(row[0]).startswith(prefix)

    def put_outgoing(self, row: Outgoing) -> bool:
        """Queue or hold an email; False if one with this key was made before, which then stays as it is.

        A newer report for a side takes the place of an older one that was not sent yet, even if it was tried: it tells the
        same and more, and a mailbox that accepts nothing must not fill the journal.
        """
        values = [getattr(row, name) for name in Outgoing.__struct_fields__]
        marks = ", ".join("?" * len(values))
        cursor = self.db.execute(
            f"INSERT OR IGNORE INTO email_out ({_OUT}) VALUES ({marks})", values
        )
        if cursor.rowcount and row.key.startswith("report/") and row.reader != "public":
            self.db.execute(
                "UPDATE email_out SET state = 'replaced', bytes = x'' WHERE genesis = ? AND reader = ? AND key <> ? "
                "AND state IN ('queued', 'held') AND key LIKE 'report/%'",
                (row.genesis, row.reader, row.key),
            )
        return bool(cursor.rowcount)

    def outgoing(self, state: str, due: int | None = None) -> list[Outgoing]:
        """Emails in a state, in the order in which they were made; only those that may be tried at `due`."""
        return list(self.each_outgoing(state, due))

    def each_outgoing(self, state: str, due: int | None = None) -> Iterator[Outgoing]:
        """The same one after the other: their bytes together may be more than a computer has room for."""
        late = "" if due is None else "AND coalesce(next, 0) <= ?"
        query = f"SELECT rowid FROM email_out WHERE state = ? {late} ORDER BY rowid"
        ids = self.db.execute(query, [state] if due is None else [state, due]).fetchall()
        for (id,) in ids:
            yield Outgoing(*self._one(f"SELECT {_OUT} FROM email_out WHERE rowid = ?", id))

    def set_outgoing(self, key: str, **values: Any) -> None:
        """Change fields of an outgoing email."""
        fields = ", ".join(f"{name} = ?" for name in values)
        self.db.execute(f"UPDATE email_out SET {fields} WHERE key = ?", [*values.values(), key])

    def resume_sending(self) -> None:
        """What was being sent when this post was killed goes out again, with the same bytes and Message-ID."""
        self.db.execute(
            "UPDATE email_out SET state = 'queued', tries = tries + 1 WHERE state = 'sending'"
        )

    def bounce(self, message_id: str) -> Outgoing | None:
        """An email that came back; None if it is none of ours."""
        row = self._one(f"SELECT {_OUT} FROM email_out WHERE message_id = ?", message_id)
        if not row:
            return None
        outgoing = Outgoing(*row)
        if outgoing.state == "sent":
            self.set_outgoing(outgoing.key, state="bounced")
        return outgoing

    # -- news, limits, sums -------------------------------------------------------------------

    def put_notice(self, key: str, words: str, at: int, **data: Any) -> None:
        """News that is told once."""
        row = (key, words, json.dumps(data), at)
        self.db.execute(
            "INSERT OR IGNORE INTO notice (key, words, data, at) VALUES (?, ?, ?, ?)", row
        )

    def untold_notices(self) -> list[Notice]:
        rows = self.db.execute("SELECT key, words, data FROM notice WHERE told = 0 ORDER BY rowid")
        return [Notice(key, words, json.loads(data)) for key, words, data in rows]

    def notices_since(self, at: int, until: int) -> list[Notice]:
        """News after one second and until another one, told or not."""
        rows = self.db.execute(
            "SELECT key, words, data FROM notice WHERE at > ? AND at <= ? ORDER BY rowid",
            (at, until),
        )
        return [Notice(key, words, json.loads(data)) for key, words, data in rows]

    def incoming_among(self, digests: Iterable[str]) -> list[Incoming]:
        """These emails, as far as they are known."""
        rows = [self._one(f"SELECT {_IN} FROM email_in WHERE digest = ?", one) for one in digests]
        return [Incoming(*row) for row in rows if row]

    def set_told(self, key: str) -> None:
        self.db.execute("UPDATE notice SET told = 1 WHERE key = ?", (key,))

    def spent(self, what: str, who: str, period: int) -> int:
        """How often something was done in the hour or the day that began at `period`; 0 for no period."""
        row = self._one(
            "SELECT count FROM budget WHERE what = ? AND who = ? AND period = ?", what, who, period
        )
        return int(row[0]) if row else 0

    def spend(self, what: str, who: str, period: int) -> None:
        self.db.execute(
            "INSERT INTO budget VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
            (what, who, period),
        )

    def reset(self, what: str, who: str) -> None:
        self.db.execute("DELETE FROM budget WHERE what = ? AND who = ?", (what, who))

    def counts(self, table: str) -> Mapping[str, int]:
        """How many emails are in each state; `table` is `email_in` or `email_out`."""
        return dict(self.db.execute(f"SELECT state, count(*) FROM {table} GROUP BY state"))

    def tidy(self, now: int) -> None:
        """Drop the bytes of what was sent long ago, and old rows; a key that was sent stays forever."""
        with self.transaction():
            self.db.execute(
                "UPDATE email_out SET bytes = x'' WHERE state IN ('sent', 'bounced') AND sent < ?",
                (now - KEPT_BYTES,),
            )
            self.db.execute(
                "DELETE FROM email_in WHERE arrived < ? AND state NOT IN ('fetched', 'placed', 'waits') "
                "AND digest NOT IN (SELECT digest FROM place)",
                (now - KEPT_ROWS,),
            )
            self.db.execute("DELETE FROM budget WHERE period BETWEEN 1 AND ?", (now - 2 * DAY,))

    # -- answers from a phone -----------------------------------------------------------------

    def put_phone_question(self, message_id: str, question: PhoneQuestion) -> None:
        row = (message_id, question.genesis, question.side, question.number)
        values = (*row, json.dumps(question.lines))
        self.db.execute("INSERT OR IGNORE INTO phone_question VALUES (?, ?, ?, ?, ?)", values)

    def phone_question(self, message_id: str) -> PhoneQuestion | None:
        """The question that was mailed with this Message-ID; None if none was."""
        query = "SELECT genesis, side, number, lines FROM phone_question WHERE message_id = ?"
        if not (row := self._one(query, message_id)):
            return None
        genesis, side, number, lines = row
        return PhoneQuestion(genesis, side, number, tuple(json.loads(lines)))

    def last_phone_question(self, genesis: str, side: str) -> int:
        """The number of the newest question of a side that was mailed to the phone; 0 if none was."""
        query = "SELECT coalesce(max(number), 0) FROM phone_question WHERE genesis = ? AND side = ?"
        return int(self._one(query, genesis, side)[0])

    def last_phone_code(self) -> int:
        """The time step of the newest number of the authenticator that was used; 0 if none was."""
        return int(self._one("SELECT coalesce(max(step), 0) FROM phone_code")[0])

    def use_phone_code(self, step: int, choice: str) -> None:
        """Neither the number of this time step nor an older one counts from now on. `choice`: what came with it."""
        self.db.execute("INSERT OR IGNORE INTO phone_code VALUES (?)", (step,))
        self.db.execute("INSERT OR IGNORE INTO phone_choice VALUES (?, ?)", (step, choice))

    def phone_choice(self, step: int | None) -> str:
        """What came with the number of this time step; "" if it was not used."""
        row = self._one("SELECT choice FROM phone_choice WHERE step = ?", step)
        return str(row[0]) if row else ""

    # -- accounts -----------------------------------------------------------------------------

    def refused(self, account: str, mark: str) -> str:
        """Why a mail server has refused the secret of that mark; "" if it has not."""
        row = self._one("SELECT words FROM refused WHERE account = ? AND mark = ?", account, mark)
        return str(row[0]) if row else ""

    def put_refused(self, account: str, mark: str, words: str) -> None:
        self.db.execute("INSERT OR REPLACE INTO refused VALUES (?, ?, ?)", (account, mark, words))

    def refusals(self, accounts: Iterable[str]) -> list[str]:
        """What is said of the secrets of these accounts that are not tried again."""
        query = "SELECT words FROM refused WHERE account = ?"
        rows = [self._one(query, account) for account in sorted({*accounts})]
        return [str(row[0]) for row in rows if row]

    def forget_refused(self, account: str) -> None:
        """The secret of this account may be tried again."""
        if self._one("SELECT 1 FROM refused WHERE account = ?", account):
            with self.transaction():
                self.db.execute("DELETE FROM refused WHERE account = ?", (account,))

    # -- games --------------------------------------------------------------------------------

    def games(self) -> dict[str, tuple[str, int, int, int]]:
        """Genesis, size, time and entries of the saves that are known, by path."""
        rows = self.db.execute("SELECT path, genesis, size, mtime_ns, entries FROM game")
        return {path: tuple(rest) for path, *rest in rows}

    def put_game(self, path: str, genesis: str, size: int, mtime_ns: int, entries: int) -> None:
        row = (genesis, path, size, mtime_ns, entries)
        self.db.execute("INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?, ?)", row)

    def forget_games(self, paths: Iterable[str]) -> None:
        self.db.executemany("DELETE FROM game WHERE path = ?", [(path,) for path in paths])

    def paths_of(self, genesis: str) -> list[tuple[str, int]]:
        """The saves of a game, and how many entries each has."""
        rows = self.db.execute("SELECT path, entries FROM game WHERE genesis = ?", (genesis,))
        return rows.fetchall()

    def genesis_like(self, digits: str) -> list[str]:
        """The games whose hashes begin so: a stranger can look for one that begins as another does."""
        rows = self.db.execute(
            "SELECT DISTINCT genesis FROM game WHERE substr(genesis, 1, ?) = ?",
            (len(digits), digits),
        )
        return [genesis for (genesis,) in rows]

    def _one(self, query: str, *values: object) -> Any:
        return self.db.execute(query, values).fetchone()


def _secret(path: Path) -> bytes:
    """What Message-IDs are made from. It is kept beside the journal, so that it outlives it. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        if len(secret := path.read_bytes()) == SECRET_BYTES:
            return secret
    replace_file(path, os.urandom(SECRET_BYTES), mode=SECRET)
    return path.read_bytes()
