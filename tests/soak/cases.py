"""Runs the cases that the whole tier leaves out: every scenario, more seeds, more depth of the same tests.

python -m tests.soak.cases [--jobs 2] [FILE ...]

The exit code is that of pytest.
"""

from __future__ import annotations

import argparse

import pytest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", default=["tests"], help="test files and folders")
    parser.add_argument("--jobs", type=int, default=2, help="so many at once, each in a process")
    chosen = parser.parse_args()
    tests = ["--soak", "-m", "soak", "-p", "no:cacheprovider", *chosen.files]
    raise SystemExit(pytest.main([*tests, "-n", str(chosen.jobs)]))


if __name__ == "__main__":
    main()
