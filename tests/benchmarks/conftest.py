"""A table of the figures and of DESIGN 9's ratios, after the benchmarks have run."""

from __future__ import annotations

import pytest

RATIOS = [
    ("apply of one order / bare imports", "apply_process", "bare_process", 2.0),
    ("apply at entry 200 / at entry 10", "apply_process", "apply_process_early", 1.2),
]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    session = getattr(terminalreporter.config, "_benchmarksession", None)
    found = {b.name.removeprefix("test_"): b for b in getattr(session, "benchmarks", []) if b.stats}
    if not found:
        return
    write = terminalreporter.write_line
    write("")
    for name, result in found.items():
        note = "".join(f"  {value} {key}" for key, value in result.extra_info.items())
        write(f"{name:<28} {result.stats.min * 1000:9.2f} ms{note}")
    for title, above, below, budget in RATIOS:
        if above in found and below in found:
            ratio = found[above].stats.min / found[below].stats.min
            write(f"{title:<40} {ratio:5.2f}  (budget {budget})")
