"""As whom a log is read: nobody in particular, a player with his key, or its GM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from pbem.ledger import frozen
from pbem.ledger.ledger import Ledger
from pbem.ledger.sight import Eyes, Menus
from pbem.ledger.values import PUBLIC
from pbem.protocol import seal
from pbem.protocol.bodies import Claim, Joined, Said, Seated
from pbem.protocol.keys import GameKey, Identity
from pbem.version import VERSION

if TYPE_CHECKING:
    from pbem.protocol.bodies import AnyStep
    from pbem.protocol.entry import Entry

CHECKPOINT = "2.10"
"""Changes with everything that a checkpoint holds; a checkpoint of another program is dropped."""


class Holder(Struct, frozen=True):
    """Who reads: `keys` are the GM's keys of the game by their public half, none for others."""

    identity: Identity | None = None
    keys: Mapping[str, GameKey] = field(default_factory=dict)
    menus: Menus = dict

    def eyes(self, ledger: Ledger, step: AnyStep) -> Eyes | None:
        """The key and the side with which the player reads this step: of the seat that he takes in it, or has already.

        None: nobody is reading, the reader is the GM, or he has no seat then.
        """
        identity = self.identity
        if identity is None or self.keys:
            return None
        body = step.order.body if isinstance(step, Joined | Seated) else None
        if body is not None and body.keys.ssh == identity.ssh:  # type: ignore[union-attr]
            key = key_of(identity, ledger.game, body)
            return Eyes(key, body.author, self.menus)
        for side, seat in ledger.seats.items():
            if body is not None and body.author == side:
                continue  # somebody else takes the seat in this entry
            if seat.keys.ssh == identity.ssh:
                key = identity.game_key(side, ledger.game, seat.head, seat.nonce)
                return Eyes(key, side, self.menus)
        return None

    def sight_of(self, ledger: Ledger, side: str) -> str:
        """Whose sight of a position this reader has who asks for that of `side`: of a veiled game who does not sit
        there, or not yet, has only that of everybody, in which stand-ins take the places of its pieces too."""
        if not ledger.hidden:
            return side
        sits = self.identity is not None and ledger.side_of(self.identity.ssh) == side
        return side if sits and ledger.begun else PUBLIC


def key_of(identity: Identity, game: str, body: Said) -> GameKey:
    """The key of the seat or the chair that somebody takes with this accept or claim."""
    nonce = body.nonce if isinstance(body, Claim) else ""
    return identity.game_key(body.author, game, body.head, nonce)


class Checkpoint(msgspec.Struct, frozen=True):
    """What a client keeps beside its pin so that it folds only what is new: a cache."""

    program: str
    keys: tuple[str, ...]
    ledger: Ledger


OWN, ALL = b"sealed", b"public"


def checkpoint(reader: Holder, ledger: Ledger, before: bytes | None = None) -> bytes:
    """The bytes to keep: what this identity knows, sealed under it; without one what everybody knows.

    The other of the two stays as it is in `before`, what was kept until now.
    """
    parts = _parts(before)
    keys = tuple(key.root.hex() for key in reader.keys.values())
    plain = frozen.dumps(Checkpoint(_program(ledger), keys, ledger))
    if reader.identity is None:
        parts[ALL] = plain
    else:
        own, info = _own_key(reader.identity, ledger.game), seal.info("kept", ledger.game)
        parts[OWN] = seal.store(own, info, plain).encode()
    return b"".join(b"%s %d\n%s" % (kind, len(part), part) for kind, part in sorted(parts.items()))


def _parts(data: bytes | None) -> dict[bytes, bytes]:
    """What was kept, by whom it is for; {} if these are no such bytes."""
    parts: dict[bytes, bytes] = {}
    while data:
        head, _, rest = data.partition(b"\n")
        kind, _, size = head.partition(b" ")
        if kind not in (OWN, ALL) or not size.isdigit() or len(size) > 9 or int(size) > len(rest):
            return {}
        parts[kind], data = rest[: int(size)], rest[int(size) :]
    return parts


def kept_ledger(identity: Identity | None, game: str, data: bytes | None) -> Checkpoint | None:
    """What this client kept of a game; None if it is another program's, or cannot be read."""
    body = _parts(data).get(ALL if identity is None else OWN)
    if body is None:
        return None
    try:
        if identity is not None:
            own, info = _own_key(identity, game), seal.info("kept", game)
            body = seal.unstore(own, info, body.decode())
        kept_state = frozen.loads(Checkpoint, body)
        right = kept_state.ledger.game == game and kept_state.program == _program(kept_state.ledger)
    except Exception:  # a cache that cannot be read is made again
        return None
    return kept_state if right else None


def from_checkpoint(
    identity: Identity | None, entries: Sequence[Entry], data: bytes | None, menus: Menus = dict
) -> tuple[Holder, Ledger] | None:
    """The holder and the ledger of a checkpoint; None if the log must be folded again.

    It counts only for this log, this program, and a reader who is GM, or not, as before.
    """
    kept_state = kept_ledger(identity, entries[0].head, data)
    if kept_state is None:
        return None
    ledger = kept_state.ledger
    is_same_log = len(entries) > ledger.n and all(
        entry.head == mark.head for entry, mark in zip(entries, ledger.marks, strict=False)
    )
    is_gm = identity is not None and identity.ssh in {gm.ssh for gm in ledger.table.gms}
    if not is_same_log or is_gm != bool(
        kept_state.keys
    ):  # who has just handed over reads what follows as all others do
        return None
    keys = [GameKey(bytes.fromhex(text)) for text in kept_state.keys]
    return Holder(identity, {key.x25519: key for key in keys}, menus), ledger


def _program(ledger: Ledger) -> str:
    rules = ledger.rules
    return f"{CHECKPOINT} {VERSION} {rules.name} {rules.version} {rules.data.hash(rules.version)}"


def _own_key(identity: Identity, game: str) -> GameKey:
    return GameKey(identity.secret(f"checkpoint/{game}"))
