"""No flag of Python changes what is decided or said; `.ci/run` compares a whole game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import flags


@pytest.mark.slow
def test_optimised_python_decides_and_says_the_same(tmp_path: Path) -> None:
    flags.record(tmp_path, flags.BEGUN)
    assert list(flags.differences(tmp_path, "5")) == []


@pytest.mark.slow
def test_a_foul_correction_is_among_what_is_compared(tmp_path: Path) -> None:
    flags.record(tmp_path, flags.BEGUN)
    said = flags.heard(tmp_path, ("-OO",), "0")
    assert "norfolk has negative coin (1.7)" in " ".join(said.split())
    assert "Take mails in any order" in said


def test_no_case_is_prepared_within_an_assertion() -> None:
    """`python -O` leaves it out, and the case would be another one."""
    folder = Path(__file__).parent / "refusals"
    asserted = [
        (path.name, node.lineno)
        for path in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assert)
        for call in ast.walk(node.test)
        if isinstance(call, ast.Call) and ast.unparse(call.func) != "isinstance"
    ]
    assert asserted == []
