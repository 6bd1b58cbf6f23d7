"""A table of the figures, after the benchmarks have run."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    session = getattr(terminalreporter.config, "_benchmarksession", None)
    found = {b.name.removeprefix("test_"): b for b in getattr(session, "benchmarks", []) if b.stats}
    if not found:
        return
    write = terminalreporter.write_line
    write("")
    growth(write, [b for b in found.values() if "bytes" in b.extra_info])
    for name, result in found.items():
        if "bytes" in result.extra_info:
            continue
        note = "".join(f"  {value} {key}" for key, value in result.extra_info.items())
        write(f"{name:<28} {result.stats.min * 1000:9.2f} ms{note}")


def growth(write: Callable[[str], None], results: list[Any]) -> None:
    """Time against size, one row a kind of input, with the power by which it grew from the second on."""
    kinds: dict[str, dict[int, float]] = {}
    for result in results:
        name = f"{result.name.removeprefix('test_').partition('[')[0]} {result.params['kind']}"
        kinds.setdefault(name, {})[result.extra_info["bytes"]] = result.stats.min
    for name, times in kinds.items():
        (below, before), *_, (size, last) = sorted(times.items())[1:]
        power = math.log(last / before) / math.log(size / below)
        row = "  ".join(f"{seconds * 1000:8.2f}" for _, seconds in sorted(times.items()))
        write(f"{name:<30} {row} ms  power {power:5.2f}")
