"""Tests with ssh-keygen are skipped where it is missing, but never where they must run."""

from __future__ import annotations

import shutil

import pytest

from . import marks


@pytest.mark.parametrize(
    ("installed", "must", "skipped"),
    [
        (None, "", True),
        (None, "must", False),
        ("/usr/bin/ssh-keygen", "", False),
        ("/usr/bin/ssh-keygen", "must", False),
    ],
)
def test_skipped_only_where_it_is_missing_and_may_be(
    installed: str | None, must: str, skipped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: installed)
    monkeypatch.setenv(marks.MUST, must)
    assert marks.may_skip() is skipped
