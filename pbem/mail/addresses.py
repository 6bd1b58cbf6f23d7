"""Who gets mail where, game by game: kept beside the identity of who sends it, never in the save.

A report may hold its reader's secrets, so an address counts only once the GM has written or confirmed
it, and only for the key that sat on the seat then: who takes the seat over has another address.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct, field

from pbem.errors import BadAddress, Garbled
from pbem.mail.read.header import ADDRESS, NOBODY, Sender
from pbem.protocol import toml
from pbem.protocol.atomic import SECRET, private_folder, replace_file


def checked_address(address: str) -> str:
    """An address that a mail may go to. Raises BadAddress."""
    address = address.strip()
    if not ADDRESS.compiled.fullmatch(address):
        raise BadAddress(address=address)
    return address


class AddressRow(Struct, frozen=True, omit_defaults=True):
    """Where one party gets mail.

    Attributes:
        key: fingerprint of who sat there when it was learned; "" for a list, or before anybody does.
        confirmed: written by the owner of this book, or agreed to by him; else it only came by mail.
        instead: of which address the owner had written for who would join, when the mail came from this.
        last: Message-ID of the last mail that came from there. `before`: what that mail answered.
        slip: number of the newest return slip of this key, 0 for none. `post`: it says that a program reads the emails.
    """

    address: str
    key: str = ""
    confirmed: bool = False
    instead: str = ""
    last: str = ""
    before: tuple[str, ...] = ()
    slip: int = 0
    post: bool = False


class Book(Struct, frozen=True):
    """The addresses of one game: of its sides, of `gm`, and of `public`, the list for everybody."""

    rows: Mapping[str, AddressRow] = field(default_factory=dict)

    def of(self, party: str, key: str = "") -> AddressRow | None:
        """Where mail to a party goes, if that is sure and meant for who has this key."""
        row = self.rows.get(party)
        if row is None or not row.confirmed or (row.key and row.key != key):
            return None
        return row

    def put(self, party: str, address: str, key: str = "") -> Book:
        """With an address that the owner of the book wrote himself; the whole save goes there. Raises BadAddress."""
        row, address = self.rows.get(party), checked_address(address)
        slip = row.slip if row is not None and row.key == key else 0
        if slip and row is not None and row.address == address:
            new_row = msgspec.structs.replace(row, confirmed=True, post=False)
        else:
            new_row = AddressRow(address, key, confirmed=True, slip=slip)
        return self._with(party, new_row)

    def slipped(self, party: str, address: str, key: str, n: int, post: bool) -> Book:
        """With a return slip, which its signature confirms, unless a newer one of this key is known.

        Raises BadAddress.
        """
        row, address = self.rows.get(party), checked_address(address)
        if row is None or row.key != key or row.address != address:
            row = AddressRow(address, key, slip=row.slip if row and row.key == key else 0)
        if n <= row.slip:
            return self
        new = msgspec.structs.replace(row, confirmed=True, instead="", slip=n, post=post)
        return self._with(party, new)

    def confirm(self, party: str) -> Book:
        """With what came by mail agreed to; `party` has an address."""
        return self._with(party, msgspec.structs.replace(self.rows[party], confirmed=True))

    def without(self, party: str) -> Book:
        return Book({name: row for name, row in self.rows.items() if name != party})

    def heard(self, party: str, sender: Sender, key: str) -> Book:
        """With the email by which a party took its seat, signed with this key.

        An address that is new for this key waits to be confirmed: anybody can write anything in a From line. That of a
        mailing list teaches nothing.
        """
        sender = NOBODY if sender.listed else sender
        row = self.rows.get(party)
        is_known = row is not None and row.key in ("", key)
        if row is not None and is_known and row.slip:  # a return slip is surer than a From line
            return self.answered(party, sender, key)
        if row is None or not is_known or (not row.key and _other(row, sender)):
            if not sender.address:
                return self
            address = row.address if row is not None and not row.key else ""
            row = AddressRow(sender.address, key, instead=address)
        return self._with(party, msgspec.structs.replace(row, key=key)).answered(party, sender, key)

    def answered(self, party: str, sender: Sender, key: str) -> Book:
        """With an email that was signed with this key as the one to answer, if it came from the address known here."""
        row = self.rows.get(party)
        if row is None or row.key != key or not sender.id or sender.listed or _other(row, sender):
            return self
        return self._with(party, msgspec.structs.replace(row, last=sender.id, before=sender.before))

    def _with(self, party: str, row: AddressRow) -> Book:
        return Book({**self.rows, party: row})


def _other(row: AddressRow, sender: Sender) -> bool:
    return bool(sender.address) and sender.address.lower() != row.address.lower()


def read(path: Path) -> Book:
    """The book in a file; an empty one if there is none. Raises Garbled, OSError."""
    try:
        rows = tomllib.loads(path.read_text("utf-8"))
        return Book(msgspec.convert(rows, dict[str, AddressRow]))
    except FileNotFoundError:
        return Book()
    except (ValueError, msgspec.ValidationError) as error:
        raise Garbled(why=f"the addresses in {path} are damaged; delete the file") from error


def write(path: Path, book: Book) -> None:
    """Keep a book, for its owner's eyes. Raises OSError."""
    private_folder(path.parent)
    text = toml.dumps(msgspec.to_builtins(dict(book.rows)))
    replace_file(path, text.encode("utf-8"), mode=SECRET)
