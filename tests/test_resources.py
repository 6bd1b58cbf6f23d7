"""Shipped TOML and its copies in JSON."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem import resources
from pbem.resources import resource, toml

FILES = sorted(resource("rules_data").glob("*/*.toml"))
DATA = b'[a]\nb = [1, 2.5, "c", true]\n'


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "__pycache__"
    monkeypatch.setattr(resources, "CACHE", folder)
    monkeypatch.setattr(resources.sys, "dont_write_bytecode", False)
    return folder


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_copy_says_what_the_file_says(cache: Path, path: Path) -> None:
    right = tomllib.loads(path.read_text("utf-8"))
    assert toml(path.read_bytes()) == right
    assert len(list(cache.iterdir())) == 1
    assert toml(path.read_bytes()) == right


def test_a_changed_file_is_read_anew(cache: Path) -> None:
    assert toml(DATA) == {"a": {"b": [1, 2.5, "c", True]}}
    assert toml(DATA.replace(b"2.5", b"3.5")) == {"a": {"b": [1, 3.5, "c", True]}}


def test_a_broken_copy_is_made_again(cache: Path) -> None:
    right = toml(DATA)
    (copy,) = cache.iterdir()
    copy.write_bytes(b'{"a": ')
    assert toml(DATA) == right
    assert copy.read_bytes() != b'{"a": '


def test_where_nothing_can_be_written_the_file_is_read_all_the_same(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write_text("not a folder")
    assert toml(DATA) == tomllib.loads(DATA.decode())
    monkeypatch.setattr(resources, "CACHE", cache.parent / "other")
    monkeypatch.setattr(resources.sys, "dont_write_bytecode", True)
    assert toml(DATA) == tomllib.loads(DATA.decode())
    assert not (cache.parent / "other").exists()
