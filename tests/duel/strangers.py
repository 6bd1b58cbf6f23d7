"""What the verifier that a stranger wrote from PROTOCOL.md says to the file of a duel."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

from tests.independent import verify


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
