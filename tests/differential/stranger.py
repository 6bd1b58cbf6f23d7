"""The independent verifier inside this process: its own files, asked entry by entry.

It checks signatures by itself, which takes it long; here `cryptography` does that for it. That both say the same is shown
in tests/protocol.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.protocol.entry import Entry

FOLDER = Path(__file__).parents[1] / "independent"


@cache
def files() -> tuple[Any, Any]:
    """Its modules `log` and `wire`. They import each other by plain names, which nobody else sees here."""
    names = [path.stem for path in FOLDER.glob("*.py")]
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path.insert(0, str(FOLDER))
    try:
        log, keys, wire = map(importlib.import_module, ("log", "keys", "wire"))
    finally:
        sys.path.remove(str(FOLDER))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)
    keys.signed = signed
    return log, wire


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """In place of its own check of an Ed25519 signature."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


class Stranger:
    """What the independent verifier knows after some entries."""

    def __init__(self) -> None:
        self.game: Any = files()[0].Game()

    def copy(self) -> Stranger:
        """The same, to go on from in two ways."""
        other = object.__new__(Stranger)
        other.game = self.game.copy()
        return other

    def entry(self, entry: Entry) -> str:
        """What is wrong with the next entry; "" if nothing is."""
        try:
            self.game.entry(entry.raw, entry.signature)
        except files()[1].Flaw as flaw:
            return str(flaw) or "Flaw"
        return ""
