"""Pins: what this client has seen of each game, so that history cannot be rewritten behind it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pbem.errors import BadText, Forked, Garbled, ShorterHistory, UnknownKey
from pbem.protocol import toml
from pbem.protocol.atomic import replace_file
from pbem.protocol.keys import PublicKeys

# A game id comes out of a file from elsewhere and becomes a file name here.
_GAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")


@dataclass(frozen=True)
class Pin:
    """The longest history of a game that was seen here, and the key of its GM."""

    gm: str  # fingerprint
    length: int  # entries
    head: str


@dataclass(frozen=True)
class Pins:
    """A folder with one small file for each game."""

    folder: Path

    def pin(self, game: str) -> Pin | None:
        """What was seen of a game so far. Raises BadText for a bad game id, Garbled."""
        try:
            raw = self._file(game).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        try:
            values = tomllib.loads(raw)
            return Pin(gm=str(values["gm"]), length=int(values["length"]), head=str(values["head"]))
        except (ValueError, KeyError) as error:
            raise Garbled(why=f"the pin file {self._file(game)} is damaged") from error

    def check(self, game: str, heads: Sequence[str], gm: PublicKeys | None = None) -> None:
        """Pass if a history (the head after each entry) goes on from what was seen.

        The heads must be of a log whose chain holds (`entry.check_chain`). Raises ShorterHistory,
        Forked, and UnknownKey if the GM's key is given and is another one. A new game passes.
        """
        pin = self.pin(game)
        if pin is None:
            return
        if gm is not None and gm.fingerprint != pin.gm:
            raise UnknownKey(fingerprint=gm.fingerprint)
        if len(heads) < pin.length:
            raise ShorterHistory(seen=pin.length - 1, found=len(heads) - 1)
        found = heads[pin.length - 1]
        if found != pin.head:
            raise Forked(n=pin.length - 1, seen=pin.head[:16], found=found[:16])

    def remember(self, game: str, heads: Sequence[str], gm: PublicKeys) -> None:
        """Check a history, then pin it. Raises what `check` raises, and OSError."""
        self.check(game, heads, gm)
        if not heads:
            raise ValueError("there is nothing to remember")
        new = Pin(gm.fingerprint, len(heads), heads[-1])
        if self.pin(game) == new:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        replace_file(self._file(game), toml.dumps(asdict(new)).encode("utf-8"))

    def _file(self, game: str) -> Path:
        if not _GAME.fullmatch(game):
            raise BadText(why=f"{game[:80]!r} is not a game id")
        return self.folder / f"{game}.toml"
