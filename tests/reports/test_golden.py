"""Whole reports, byte for byte. `python -m tests.reports.test_golden` writes them anew: then read them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.reports.formats import find, render
from pbem.reports.formats.text import WIDTH
from tests.reports.samples import FORMATS, SAMPLES
from tests.says import sentence

GOLDEN = Path(__file__).with_name("golden")
KEPT = ("battle-york", "battle-lancaster", "battle-public", "plan-york", "over-public")


LONG = ("html", "json")
PAIRS = [
    (name, format)
    for name in KEPT
    for format in FORMATS
    if format not in LONG or name in ("battle-york", "over-public")
]
"""Every format of every report, but the long ones of two only."""


@pytest.mark.parametrize(("name", "format"), PAIRS)
def test_report_is_as_kept(name: str, format: str) -> None:
    kept = GOLDEN / f"{name}.{find(format).suffix}"
    assert render(SAMPLES[name](), format) == kept.read_text("utf-8")


@pytest.mark.parametrize("name", list(SAMPLES))
def test_text_has_at_most_78_columns_and_no_trailing_space(name: str) -> None:
    lines = render(SAMPLES[name](), "text").splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("name", list(SAMPLES))
def test_a_report_opens_with_what_changed_and_what_is_asked(name: str) -> None:
    text = render(SAMPLES[name](), "text")
    opening = text.split("\n\n", 1)[0]
    assert "Influence" in opening
    assert any(
        words in opening
        for words in (
            "orders, please",
            "waits",
            sentence("ledger.values.READY_QUESTION"),
            "is over",
        )
    )


def test_jinja_is_loaded_only_to_render() -> None:
    code = "import sys, pbem.reports.formats; sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


if __name__ == "__main__":
    for name, format in PAIRS:
        (GOLDEN / f"{name}.{find(format).suffix}").write_text(
            render(SAMPLES[name](), format), "utf-8"
        )
