"""The save: readable TOML that holds the whole game, its last line signs the bytes above it.

Its tables are for people: a reader checks the signature, takes the log, and looks at nothing else.
Reading looks at no entry's contents either, so the hundredth turn costs what the first did; entries
are copied verbatim from save to save.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pbem.errors import (
    BadInput,
    BadSignature,
    Duel,
    Garbled,
    NotASave,
    NotTrusted,
    OtherFormat,
    Oversized,
    SaveFull,
    SaveTampered,
)
from pbem.patterns import Pattern
from pbem.protocol import armour, bodies, envelope, sshsig, textfile, toml
from pbem.protocol.atomic import replace_file
from pbem.protocol.bodies import DuelAccept, DuelEnvelope, SignedReveal
from pbem.protocol.entry import LIMIT as LARGEST
from pbem.protocol.entry import Entry
from pbem.protocol.gms import duellists, gms_after
from pbem.protocol.hashing import digest
from pbem.protocol.keys import Identity
from pbem.protocol.public import fingerprint

NAMESPACE = "pbem2-save"
SEQUEL = b"# A sequel of a game moderated by pbem"
LIMIT = 64 * 1024 * 1024  # bytes of a file
SIGNATURE, ENTRY = 1024, 1024  # and less: the last line; what stands round the body of an entry
TABLES = 1024 * 1024  # and less: what stands above the log
LAST = 1024 * 1024
RULED = LARGEST + 4 * LAST
ORDINARY = RULED + LARGEST
"""Bytes that must be left in a save before the last words of a game, before another step of the GM, and before
anything else: so whatever players send, the GM can still rule, and the game can end."""
_HEADER = Pattern(
    r"(?:From|To|Subject|Date|Return-Path|Received|Delivered-To|Message-ID|MIME-Version|X-[\w-]+):? ",
    re.IGNORECASE,
)
_COMMENT = f"""\
{armour.SAVED}. This file is the whole game: what it is, how it stands, and the log of
# every signed step. Check it with `pbem verify`; `pbem show` prints it. Do not edit it, not even a
# space: the last line is the GM's signature over everything above it.
"""
_DUEL_COMMENT = f"""\
{armour.DUEL}. This file is the whole game, and your opponent needs nothing else: what it is, how it
# stands, the log of every signed step, and at most one order that is not in it yet. Do not edit
# it, not even a space: the last line is a player's signature over everything above it.
"""
_MARK = b"# signed: "
LOG = b"\n[[entry]]\n"
_MENU_LINE = rb"([a-z][a-z0-9_]{0,31}) = ['\"]([A-Za-z0-9+/=]{1,400000})['\"]\n"
_MENU = Pattern(_MENU_LINE)
_MENUS = Pattern(rb"\n\[menus\]\n(?:" + _MENU_LINE + rb"){1,8}")
_BOM = b"\xef\xbb\xbf"
_ORDER_LINES = b"\n[order]\nbody = '''%s'''\nsig = '%s'\n"
_ORDER = Pattern(rb"\n\[order\]\nbody = '''([^\n]*)'''\nsig = '([A-Za-z0-9+/=]*)'\n\n")
_REVEAL = b"\n[[reveal]]\n"
_REVEAL_LINES = b"%sbody = '''%s'''\nsig = '%s'\n"
_REVEAL_PATTERN = rb"\n\[\[reveal\]\]\nbody = '''([^\n]*)'''\nsig = '([A-Za-z0-9+/=]*)'\n"
MOST_REVEALS = 256
ENTRY_LINES = re.compile(rb"\n\[\[entry\]\]\nbody = '''([^\n]*)'''\nsig = '([A-Za-z0-9+/=]*)'\n")


class Save(Struct, frozen=True, dict=True):
    """What a program reads of a save: the log, and the fingerprint of the GM who signed the file.

    Attributes:
        tables: the bytes of the tables, for `verify` to compare with what the log leads to.
        beside: sealed menus by their hash, of a game that has not been written yet.
        reveals: keys behind the log of a duel that is over; none is checked. order: behind the log of a duel, neither.
    """

    entries: tuple[Entry, ...]
    signer: str
    tables: bytes = b""
    beside: Mapping[str, str] = field(default_factory=dict)
    reveals: tuple[SignedReveal, ...] = ()
    order: DuelEnvelope | None = None

    @property
    def listed_menus(self) -> dict[str, str]:
        """The table [menus], side to sealed text: what it lists before anything else.

        Nobody may believe it but for what the log has hashes of.
        """
        if b"[menus]" not in self.tables:
            return {}
        table = _MENUS.compiled.search(self.tables)
        menus = _MENU.compiled.findall(table[0] if table else b"")
        return {side.decode(): text.decode() for side, text in menus}

    @cached_property
    def menus(self) -> dict[str, str]:
        """The sealed menus beside the log, by their SHA-256."""
        return {digest(text.encode()): text for text in self.listed_menus.values()} | {
            **self.beside
        }

    @property
    def heads(self) -> tuple[str, ...]:
        """The head after each entry, for `pins.Pins`; hashes the log, parses nothing."""
        return tuple(entry.head for entry in self.entries)


def write(
    header: Mapping[str, Any],
    sections: Mapping[str, Mapping[str, Any]],
    entries: Sequence[Entry],
    identity: Identity,
    duel: bool = False,
    order: DuelEnvelope | None = None,
    reveals: Sequence[SignedReveal] = (),
) -> bytes:
    """The signed bytes of a save; the same values and identity give the same bytes.

    Args:
        header: the table [game]. `sections`: further tables, for people.
        duel: is it a game without a GM? `order`: one that is not in its log yet. `reveals`: of a duel that is over.

    Raises NotCanonical or BadText for tables with values that do not belong there. Oversized: no reader would take it.
    """
    for name in sections:
        if name in {"game", "entry"}:
            raise ValueError(f"the table [{name}] of a save is taken")
    parts = [top(header, sections, duel)]
    for entry in entries:
        parts += (LOG, b"body = '''", entry.raw, b"'''\nsig = '", entry.signature.encode("ascii"))
        parts.append(b"'\n")
    if order is not None:
        order_raw = bodies.encode_again(order.body)
        parts.append(_ORDER_LINES % (order_raw, order.sig.encode("ascii")))
    for reveal in reveals:
        raw, sig = bodies.encode_again(reveal.body), reveal.sig.encode("ascii")
        parts.append(_REVEAL_LINES % (_REVEAL, raw, sig))
    signed_bytes = b"".join((*parts, b"\n"))
    if len(signed_bytes) + SIGNATURE > LIMIT:
        raise Oversized(size=len(signed_bytes), unit="bytes", limit=LIMIT)
    signature = identity.sign(NAMESPACE, signed_bytes).encode("ascii")
    return b"".join((signed_bytes, _MARK, signature, b"\n"))


def check_room(entries: Sequence[Entry], needed: int = ORDINARY) -> None:
    """Pass if a save of these entries and the tables has so many bytes left for one more entry. Raises SaveFull."""
    size = sum(len(entry.raw) + ENTRY for entry in entries)
    most = LIMIT - TABLES - needed
    if size > most:
        raise SaveFull(size=size, limit=most)


def top(
    header: Mapping[str, Any], sections: Mapping[str, Mapping[str, Any]], duel: bool = False
) -> bytes:
    """The bytes of a save above its log. Raises as `write`."""
    tables = toml.dumps({"game": header, **sections})
    if LOG.decode() in f"\n{tables}":
        raise ValueError("a text in a save looks like the log")
    return f"{_DUEL_COMMENT if duel else _COMMENT}\n{tables}".encode()


def _is_email(data: bytes) -> bool:
    """Does this begin with a line of a header, as an email does that somebody has saved?"""
    return _HEADER.compiled.match(data[: armour.PROSE].decode("latin-1")) is not None


def read(data: bytes, gms: Collection[str] = ()) -> Save:
    """The log in a file, once the file's signature is good.

    Args:
        gms: fingerprints of those whom this client knows as GMs of the game. If none of them has
            signed, the log says who is GM: the key in the genesis is trusted on first use, and
            each who follows was brought in by one of those before.

    Raises NotASave, TriedOnly, SaveTampered, Duel, OtherFormat, Oversized, and Garbled when what the GM signed is not a save.
    """
    if len(data) > LIMIT:
        raise Oversized(size=len(data), unit="bytes", limit=LIMIT)
    textfile.refuse_branch(data)
    data = as_written(data)
    if is_duel(data):
        raise Duel
    if not data.startswith(armour.SAVED.encode()):
        found_kind = armour.describe_foreign_text(data[: armour.PROSE].decode("utf-8", "replace"))
        found_kind = found_kind or (
            "a zip file: unpack it first" if data.startswith(b"PK\3\4") else ""
        )
        found_kind = found_kind or ("" if data.strip() else "empty")
        found_kind = found_kind or ("an email without a save in it" if _is_email(data) else "")
        if data.startswith(SEQUEL):
            found_kind = "what is new in a game, which `pbem post` puts behind your save. An email to the GM with the subject `save` brings the whole game"
        raise NotASave(
            why=f"it is {found_kind}"
            if found_kind
            else "it is something else, or was cut or added to"
        )
    signed_bytes, signature = _split(data)
    try:
        signer = sshsig.signer(signature)
    except BadSignature as error:
        raise SaveTampered(why=error.facts["why"]) from error
    name = fingerprint(signer)
    if name in gms:
        _check(signer, signed_bytes, signature)
        return Save(_entries(signed_bytes), name, _tables(signed_bytes))
    # Who may sign stands in the log, so here it is read before the file's signature is checked.
    try:
        entries = _entries(signed_bytes)
        gms_before, gms_now = gms_after(entries)
    except (Duel, OtherFormat):
        raise
    except (BadInput, NotTrusted) as error:
        raise SaveTampered(why=f"its log does not say who is GM ({error})") from error
    # The one who hands over still signs the save that says so.
    if signer not in {gm.ed25519 for gm in (*gms_before, *gms_now)}:
        raise SaveTampered(why="it was made with another key")
    _check(signer, signed_bytes, signature)
    return Save(entries, name, _tables(signed_bytes))


def read_duel(data: bytes) -> tuple[Save, DuelEnvelope | None]:
    """The log in a file of a duel that one of its players signed, and the order behind the log.

    The keys of the players are those in the genesis and in the accept, which may be the order. No entry, no order and
    no reveal is checked here.

    Raises NotASave, SaveTampered, Oversized, BrokenChain, WeakKey, and Garbled, BadText, NotCanonical for the order.
    """
    if len(data) > LIMIT:
        raise Oversized(size=len(data), unit="bytes", limit=LIMIT)
    data = as_written(data)
    if not is_duel(data):
        raise NotASave(why=f"a file of a duel begins with `{armour.DUEL}`")
    signed_bytes, signature = _split(data)
    try:
        signer = sshsig.signer(signature)
    except BadSignature as error:
        raise SaveTampered(why=error.facts["why"]) from error
    log, reveals = _without_reveals(signed_bytes)
    log, order = _without_order(log)
    entries = _entries(log)
    players = duellists(entries[:2])
    if order is not None and isinstance(order.body, DuelAccept):
        players.append(order.body.keys)
    if signer not in {keys.ed25519 for keys in players}:
        raise SaveTampered(why="it was made with another key")
    _check(signer, signed_bytes, signature)
    facts = entries, fingerprint(signer), _tables(signed_bytes)
    save = Save(*facts, reveals=reveals, order=order)
    return save, order


def read_any(data: bytes) -> Save:
    """The log of a save, or of the file of a duel. Raises as `read`, `read_duel`."""
    return read_duel(data)[0] if is_duel(data) else read(data)


def is_duel(data: bytes) -> bool:
    """Is this, by its first line, the file of a game without a GM?"""
    return data.removeprefix(_BOM).startswith(armour.DUEL.encode())


def _without_reveals(signed: bytes) -> tuple[bytes, tuple[SignedReveal, ...]]:
    """What stands above the reveals of a duel's file, and these. Raises Garbled, BadText, NotCanonical."""
    start = at = signed.find(_REVEAL, max(signed.find(LOG), 0))
    if at < 0:
        return signed, ()
    reveals, reveal_lines = list[SignedReveal](), re.compile(_REVEAL_PATTERN)
    while len(reveals) <= MOST_REVEALS and (match := reveal_lines.match(signed, at)):
        raw = b'{"body":%s,"sig":"%s"}' % (match[1], match[2])
        reveals.append(bodies.decode(SignedReveal, raw, envelope.LIMIT))
        at = match.end()
    if signed[at:] != b"\n" or len(reveals) > MOST_REVEALS:
        raise Garbled(why="the keys behind the log are not laid out as such")
    return signed[:start] + b"\n", tuple(reveals)


def _without_order(signed: bytes) -> tuple[bytes, DuelEnvelope | None]:
    """What stands above the order of a duel's file, and the order. Raises Garbled, BadText, NotCanonical, WeakKey."""
    at = signed.rfind(b"\n[order]\n")
    match = _ORDER.compiled.fullmatch(signed, at) if at >= 0 else None
    if match is None:
        return signed, None
    raw = b'{"body":%s,"sig":"%s"}' % (match[1], match[2])
    return signed[:at] + b"\n", bodies.decode(DuelEnvelope, raw, envelope.LIMIT)


def as_written(data: bytes) -> bytes:
    """The bytes of a save without what editors and mail programs do to a text as a whole.

    Undone are a byte order mark, CR LF at the end of every line, and white space behind the last line.
    What was changed in single places stays, and is found by the signature.
    """
    data = data.removeprefix(_BOM)
    if b"\r" in data and data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r"):
        data = data.replace(b"\r\n", b"\n")
    if data[-1:] == b"\n" and not data[-2:-1].isspace():  # a copy costs more than a look
        return data
    return data.rstrip(b" \t\r\n") + b"\n" if data else data


def contents(path: Path) -> bytes:
    """The bytes of a file that should be a save. Raises Oversized before it is read, OSError."""
    size = path.stat().st_size
    if size > LIMIT:
        raise Oversized(size=size, unit="bytes", limit=LIMIT)
    return path.read_bytes()


def genesis_hash(data: bytes) -> str:
    """Which game a file calls itself, so that its pin can be found; "" where it holds no entry.

    Nothing is checked: `read` does that.
    """
    match = ENTRY_LINES.search(data) or ENTRY_LINES.search(as_written(data))
    return digest(match[1]) if match else ""


def write_atomic(path: str | Path, data: bytes) -> None:
    """Write a save; at every instant either the old or the new one is there whole.

    The old one stays as `<name>.bak`. Raises FileInUse, OSError; the old save is then untouched.
    """
    replace_file(Path(os.path.realpath(path)), data, backup=True)


def _tables(signed: bytes) -> bytes:
    return signed[: signed.find(LOG)]


class _Signer(Struct, frozen=True):
    ed25519: bytes


def _check(signer: bytes, signed: bytes, signature: str) -> None:
    try:
        sshsig.verify(_Signer(signer), NAMESPACE, signed, signature)
    except BadSignature as error:
        raise SaveTampered(why=error.facts["why"]) from error


def _split(data: bytes) -> tuple[bytes, str]:
    """The signed bytes and the signature."""
    if b"\r" in data:
        raise SaveTampered(
            why="some of its line ends were changed on the way; send it as an attachment"
        )
    end = data.rfind(b"\n", 0, -1) + 1
    last = data[end:]
    if not last.startswith(_MARK) or not last.endswith(b"\n"):
        raise SaveTampered(why="the last line is not its signature, so it was cut or added to")
    return data[:end], last[len(_MARK) : -1].decode("ascii", "replace")


def _entries(signed: bytes) -> tuple[Entry, ...]:
    at = signed.find(LOG)
    if at < 0:
        return ()
    entries = []
    while match := ENTRY_LINES.match(signed, at):
        entries.append(Entry(match[1], match[2].decode("ascii")))
        at = match.end()
    if signed[at:] != b"\n":
        raise Garbled(why=f"entry {len(entries)} of this save is not laid out as an entry")
    return tuple(entries)
