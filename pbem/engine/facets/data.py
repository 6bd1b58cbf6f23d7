"""The facet `rules.data`: the files of a game."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any

from pbem.errors import BadData
from pbem.resources import resource, toml

InForce = Callable[[], AbstractContextManager[object]]
"""Puts an owner's own values in force for a `with`."""


class RulesData:
    """The files of a game, TOML for the most part.

    Attributes:
        name: of the game.
        files: those that rules read, without `.toml`; the genesis names their hash.
        replaceable: those that an owner of the printed game may replace by their own.
        own: name to TOML of those that were replaced.
    """

    replaceable: tuple[str, ...] = ()

    def __init__(self, name: str, files: tuple[str, ...] = ()) -> None:
        self.name, self.files = name, files
        self.own: Mapping[str, str] = {}

    def file(self, name: str) -> Path:
        """The path of a file of the game. A game that is installed next to pbem brings its own folder."""
        return resource(f"rules_data/{self.name}/{name}")

    def table(self, name: str) -> dict[str, Any]:
        """What `<name>.toml` holds for people and policies; empty where there is no such file."""
        return _table(self.file(f"{name}.toml"))

    def files_of(self, version: int) -> tuple[str, ...]:
        """The files that this version reads. One that a later version changes stays, next to its successor."""
        return self.files

    def hash(self, version: int) -> str:
        """SHA-256 of the rules data in hex, part of the genesis; `version`: of the rules."""
        names = self.files_of(version)
        if not self.own:
            return _hash(tuple(self.file(f"{name}.toml") for name in names))
        return hashlib.sha256(b"".join(map(self._bytes, names))).hexdigest()

    def in_force(self, files: Mapping[str, str]) -> InForce:
        """What puts these files (name to TOML) in force. Raises BadData."""
        raise BadData(why=f"{self.name} takes none")

    def replaced(self, files: Mapping[str, str]) -> RulesData:
        """The data with these files in place of the game's own."""
        other = copy.copy(self)
        other.own = files
        return other

    def _bytes(self, name: str) -> bytes:
        return (
            self.own[name].encode() if name in self.own else self.file(f"{name}.toml").read_bytes()
        )


@cache
def _hash(files: tuple[Path, ...]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@cache
def _table(path: Path) -> dict[str, Any]:
    return toml(path.read_bytes()) if path.exists() else {}
