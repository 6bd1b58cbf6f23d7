"""Tiers of tests: the quick one for everybody, the whole one with ``--slow``, and more cases with ``--soak``.

What is marked ``slow`` runs with ``--slow`` only. The quick tier keeps one case of a file in which
everything is slow, so that it loses sight of none. What is marked ``soak`` is another case of a test
that runs in the whole tier too; only `tests.soak.cases` runs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def soaked(cases: Iterable[tuple[Any, ...]], kept: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Mark these cases of a test ``soak``, but for those that the whole tier keeps.

    Raises:
        ValueError: none is kept, or one that is not there.
    """
    cases, kept = list(cases), list(kept)
    if not kept or any(case not in cases for case in kept):
        raise ValueError(f"keep one of {cases}, not {kept}")
    return [pytest.param(*case, marks=() if case in kept else pytest.mark.soak) for case in cases]


def without_soak(items: Iterable[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Split collected tests into those of the whole tier and those of the soak, in their order."""
    whole, rest = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        (rest if item.get_closest_marker("soak") else whole).append(item)
    return whole, rest


def quick_tier(items: Iterable[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Split collected tests into those of the quick tier and the rest, in their order."""
    quick, rest = list[pytest.Item](), list[pytest.Item]()
    items = list(items)
    files = {_file(item) for item in items if not _is_slow(item)}
    for item in items:
        kept = not _is_slow(item) or _file(item) not in files
        files.add(_file(item))
        (quick if kept else rest).append(item)
    return quick, rest


def _is_slow(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
