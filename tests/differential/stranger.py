"""The independent verifier inside this process: its own files, asked entry by entry.

Signatures are checked here by `cryptography` as they come; that ssh-keygen says the same is shown in tests/protocol.
"""

from __future__ import annotations

import copy
import hashlib
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
        return importlib.import_module("log"), importlib.import_module("wire")
    finally:
        sys.path.remove(str(FOLDER))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)


@cache
def _signatures() -> Any:
    _, wire = files()

    class Checked(wire.Signatures):  # type: ignore[misc]
        """Each signature is checked as it comes."""

        def add(
            self, n: int, what: str, sig: str, data: bytes, namespace: str, keys: list[str]
        ) -> str:
            signer: str = super().add(n, what, sig, data, namespace, keys)
            parts = (namespace.encode(), b"", b"sha512", hashlib.sha512(data).digest())
            signed = b"SSHSIG" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)
            key = Ed25519PublicKey.from_public_bytes(wire.b64(signer.split()[1])[-32:])
            try:
                key.verify(wire.b64(sig)[-64:], signed)
            except InvalidSignature:
                raise wire.Bad(f"{what}: the signature is not good") from None
            return signer

    return Checked


class Stranger:
    """What the independent verifier knows after some entries."""

    def __init__(self) -> None:
        self.game: Any = files()[0].Game(_signatures()())

    def copy(self) -> Stranger:
        """The same, to go on from in two ways."""
        other = object.__new__(Stranger)
        same = [*self.game.bodies, *self.game.after, self.game.sign]
        other.game = copy.deepcopy(self.game, {id(one): one for one in same})
        return other

    def entry(self, entry: Entry) -> str:
        """What is wrong with the next entry; "" if nothing is."""
        try:
            self.game.entry(entry.raw, entry.signature)
        except files()[1].Bad as error:
            return str(error) or "Bad"
        except (KeyError, IndexError, TypeError, ValueError) as error:
            return f"malformed: {error!r}"  # as its own `main` takes them
        return ""
