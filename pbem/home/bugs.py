"""What went wrong in pbem itself, written down for whoever can mend it; who plays reads one sentence."""

from __future__ import annotations

import hashlib
import platform
import sys
import traceback
from pathlib import Path

from pbem.home import computer
from pbem.protocol.atomic import SECRET, private_folder, replace_file

KEPT = "What happened is written in {path}: please report it with that file and `pbem --version`"
NOT_KEPT = "The report of this fault could not be saved ({why}), so it is printed in the terminal. Please report it with `pbem --version`"
DIGITS = 12


def keep_bug_report(error: BaseException) -> str:
    """Where the report lies, and what to do with it, without a full stop. The same bug again makes no other file.
    Where a disk is full, the terminal has it."""
    text = "".join(traceback.format_exception(error))
    try:
        return KEPT.format(path=_written(text))
    except OSError as why:
        sys.stderr.write(text)
        return NOT_KEPT.format(why=why.strerror or why)


def folder() -> Path:
    """Where reports lie."""
    return computer.folder() / "bugs"


def _written(text: str) -> Path:
    private_folder(folder())
    name = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:DIGITS]
    path = folder() / f"bug-{name}.txt"
    about = f"Python {platform.python_version()}, {platform.platform()}\n\n"
    replace_file(path, (about + text).encode("utf-8", "replace"), mode=SECRET)
    return path
