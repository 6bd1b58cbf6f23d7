"""What is asked at setup: each answer is tried at once, and what is wrong with it is said in plain words."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

from pbem.club.folder import saves
from pbem.errors import BadChoice
from pbem.post import sources
from pbem.post.config import COMMAND, Source, Way
from pbem.post.ways_out import SENDMAIL
from pbem.system import WINDOWS

NONE = "none"


class BadAnswer(BadChoice):
    says = "{why}."


def folder_of(typed: str) -> Path:
    """A folder that is there and may be written in. Raises BadAnswer."""
    path = Path(typed).expanduser().absolute()
    if not path.is_dir():
        raise BadAnswer(
            why=f"there is no folder {path}" if not path.exists() else f"{path} is not a folder"
        )
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        raise BadAnswer(
            why=f"you may not write in {path}, and `pbem` has to move emails and replace saves there"
        )
    return path


def games_of(typed: str) -> str:
    """The folder of games. Raises BadAnswer."""
    return str(folder_of(typed))


def count_games(folder: str) -> int:
    return len(list(saves(Path(folder))))


def source_of(typed: str) -> Source:
    """Where email arrives, by its path. Raises BadAnswer."""
    path = folder_of(typed)
    if sources.is_maildir(path):
        if WINDOWS:
            raise BadAnswer(
                why="Windows does not allow the names of files in a Maildir; give a folder with one file per email"
            )
        for part in sources.PARTS:
            folder_of(str(path / part))
        return Source("maildir", str(path))
    if next(saves(path), None) is not None:
        raise BadAnswer(why=f"there are games in {path}; emails need a folder of their own")
    return Source("folder", str(path))


def way_of(typed: str) -> Way:
    """How email leaves, by the path of a program, a Maildir or a folder. Raises BadAnswer."""
    if typed == "sendmail":
        typed = SENDMAIL[0]
    if Path(typed).expanduser().is_dir():
        path = folder_of(typed)
        return Way("maildir" if sources.is_maildir(path) else "folder", str(path))
    words = shlex.split(typed)
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise BadAnswer(why=f"there is no program and no folder {typed}")
    return Way("sendmail", command=() if (program,) == SENDMAIL else (program, *words[1:]))


def way_beside(source: Source, typed: str) -> Way:
    """How email leaves, where it does not arrive. Raises BadAnswer."""
    way = way_of(typed)
    if way.path == source.path:
        raise BadAnswer(why="email arrives there, and `pbem` would fetch what it sends")
    return way


def tell_of(typed: str) -> tuple[str, ...]:
    """How news is told besides the terminal. Raises BadAnswer."""
    if typed == NONE:
        return ()
    words = shlex.split(typed)
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise BadAnswer(why=f"there is no program {typed}")
    return (COMMAND + shlex.join([program, *words[1:]]),)
