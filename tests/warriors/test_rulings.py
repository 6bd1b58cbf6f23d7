"""Every ruling in rulings.md names tests that exist, and every clarification has one."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

from pbem.resources import resource

HERE = Path(__file__).parent
RULINGS = resource("rules_data/warriors/rulings.md").read_text("utf-8")


def names() -> set[str]:
    """`file.py::test` of every test in this folder."""
    return {
        f"{path.name}::{name}"
        for path in HERE.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)
    }


def test_every_test_that_a_ruling_names_exists() -> None:
    known = names()
    for row in re.findall(r"^\| C\d+ \|.*$", RULINGS, re.M):
        file = ""
        for named in re.findall(r"`(test_[^`]*)`", row):
            file, _, test = named.rpartition("::") if "::" in named else (file, "", named)
            assert any(fnmatch(name, f"{file}::{test}") for name in known), named


def test_every_clarification_has_a_test_with_its_number() -> None:
    numbered = [int(n) for n in re.findall(r"^\| C(\d+) \|", RULINGS, re.M)]
    assert numbered == list(range(1, 49))
    for n in numbered:
        has = any(f"::test_c{n}_" in name for name in names())
        assert has, f"C{n} has no test of its own"
