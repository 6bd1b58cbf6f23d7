"""What the scripts of the pages take for granted of these: read in their text."""

from __future__ import annotations

import re

import pytest

from tests.says import TEMPLATES

SCRIPTS = sorted((TEMPLATES / "desk").glob("*.js"))
TAKEN = re.compile(
    r"dataset(?:\.(\w+)|\[\w+\])\.\w|JSON\.parse\([^()]*(?:\([^()]*\))?\.dataset\.(\w+)\)"
)
"""A mark of the page that is read without asking whether it is there."""


def attribute(name: str) -> str:
    return "data-" + re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name)


@pytest.mark.parametrize("script", [script.name for script in SCRIPTS])
def test_no_script_stops_where_an_empty_mark_is_left_out(script: str) -> None:
    """The desk stopped where a question named no piece. A mark by which the script has found what bears it is there."""
    text = (TEMPLATES / "desk" / script).read_text(encoding="utf-8")
    names = [match[1] or match[2] or "" for match in TAKEN.finditer(text)]
    assert not [name for name in names if not name or f"[{attribute(name)}" not in text]
