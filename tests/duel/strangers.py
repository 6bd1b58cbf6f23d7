"""What the verifier that a stranger wrote from PROTOCOL.md says to the file of a duel."""

from __future__ import annotations

import contextlib
import copy
import functools
import io
import tempfile
from pathlib import Path

from tests.independent import verify
from tests.independent.duel import Duel
from tests.independent.save import duel_of
from tests.independent.wire import Flaw


def stranger_says(data: bytes) -> list[str]:
    """The lines that it prints of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "duel.toml"
        path.write_bytes(data)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            verify.main([str(path)])
    return out.getvalue().splitlines()


def verdict(data: bytes) -> str:
    """The last line."""
    return stranger_says(data)[-1]


@functools.lru_cache(maxsize=16)
def _read(rows: tuple[tuple[bytes, str], ...]) -> Duel:
    game = Duel()
    for raw, sig in rows:
        game.entry(raw, sig)
    return game


def verdict_on_the_last_entry(data: bytes) -> str:
    """The same of the last entry alone, where the file is in order otherwise; entries before it are read once."""
    _, _, rows, _, _ = duel_of(data)
    game = copy.deepcopy(_read(tuple(rows[:-1])))
    try:
        game.entry(*rows[-1])
    except Flaw as error:
        return f"BAD: entry {len(rows) - 1}: {error}"
    return "good: "
