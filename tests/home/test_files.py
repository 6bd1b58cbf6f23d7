"""What is written for people never takes the place of a save, an identity, a link or a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import WouldOverwrite
from pbem.home import files
from tests.moderator.people import ANN, played

from .machine import kills


def test_a_report_is_for_all_and_a_secret_for_its_owner(tmp_path: Path) -> None:
    report, mail = tmp_path / "report.txt", tmp_path / "mail.txt"
    files.write_text(report, "York is at Ely. \u00fc")
    files.write_text(mail, "march: parley", secret=True)
    assert report.read_bytes() == "York is at Ely. \u00fc".encode()
    assert mail.stat().st_mode & 0o777 == 0o600
    assert report.stat().st_mode & 0o444 == 0o444
    files.write_bytes(report, b"\0\r\n")
    assert report.read_bytes() == b"\0\r\n"


@pytest.mark.parametrize("what", ["save", "identity", "link", "dangling", "folder"])
def test_what_is_precious_stays(tmp_path: Path, what: str) -> None:
    path, target = tmp_path / "file", tmp_path / "target"
    target.write_bytes(b"whatever")
    if what == "save":
        path.write_bytes(played(2).save)
    elif what == "identity":
        ANN.save(path, "")
    elif what == "folder":
        path.mkdir()
    else:
        path.symlink_to(target if what == "link" else tmp_path / "nowhere")
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(IsADirectoryError if what == "folder" else WouldOverwrite, match="file"):
        files.write_text(path, "a report")
    assert target.read_bytes() == b"whatever"
    assert not (tmp_path / "nowhere").exists()
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_kill_leaves_the_old_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.txt"
    path.write_text("old")
    seen = set()
    for _ in kills(monkeypatch, lambda: files.write_text(path, "new")):
        seen.add(path.read_text())
        path.write_text("old")
    assert seen == {"old", "new"}
    assert path.read_text() == "new"
