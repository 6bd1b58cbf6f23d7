"""A bug is written down once, for its owner alone; where that fails the terminal has it."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from pbem.home import bugs

from .machine import is_private


def bug(words: str) -> Exception:
    """An error as it comes out of the program."""
    try:
        raise RuntimeError(words)
    except RuntimeError as error:
        return error


def test_the_same_bug_makes_one_file(home: Path) -> None:
    first = bug("it broke")
    told = bugs.keep_bug_report(first)
    assert bugs.keep_bug_report(first) == told
    (path,) = bugs.folder().iterdir()
    assert path.parent == home / "bugs"
    assert str(path) in told
    assert is_private(path)
    text = path.read_text("utf-8")
    assert text.startswith("Python 3")
    assert "RuntimeError: it broke" in text
    bugs.keep_bug_report(bug("it broke otherwise \ud800"))
    assert len(list(bugs.folder().iterdir())) == 2


def test_a_full_disk_leaves_it_to_the_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, data: bytes, *, mode: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bugs, "replace_file", full)
    assert "(No space left on device)" in bugs.keep_bug_report(bug("it broke"))
    assert "RuntimeError: it broke" in capsys.readouterr().err
