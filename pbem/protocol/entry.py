"""Entries of the log: signed by the GM, each naming the hash of the one before. The hash of the first names the game,
and its writer's keys follow from its stub."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from pbem.errors import BadInput, BrokenChain, Duel, Garbled, OtherFormat, WeakKey
from pbem.protocol import bodies, canonical, sshsig
from pbem.protocol.bodies import VERSION, DuelGenesis, EntryBody, Genesis, Newest, Setup
from pbem.protocol.hashing import digest
from pbem.protocol.keys import Identity
from pbem.protocol.public import Keys

AFRESH = " Or the GM, or either of you in a duel, starts a new game with `pbem new`."
LIMIT = 8 * 1024 * 1024
"""Bytes of a body: three times what 2,000 decisions take where pieces are hidden."""


def namespace(game: str, n: int) -> str:
    """The namespace of the signature of entry `n` (PROTOCOL.md, section 4).

    It names the game and the number, because who checks `Newest` has only a hash of the entry.

    Args:
        game: the genesis hash; not used for entry 0, whose own hash it is.
    """
    return f"pbem2-entry/{game}/{n}" if n else "pbem2-genesis"


class Entry(Struct, frozen=True, dict=True):
    """The canonical bytes of a body and the GM's signature; the body is parsed when it is used."""

    raw: bytes
    signature: str

    @classmethod
    def signed(cls, identity: Identity, body: EntryBody, game: str = "") -> Entry:
        """Sign a body as the GM of `game`, the genesis hash; left out for the genesis itself.

        Raises BadText, Oversized, or Garbled for one that no reader takes.
        """
        raw = bodies.encode(body)
        bodies.decode(EntryBody, raw, LIMIT)
        return cls(raw, identity.sign(namespace(game, body.n), raw))

    @cached_property
    def body(self) -> EntryBody:
        """The parsed body. Raises what `bodies.decode` raises."""
        return bodies.decode(EntryBody, self.raw, LIMIT)

    @property
    def n(self) -> int:
        """The number of the entry; the genesis is 0."""
        return self.body.n

    @property
    def prev(self) -> str:
        """The head of the entry before, empty in the genesis."""
        return self.body.prev

    @cached_property
    def head(self) -> str:
        """SHA-256 of the body's bytes in hex: the name of the history up to here."""
        return digest(self.raw)

    @cached_property
    def sha512(self) -> str:
        """SHA-512 of the body's bytes in hex: with the signature it proves that this entry was made."""
        return hashlib.sha512(self.raw).hexdigest()

    @property
    def newest(self) -> Newest:
        """What an order says of this entry if it is the newest that its author has."""
        return Newest(n=self.n, sha512=self.sha512, sig=self.signature)

    def verify(self, keys: Keys, game: str = "", n: int = 0) -> None:
        """Pass if the GM's key signed this as entry `n` of `game`, else raise BadSignature.

        Without `game` and `n`: as the genesis of a game.
        """
        sshsig.verify_hash(keys, namespace(game, n), bytes.fromhex(self.sha512), self.signature)

    def check_readable(self, n: int) -> None:
        """Pass if what stands at place `n` of a log is an entry at all.

        Raises BrokenChain; Duel or OtherFormat for a genesis that this program recognises and cannot read.
        """
        try:
            _ = self.body
        except (BadInput, WeakKey) as error:
            if n == 0:
                _check_format(self.raw)
            raise BrokenChain(n=n, why=f"it cannot be read ({error})") from error

    def check_follows(self, previous: Entry | None) -> None:
        """Pass if this is the entry right after `previous` (the genesis after None).

        Raises BrokenChain.
        """
        n, prev = (0, "") if previous is None else (previous.n + 1, previous.head)
        self.check_readable(n)
        if self.n != n:
            raise BrokenChain(n=n, why=f"it calls itself entry {self.n}")
        if self.prev != prev:
            raise BrokenChain(n=n, why="it names another entry before it")
        if isinstance(self.body.step, Setup) != (previous is None):
            raise BrokenChain(n=n, why="the genesis, and only it, comes first")


def _check_format(raw: bytes) -> None:
    """Say why entry 0 cannot be read: its format is newer or older, or it begins a duel. Pass if none of these is so.

    Raises Duel, OtherFormat.
    """
    try:
        body = msgspec.json.decode(raw)
        step, version = body["step"], body["v"]
        kind = step["type"]
        newer, older = version > VERSION, version < VERSION
    except (ValueError, LookupError, TypeError, RecursionError):
        return
    if kind in ("genesis", "duel") and newer:
        raise OtherFormat(which="a newer", instead="")
    if kind in ("genesis", "duel") and older:
        raise OtherFormat(which="an early", instead=AFRESH)
    try:
        anchors = step["anchors"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return
    if kind == "genesis" and "gm" not in step:
        raise Duel
    if kind == "genesis" and "answer" in anchors:
        raise OtherFormat(which="an early", instead=AFRESH)


def check_chain(entries: Sequence[Entry]) -> None:
    """Pass if the entries are one unbroken history from the genesis on. Raises BrokenChain."""
    for n in range(len(entries)):
        entries[n].check_follows(entries[n - 1] if n else None)


def genesis_of(entry: Entry) -> Genesis:
    """The step of entry 0 of a moderated game. Raises as `setup_of`; Duel: it is one."""
    setup = setup_of(entry)
    if not isinstance(setup, Genesis):
        raise Duel
    return setup


def setup_of(entry: Entry) -> Setup:
    """The step of entry 0. Raises Garbled for another entry, and what `bodies.decode` raises."""
    if not isinstance(entry.body.step, Setup):
        raise Garbled(why="this log does not begin with a genesis")
    return entry.body.step


def stub_hash(body: EntryBody, *, veiled: bool) -> str:
    """SHA-256 of a genesis' body without what follows from its writer's own game key.

    Left out are `step.gm.x25519` (in a duel `step.keys.x25519`), `step.anchors` and, in a veiled game,
    `record.state_hash`; so its writer calls this with anything there, derives his key, and fills them in.
    """
    stub: dict[str, Any] = msgspec.json.decode(bodies.encode(body))
    writer = "keys" if isinstance(body.step, DuelGenesis) else "gm"
    del stub["step"][writer]["x25519"], stub["step"]["anchors"]
    if veiled:
        del stub["record"]["state_hash"]
    return digest(canonical.encode(stub))
