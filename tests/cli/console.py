"""A console: one folder with a save, an inbox and the identity folders of everybody, and `pbem` typed at it."""

from __future__ import annotations

import contextlib
import io
import os
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from pbem.cli import main
from pbem.protocol.keys import Identity
from tests.moderator.people import ANN, BOB, EVE, GM

PEOPLE = {"gm": GM, "ann": ANN, "bob": BOB, "eve": EVE}


@dataclass(frozen=True)
class Done:
    """What a command left: exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """Standard error on one line."""
        return " ".join(self.err.split())


class Console:
    def __init__(self, folder: Path, save: bytes = b"") -> None:
        self.folder = folder
        self.save = folder / "game.toml"
        if save:
            self.save.write_bytes(save)
        (folder / "inbox").mkdir()
        for who, identity in PEOPLE.items():
            self.home(who, identity)

    def home(self, who: str, identity: Identity, passphrase: str = "") -> None:
        (self.folder / "people" / who).mkdir(parents=True)
        identity.save(self.folder / "people" / who / "identity.toml", passphrase)

    def mail(self, text: str | bytes, name: str = "mail.txt") -> str:
        path = self.folder / "inbox" / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    def file(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    def type(self, who: str, *words: str | Path, **environment: str) -> Done:
        """One command, as typed by somebody in this folder."""
        home = {"PBEM_HOME": str(self.folder / "people" / who), **environment}
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            with (
                mock.patch.dict(os.environ, home),
                mock.patch("sys.stdin", io.StringIO()),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(err),
            ):
                main([str(word) for word in words])
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        finally:
            os.chdir(before)
        out.seek(0)
        return Done(code, out.read(), err.getvalue())

    def files(self) -> dict[str, bytes]:
        """Everything that a refusal may not touch; what a client has seen of games is its own."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and "pins" not in path.parts
        }
