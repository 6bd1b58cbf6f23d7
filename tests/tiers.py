"""Two tiers of tests: the quick one for everybody, the whole one with ``--slow``.

What is marked ``slow`` runs with ``--slow`` only. The quick tier keeps one case of a file in which
everything is slow, so that it loses sight of none.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest


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
