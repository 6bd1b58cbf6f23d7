"""A home of its own for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.home import computer


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the identity and the pins; it is not there yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv(computer.FOLDER, str(folder))
    return folder
