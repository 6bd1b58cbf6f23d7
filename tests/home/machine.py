"""Kills in mid-write, and who may read a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.cli.test_killed_commands import Killed, interrupted


def kills(patch: pytest.MonkeyPatch, act: Callable[[], object]) -> Iterator[int]:
    """Act again and again, killed before and after each call that changes a file, until it comes to its end.

    Yields after each kill: its number, from 1.
    """
    for number in count(1):
        for after in (False, True):
            try:
                with interrupted(patch, number, Killed, after):
                    act()
            except Killed:
                yield number
            else:
                return


def is_private(path: Path) -> bool:
    """May nobody but its owner read it, nor look into its folder?"""
    return not (path.stat().st_mode | path.parent.stat().st_mode) & 0o077
