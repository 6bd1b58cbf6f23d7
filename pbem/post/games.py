"""The index of games: which save a game is played on, without opening any that has not changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.club.folder import newest_first, saves
from pbem.errors import PbemError
from pbem.post.journal import Journal
from pbem.protocol import save as savefile


def refresh(journal: Journal, folders: Sequence[Path]) -> None:
    """Look at the folders of games; only new and changed files are read."""
    known, present = journal.games(), set[str]()
    for path in (path for folder in folders if folder.is_dir() for path in saves(folder)):
        try:
            found = path.stat()
            present.add(str(path))
            row = known.get(str(path))
            if row is not None and row[1:3] == (found.st_size, found.st_mtime_ns):
                continue
            data = savefile.contents(path)
        except (OSError, PbemError):  # no save, or gone; whoever opens it says why
            continue
        entries = savefile.as_written(data).count(b"\n[[entry]]\n")
        genesis = savefile.genesis_hash(data)
        if genesis:
            journal.put_game(str(path), genesis, found.st_size, found.st_mtime_ns, entries)
    journal.forget_games(known.keys() - present)


def newest(journal: Journal, genesis: str, folder: Path) -> Path | None:
    """The save in a folder on which a game is played; None if there is none."""
    copies = [
        (Path(path), entries)
        for path, entries in journal.paths_of(genesis)
        if folder in Path(path).parents
    ]
    return min(copies, key=lambda copy: newest_first(*copy))[0] if copies else None
