"""The save: readable TOML that holds the whole game, its last line signs the bytes above it.

DESIGN 6: check the signature first, parse second. Loading looks at no entry's contents, so the
hundredth turn costs what the first did; entries are copied verbatim from save to save.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.errors import BadInput, Garbled, NotTrusted, Oversized, SaveTampered
from pbem.protocol import sshsig, toml
from pbem.protocol.atomic import replace_file
from pbem.protocol.entry import Entry
from pbem.protocol.gms import gms_after
from pbem.protocol.keys import Identity, PublicKeys

NAMESPACE = "pbem1-save"
LIMIT = 64 * 1024 * 1024  # bytes of a file
_COMMENT = """\
# A game moderated by pbem. This file is the whole game: what it is, how it stands, and the log of
# every signed step. Check it with `pbem verify`; `pbem show` prints it. Do not edit it, not even a
# space: the last line is the GM's signature over everything above it.
"""
_MARK = b"# signed: "
_NEW_GM = b'"type":"gm"'
_LOG = b"\n[[entry]]\n"
_ENTRY = re.compile(rb"\n\[\[entry\]\]\nbody = '''([^\n]*)'''\nsig = '([A-Za-z0-9+/=]*)'\n")


@dataclass(frozen=True)
class Save:
    """What a save says: `[game]`, further tables for reading, and the log."""

    header: dict[str, Any]
    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()

    @property
    def heads(self) -> tuple[str, ...]:
        """The head after each entry, for `pins.Pins`; hashes the log, parses nothing."""
        return tuple(entry.head for entry in self.entries)


def dumps(save: Save, identity: Identity) -> bytes:
    """The signed bytes of a save; the same save and identity give the same bytes.

    Raises NotCanonical or BadText for tables with values that do not belong there.
    """
    for name in save.sections:
        if name in {"game", "entry"}:
            raise ValueError(f"the table [{name}] of a save is taken")
    tables = toml.dumps({"game": save.header, **save.sections})
    if _LOG.decode() in f"\n{tables}":
        raise ValueError("a text in a save looks like the log")
    log = b"".join(
        b"%sbody = '''%s'''\nsig = '%s'\n" % (_LOG, entry.raw, entry.signature.encode("ascii"))
        for entry in save.entries
    )
    signed = f"{_COMMENT}\n{tables}".encode() + log + b"\n"
    return signed + _MARK + identity.sign(NAMESPACE, signed).encode("ascii") + b"\n"


def loads(data: bytes, gm: PublicKeys | None = None) -> Save:
    """The save in a file, once its signature is good.

    `gm` is the key this client has pinned; without one the key in the genesis is trusted on first
    use, and must have signed the genesis too. Raises SaveTampered, Oversized, and Garbled when
    what the GM signed is not a save.
    """
    if len(data) > LIMIT:
        raise Oversized(size=len(data), unit="bytes", limit=LIMIT)
    signed, signature = _split(data)
    start = signed.find(_LOG)
    founder = _genesis_signer(signed, start) if gm is None else gm
    if _NEW_GM not in signed:
        _check_signature([founder], signed, signature)
    entries = _entries(signed, start)
    if _NEW_GM in signed:
        try:
            # The one who hands over still signs the save that says so.
            gms = [*gms_after(founder, entries[:-1]), *gms_after(founder, entries)]
        except (BadInput, NotTrusted) as error:
            raise SaveTampered(why="it names a GM whom no GM has named") from error
        _check_signature(gms, signed, signature)
    try:
        tables = tomllib.loads(signed[:start].decode("utf-8"))
    except ValueError as error:
        raise Garbled(why="the tables of this save are not TOML") from error
    header = tables.pop("game", None)
    if not isinstance(header, dict) or not all(isinstance(item, dict) for item in tables.values()):
        raise Garbled(why="a save has a table [game] and nothing outside tables")
    return Save(header, tables, entries)


def _check_signature(gms: Sequence[PublicKeys], signed: bytes, signature: str) -> None:
    """Pass if one of these keys signed the save. Raises SaveTampered."""
    for place, gm in enumerate(gms):
        try:
            sshsig.verify(gm, NAMESPACE, signed, signature)
        except NotTrusted as error:
            if place == len(gms) - 1:
                raise SaveTampered(why=str(error.facts["why"])) from error
        else:
            return


def write_atomic(path: str | Path, data: bytes) -> None:
    """Write a save; at every instant either the old or the new one is there whole.

    The old one stays as `<name>.bak`. Raises OSError, and the old save is then untouched.
    """
    replace_file(Path(os.path.realpath(path)), data, backup=True)


def _split(data: bytes) -> tuple[bytes, str]:
    """The signed bytes and the signature."""
    if b"\r" in data:
        raise SaveTampered(why="its line ends were changed on the way; send it as an attachment")
    end = data.rfind(b"\n", 0, -1) + 1
    last = data[end:]
    if not last.startswith(_MARK) or not last.endswith(b"\n"):
        raise SaveTampered(why="the last line is not its signature, so it was cut or added to")
    return data[:end], last[len(_MARK) : -1].decode("ascii", "replace")


def _genesis_signer(signed: bytes, start: int) -> PublicKeys:
    """The GM's key out of the first entry, which it must have signed."""
    found = _ENTRY.match(signed, start) if start >= 0 else None
    if found is None:
        raise SaveTampered(why="it has no genesis entry")
    genesis = _entry(found)
    try:
        signer = PublicKeys.from_dict(genesis.body.get("gm"))
        genesis.verify(signer)
    except (BadInput, NotTrusted) as error:
        raise SaveTampered(why="its genesis entry is not signed by the GM it names") from error
    return signer


def _entries(signed: bytes, start: int) -> tuple[Entry, ...]:
    entries = []
    at = start
    while found := _ENTRY.match(signed, at):
        entries.append(_entry(found))
        at = found.end()
    if start < 0 or signed[at:] != b"\n":
        raise Garbled(why=f"entry {len(entries)} of this save is not laid out as an entry")
    return tuple(entries)


def _entry(found: re.Match[bytes]) -> Entry:
    return Entry(found[1], found[2].decode("ascii"))
