"""The index of games: which save a game is played on, without opening any that has not changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.club.folder import newest_first, saves
from pbem.errors import PbemError
from pbem.post.journal import Journal
from pbem.protocol import armour
from pbem.protocol import save as savefile


def refresh(journal: Journal, folders: Sequence[Path]) -> None:
    """Look at the folders of games; only new and changed files are read."""
    known, present = journal.games(), set[str]()
    for path in (
        path for folder in folders if folder.is_dir() for path in saves(folder, armour.GAMES)
    ):
        present.add(str(path))
        look_at(journal, path, known.get(str(path)))
    journal.forget_games(known.keys() - present)


def look_at(journal: Journal, path: Path, known: tuple[str, int, int, int] | None = None) -> None:
    """Bring the row of one save up to date; `known`: what it is now."""
    try:
        status = path.stat()
        if known is not None and known[1:3] == (status.st_size, status.st_mtime_ns):
            return
        data = savefile.contents(path)
    except (OSError, PbemError):  # no save, or gone; whoever opens it says why
        return
    entries = savefile.as_written(data).count(b"\n[[entry]]\n")
    if genesis := savefile.genesis_hash(data):
        journal.put_game(str(path), genesis, status.st_size, status.st_mtime_ns, entries)


def newest(journal: Journal, genesis: str, folder: Path) -> Path | None:
    """The save in a folder on which a game is played; None if there is none."""
    copies = [
        (Path(path), entries)
        for path, entries in journal.paths_of(genesis)
        if folder in Path(path).parents
    ]
    return min(copies, key=lambda copy: newest_first(*copy))[0] if copies else None
