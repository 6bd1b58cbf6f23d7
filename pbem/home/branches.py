"""The branches of games that somebody tries: kept beside the pins on his machine, never in a save or a mail."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.errors import BadTry
from pbem.home import computer
from pbem.imagine import branches
from pbem.imagine.branches import Branch
from pbem.proof.reader import Reader
from pbem.protocol.atomic import SECRET, private_folder, replace_file

FIRST = "first"
"""A branch for which nobody gave a name."""
MOST = 200
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def folder(game: Reader) -> Path:
    return computer.pins().folder / "try" / game.ledger.game


def names(game: Reader) -> list[str]:
    """In the order of the alphabet."""
    return sorted(path.stem for path in folder(game).glob("*.toml"))


def current(game: Reader) -> str:
    """The one tried last; "" if there is none."""
    by_time = [(path.stat().st_mtime_ns, path.stem) for path in folder(game).glob("*.toml")]
    return max(by_time)[1] if by_time else ""


def load(game: Reader, name: str) -> Branch | None:
    """A branch by its name; None if there is none. Raises BadTry."""
    path = _path(game, name)
    try:
        with path.open("rb") as file:
            return branches.read(file.read(branches.LARGEST + 1))
    except FileNotFoundError:
        return None


def branch_named(game: Reader, name: str) -> Branch:
    """A branch that must be there. Raises BadTry with those that are."""
    branch = load(game, name)
    if branch is None:
        raise _missing(game, name)
    return branch


def _missing(game: Reader, name: str) -> BadTry:
    branch_names = ", ".join(names(game)) or "none yet"
    return BadTry(why=f"there is no branch `{name}` of this game; there are: {branch_names}")


def save(game: Reader, branch: Branch) -> None:
    """Write it whole or not at all, for its owner alone. Raises BadTry."""
    path = _path(game, branch.name)
    if not path.exists() and len(names(game)) >= MOST:
        raise BadTry(why=f"a game has at most {MOST} branches; delete one first")
    private_folder(path.parent)
    replace_file(path, branch.to_bytes(), mode=SECRET)


def drop(game: Reader, name: str) -> None:
    """Throw it away, whatever is in its file. Raises BadTry with those that are there."""
    try:
        _path(game, name).unlink()
    except FileNotFoundError:
        raise _missing(game, name) from None


def _path(game: Reader, name: str) -> Path:
    if not NAME.fullmatch(name):
        raise BadTry(
            why=f"a branch has a name of small letters, digits, - and _, at most 40; not `{name}`"
        )
    return folder(game) / f"{name}.toml"
