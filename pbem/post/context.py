"""What every part of a pass needs: what was said about the email, the journal, the process that reads, the time."""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from pbem.errors import Garbled, PbemError
from pbem.home import computer, opening
from pbem.ledger.values import PUBLIC
from pbem.mail import addresses
from pbem.mail.write import eml
from pbem.post import games
from pbem.post.config import Config
from pbem.post.journal import DAY, Incoming, Journal, Outgoing
from pbem.post.reading import EmailReader, Reading
from pbem.post.sources import Mailbox
from pbem.post.ways_out import WayOut
from pbem.proof.reader import Reader
from pbem.protocol.atomic import SECRET, private_folder, replace_file
from pbem.protocol.keys import Identity
from pbem.protocol.offices import GM
from pbem.round import correspondents

NO_ADDRESS = "no address of {reader} is confirmed"
OTHER_SEAT = "somebody else has this seat now"
NO_GAME = "its game is not in your folder of games"


ROOM = 4_000_000
"""Bytes of texts and saves that are kept in one pass: however many emails wait, they do not fill the memory."""
Rows = tuple[tuple[str, str, bool], ...]
"""Of an address book: party, address in lower case, and whether it is confirmed."""


class Context(Struct):
    """One post at work.

    Attributes:
        folder: with the journal, the spool and the outbox. `identity`: whose post this is; raises Locked, NoIdentity.
        now: seconds since 1970. `say`: takes a sentence that is not kept. `later`: how many emails were over a limit,
            by whose limit (`once.payer`).
        way_out: how email leaves. `mailboxes`: where it arrives. `readings`: what was read in this pass, by digest,
            while there is `room`; what is not among them is read again.
        done: what this pass did, in sentences. `alone`: no other post of this computer is at work.
    """

    config: Config
    journal: Journal
    reader: EmailReader
    identity: Callable[[], Identity]
    now: int
    say: Callable[[str], None]
    folder: Path
    way_out: WayOut
    mailboxes: list[Mailbox] = field(default_factory=list)
    later: dict[str, int] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    room: int = ROOM
    done: list[str] = field(default_factory=list)
    seats: dict[tuple[str, int], dict[str, str]] = field(default_factory=dict)
    alone: bool = True
    books: dict[str, tuple[tuple[int, int], Rows]] = field(default_factory=dict)

    @property
    def outbox(self) -> Path:
        return self.folder / computer.OUTBOX

    @property
    def invitations(self) -> Path:
        """Where saves of games lie that nobody here has joined yet."""
        return self.folder / computer.INVITATIONS

    def spool_file(self, digest: str) -> Path:
        return self.folder / "spool" / digest

    def spooled(self, digest: str) -> bytes:
        """The bytes of an email that was fetched. Raises OSError."""
        return self.spool_file(digest).read_bytes()

    def keep_in_spool(self, raw: bytes) -> str:
        """Put an email on the disk, and return its digest. Raises OSError."""
        digest = hashlib.sha256(raw).hexdigest()
        private_folder(self.folder / "spool")
        if not self.spool_file(digest).exists():
            replace_file(self.spool_file(digest), raw, mode=SECRET)
        return digest

    def spool_size(self) -> int:
        folder = self.folder / "spool"
        return sum(file.stat().st_size for file in os.scandir(folder)) if folder.is_dir() else 0

    def reading(self, row: Incoming) -> Reading:
        """What is in an email. Raises TooSlow, OSError."""
        reading = self.readings.get(row.digest)
        if reading is None:
            reading = self.reader.read(self.spooled(row.digest))
            self.room -= len(reading.text) + len(reading.save)
            if self.room >= 0:
                self.readings[row.digest] = reading
        return reading

    def forget_readings(self) -> None:
        """Begin with no readings, and room for some."""
        self.readings.clear()
        self.room = ROOM

    def save_of(self, genesis: str) -> Path | None:
        """The save on which a game is played here, or that of an invitation."""
        save = games.newest(self.journal, genesis, self.config.folder)
        return save or games.newest(self.journal, genesis, self.invitations)

    def seat(self, genesis: str, party: str) -> str:
        """Fingerprint of who has a seat now, or of the GM; "" for nobody, the public, and an unknown game."""
        path = self.save_of(genesis)
        if path is None:
            return ""
        key = (str(path), path.stat().st_mtime_ns)
        if key not in self.seats:
            try:
                self.keep_seats(path, opening.read_game(Reader, path, None))
            except PbemError:
                return ""
        return self.seats[key].get(party, "")

    def keep_seats(self, path: Path, game: Reader) -> None:
        """Who sits where in a game that was read from this file."""
        parties = (*game.ledger.sides, *[GM] * game.ledger.offices.moderated)
        seats = {one: correspondents.fingerprint(game, one) for one in parties}
        self.seats[(str(path), path.stat().st_mtime_ns)] = seats

    def address_of(self, genesis: str, party: str, seat: str) -> str:
        """The confirmed address of who has this seat; "" if none is. Raises OSError."""
        try:
            row = addresses.read(computer.addresses(genesis)).of(party, seat)
        except Garbled:
            return ""
        return row.address if row is not None else ""

    def confirmed(self, players: bool = False) -> frozenset[str]:
        """All confirmed addresses of all games, in lower case; `players`: only those of players. Raises OSError."""
        left_out = (GM, PUBLIC) if players else ()
        return frozenset(
            address
            for rows in self._books().values()
            for party, address, is_sure in rows
            if is_sure and party not in left_out
        )

    def games_of(self, address: str) -> list[str]:
        """The games of which a player writes from this address, confirmed or not. Raises OSError."""
        if not address:
            return []
        in_lower_case = address.lower()
        return sorted(
            Path(path).stem
            for path, rows in self._books().items()
            if any(own == in_lower_case and party not in (GM, PUBLIC) for party, own, _ in rows)
        )

    def _books(self) -> dict[str, Rows]:
        """The address book of each game, by its file; only one that has changed is read. Raises OSError."""
        folder, books = computer.addresses("").parent, dict[str, tuple[tuple[int, int], Rows]]()
        for file in os.scandir(folder) if folder.is_dir() else ():
            if not file.name.endswith(".toml") or file.name.startswith("."):
                continue
            status = file.stat()
            mark = (status.st_ino, status.st_mtime_ns)
            known = self.books.get(file.path)
            books[file.path] = known if known and known[0] == mark else (mark, _rows(file.path))
        self.books = books
        return {path: rows for path, (_, rows) in books.items()}

    def tell_of_email(
        self, kind: str, digest: str, sender: str, words: str, is_signed: bool = False
    ) -> None:
        """News about one email. In a transaction.

        Args:
            is_signed: by the key of a seat. A From line anybody can write: of those emails the first of each kind in a
                day is told, of each confirmed address and of all strangers together.
        """
        is_confirmed = sender.lower() in self.confirmed()
        key, notice = f"{kind}/{digest}", f"An email of {sender or 'nobody'} {words}"
        if not is_signed and is_confirmed:
            key = f"{kind}/{sender.lower()}/{self.now // DAY}"
            notice += " More such emails may have come today; you get this notice once per day."
        elif not is_confirmed:
            key = f"{kind}/strangers/{self.now // DAY}"
            notice += (
                " Other strangers may have written today too; you get this notice once per day."
            )
        self.journal.put_notice(key, notice, self.now, kind=kind)

    def enqueue(
        self, key: str, genesis: str, reader: str, seat: str, to: str, mail: bytes, automatic: str
    ) -> bool:
        """Queue a finished email with the bytes that are sent, or hold it while it has no address; False if it was before.

        Args:
            key: what it is; a second email of that key is not made. `to`: the address, "" if none is confirmed.
        """
        id = self.journal.message_id(key, self.config.domain)
        state, reason = ("queued", "") if to else ("held", NO_ADDRESS.format(reader=reader))
        data = eml.stamped(mail, self.config.address, to, id, self.now, automatic) if to else mail
        row = Outgoing(
            key, id, genesis, reader, seat, to, automatic, data, reason, state, 0, self.now
        )  # fmt: skip
        is_new = self.journal.put_outgoing(row)
        if is_new and not to and reader and genesis:
            self._tell_held(genesis, reader, seat)
        return is_new

    def _tell_held(self, genesis: str, reader: str, seat: str) -> None:
        """Emails wait for an address; where one came that is not confirmed, the round tells that."""
        path = self.save_of(genesis)
        if path is None or reader in addresses.read(computer.addresses(genesis)).rows:
            return
        words = (
            f"{path}: no address of {reader} is known, so emails to {reader} are held: "
            f"pbem addresses {shlex.quote(str(path))} {reader} ADDRESS"
        )
        key = f"held/{genesis}/{reader}/{seat}"
        self.journal.put_notice(key, words, self.now, kind="address", file=str(path))


def _rows(path: str) -> Rows:
    """The rows of an address book; none of a damaged one. Raises OSError."""
    try:
        rows = addresses.read(Path(path)).rows
    except Garbled:
        return ()
    return tuple((party, row.address.lower(), row.confirmed) for party, row in rows.items())
