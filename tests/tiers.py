"""Two tiers of tests: the quick one for everybody, the whole one with ``--slow``.

A test function marked ``slow`` runs with ``--slow`` only. The quick tier keeps one case of it where
it would otherwise lose sight of something: the first case of a parametrized function, and one test
of a file in which everything is slow.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def quick_tier(items: Iterable[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Split collected tests into those of the quick tier and the rest, in their order."""
    items = list(items)
    kept = {item.nodeid for item in items if item.get_closest_marker("slow") is None}
    seen = set()
    for item in items:
        function = item.nodeid.partition("[")[0]
        if hasattr(item, "callspec") and function not in seen:
            kept.add(item.nodeid)
        seen.add(function)
    files = {item.nodeid.partition("::")[0] for item in items if item.nodeid in kept}
    for item in items:
        file = item.nodeid.partition("::")[0]
        if file not in files:
            files.add(file)
            kept.add(item.nodeid)
    quick = [item for item in items if item.nodeid in kept]
    return quick, [item for item in items if item.nodeid not in kept]
