"""Two Provinces is installed beside pbem, as a game of somebody else's would be."""

from __future__ import annotations

from pathlib import Path

import pytest

INSTALLED = Path(__file__).parent.parent / "contract" / "installed"


@pytest.fixture(autouse=True)
def two_provinces_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(INSTALLED))
