"""Pins: what this client has seen of each game, so that history cannot be rewritten behind it.

For each game, named by the hash of its genesis, a folder holds `<hash>.toml` (the pin), and beside it
`<hash>.lock` and `<hash>.state` (a checkpoint: bytes that the client makes again if they are gone).
Who writes entries puts them into the pin first, then into the save, then settles the pin; after a
kill at any moment the next start finishes what it finds.
"""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pbem.errors import BadText, Forked, GameBusy, ShorterHistory, UnknownKey, UnreadableFile
from pbem.protocol import lock, toml
from pbem.protocol.atomic import private_folder, replace_file
from pbem.protocol.entry import Entry
from pbem.protocol.hashing import digest, is_digest

PATIENCE = 10.0  # seconds to wait for another process
_PENDING = "\n[[pending]]\nbody = '''{}'''\nsig = '{}'\n"


class Pin(Struct, frozen=True):
    """The longest history of a game that was seen here.

    Attributes:
        signers: fingerprints of those who may sign the next entry. `count`: entries, 0 while the genesis is pending. `head`: after
            the last of them.
        pending: entries that are signed, but maybe not yet in the save.
        checkpoint: SHA-256 of the checkpoint file, empty for none.
        ahead: number of each entry whose time was ahead of this client's clock as it first came, and what that
            clock said, in seconds since 1970.
        seen: number of the first of some new entries, and what that clock said as they came.
    """

    signers: tuple[str, ...]
    count: int
    head: str
    pending: tuple[Entry, ...] = ()
    checkpoint: str = ""
    ahead: tuple[tuple[int, int], ...] = ()
    seen: tuple[tuple[int, int], ...] = ()


class Pins(Struct, frozen=True):
    """A folder with the pins of one person."""

    folder: Path

    @contextlib.contextmanager
    def lock(self, genesis: str, patience: float = PATIENCE) -> Iterator[None]:
        """Hold this game against every other process of this person. Raises GameBusy."""
        path = self._file(genesis, "lock")
        private_folder(self.folder)
        try:
            pin_lock = lock.hold(path, patience)
        except BlockingIOError as error:
            raise GameBusy(path=path) from error
        try:
            yield
        finally:
            lock.let_go(pin_lock)

    def pin(self, genesis: str) -> Pin | None:
        """What was seen of a game so far. Raises BadText for no genesis hash, UnreadableFile."""
        path = self._file(genesis, "toml")
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            return _parse(raw.decode("utf-8"))
        except (ValueError, KeyError, TypeError) as error:
            why = (
                f"{path} is damaged. In it, pbem remembers how far you have seen this game. The game is in your save, and "
                "nothing in it is lost. Restore the file from a backup. If you have no backup, make sure that you have the "
                "newest save, then rename the damaged file: pbem makes a new one from your save"
            )
            raise UnreadableFile(why=why) from error

    def check(self, genesis: str, heads: Sequence[str], gms: Sequence[str] = ()) -> Pin | None:
        """Pass if a history (the head after each entry) goes on from what was seen; what that is.

        The heads must be of a log whose chain holds (`entry.check_chain`); `gms` are fingerprints
        of all its GMs so far. Raises ShorterHistory, Forked, and UnknownKey if nobody who was
        pinned is one of them. A new game passes, and a log without what is still pending.
        """
        pin = self.pin(genesis)
        if pin is None:
            return None
        if gms and not set(pin.signers) & set(gms):
            raise UnknownKey(fingerprint=gms[-1])
        if len(heads) < pin.count:
            raise ShorterHistory(seen=pin.count - 1, found=len(heads) - 1)
        seen_heads = {pin.count - 1: pin.head} if pin.count else {}
        seen_heads |= {pin.count + place: entry.head for place, entry in enumerate(pin.pending)}
        for n, seen_head in seen_heads.items():
            if n < len(heads) and seen_head != heads[n]:
                raise Forked(n=n, who="you have seen", seen=seen_head[:16], found=heads[n][:16])
        return pin

    def unfinished(self, genesis: str, heads: Sequence[str]) -> tuple[Entry, ...]:
        """Entries that were signed here before a crash and that this log still lacks.

        Who goes on appends them, writes the save, and settles. Raises what `check` raises.
        """
        pin = self.check(genesis, heads)
        return () if pin is None else pin.pending[len(heads) - pin.count :]

    def intend(
        self, genesis: str, heads: Sequence[str], signers: Sequence[str], new: Sequence[Entry]
    ) -> None:
        """Write down entries that shall follow these heads, before the save is written.

        Raises what `check` raises, and OSError, FileInUse.
        """
        old_pin = self.check(genesis, heads)
        if old_pin is not None and old_pin.pending[len(heads) - old_pin.count :]:
            raise ValueError("entries that are pending come first")
        head = heads[-1] if heads else ""
        new_pin = Pin(tuple(signers), len(heads), head, tuple(new))
        if old_pin is not None:
            new_pin = replace(
                new_pin, checkpoint=old_pin.checkpoint, ahead=old_pin.ahead, seen=old_pin.seen
            )
        self._write(genesis, new_pin)

    def settle(
        self,
        genesis: str,
        heads: Sequence[str],
        signers: Sequence[str],
        checkpoint: bytes | None = None,
        ahead: Sequence[tuple[int, int]] = (),
        now: int = 0,
    ) -> None:
        """Pin a history after its save was written or read; nothing is pending any more.

        Args:
            checkpoint: kept for the next start, in place of the one before; None keeps that.
            ahead: entries that came with a time ahead of this client's clock, to be added to `Pin.ahead`.
            now: what this client's clock says, to be kept in `Pin.seen` for entries that are new to a pin that was there
                before; 0 for nothing.

        Raises what `check` raises, ValueError: an entry that is pending is not in the history.
        """
        if not heads:
            raise ValueError("there is nothing to pin")
        old_pin = self.check(genesis, heads)
        if old_pin is not None and old_pin.pending[len(heads) - old_pin.count :]:
            raise ValueError("entries that are pending come first")
        mark = old_pin.checkpoint if old_pin else ""
        if checkpoint is not None and self.checkpoint(genesis) != checkpoint:
            mark = digest(checkpoint)
            private_folder(self.folder)
            replace_file(self._file(genesis, "state"), checkpoint, mode=0o600)
        dated_ahead, seen = (old_pin.ahead, old_pin.seen) if old_pin else ((), ())
        if now and old_pin is not None and old_pin.count < len(heads):
            seen = (*seen, (old_pin.count, now))
        new_pin = Pin(
            tuple(signers),
            count=len(heads),
            head=heads[-1],
            pending=(),
            checkpoint=mark,
            ahead=(*dated_ahead, *ahead),
            seen=seen,
        )
        if new_pin != old_pin:
            self._write(genesis, new_pin)

    def checkpoint(self, genesis: str) -> bytes | None:
        """The bytes that were settled last; None if they are gone or not these (then removed)."""
        pin = self.pin(genesis)
        path = self._file(genesis, "state")
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        if pin is not None and digest(data) == pin.checkpoint:
            return data
        path.unlink(missing_ok=True)
        return None

    def forget(self, genesis: str) -> None:
        """Take another history at its word from now on: what was seen is gone."""
        for kind in ("toml", "state"):
            self._file(genesis, kind).unlink(missing_ok=True)

    def _write(self, genesis: str, pin: Pin) -> None:
        private_folder(self.folder)
        values = {
            "signers": list(pin.signers),
            "count": pin.count,
            "head": pin.head,
            "checkpoint": pin.checkpoint,
            "ahead": [list(row) for row in pin.ahead],
            "seen": [list(row) for row in pin.seen],
        }
        text = toml.dumps(values) + "".join(
            _PENDING.format(entry.raw.decode("utf-8"), entry.signature) for entry in pin.pending
        )
        replace_file(self._file(genesis, "toml"), text.encode("utf-8"), mode=0o600)

    def _file(self, genesis: str, kind: str) -> Path:
        # The hash comes out of a file from elsewhere and becomes a file name here.
        if not is_digest(genesis):
            raise BadText(why=f"{genesis[:80]!r} is not the hash of a genesis")
        return self.folder / f"{genesis}.{kind}"


@lru_cache(maxsize=4)
def _parse(text: str) -> Pin:
    """The pin in a text of TOML, which one command looks at many times. Raises KeyError, TypeError, ValueError where
    it is none."""
    values = tomllib.loads(text)
    pending = tuple(
        Entry(str(row["body"]).encode("utf-8"), str(row["sig"]))
        for row in values.get("pending", [])
    )
    pin = Pin(
        tuple(map(str, values["signers"])),
        int(values["count"]),
        str(values["head"]),
        pending,
        str(values["checkpoint"]),
        tuple((int(n), int(seen)) for n, seen in values["ahead"]),
        tuple((int(n), int(seen)) for n, seen in values["seen"]),
    )
    if pin.count < 0 or (pin.count == 0 and not pending):
        raise ValueError("a pin without an entry")
    return pin
