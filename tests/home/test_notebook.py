"""Notes: kept whole, read with suspicion, and on one line each."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import UnreadableFile
from pbem.home import notebook
from pbem.home.notebook import Note
from tests.says import sentence, worded

from .machine import is_private, kills

NOTES = [Note(3, "He bluffs.", "york"), Note(1, "\u00fc\n\"'\\"), Note(3, "Again", by="Ann")]


def test_notes_come_back_in_their_order(tmp_path: Path) -> None:
    path = notebook.path_of(tmp_path / "pins", "ab12")
    assert path == tmp_path / "pins" / "ab12.notes"
    assert notebook.load(path) == []
    notebook.save(path, NOTES)
    assert notebook.load(path) == NOTES
    assert is_private(path)
    assert path.read_bytes().count(b"\n") == len(NOTES) + 2
    notebook.save(path, [])
    assert notebook.load(path) == []


def test_a_kill_leaves_the_old_notes_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.notes"
    notebook.save(path, NOTES[:1])
    for _ in kills(monkeypatch, lambda: notebook.save(path, NOTES)):
        assert notebook.load(path) in (NOTES[:1], NOTES)
        notebook.save(path, NOTES[:1])
    assert notebook.load(path) == NOTES


@pytest.mark.parametrize(
    "garbled",
    [
        b"",
        b"\xff",
        b"{}",
        b'[{"entry": 1}]',
        b'[{"entry": "1", "text": ""}]',
        b'[{"entry": 1, "text": "", "more": 1}]',
        b"[" * 100_000,
    ],
)
def test_garbled_notes_are_refused_by_name(tmp_path: Path, garbled: bytes) -> None:
    path = tmp_path / "x.notes"
    path.write_bytes(garbled)
    with pytest.raises(UnreadableFile, match=worded("home.notebook.load", ..., word="file")):
        notebook.load(path)
    assert path.read_bytes() == garbled


def test_limits_are_the_same_for_reading_and_for_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.notes"
    longest = Note(0, "x" * (notebook.LONGEST - 4), "york")
    longer = Note(0, longest.text, "yorks")
    assert notebook.trouble(longest, [], 0) == ""
    assert "at most 4000 characters" in notebook.trouble(longer, [], 0)
    notebook.save(path, [longest])
    assert notebook.load(path) == [longest]
    notebook.save(path, [longer])
    with pytest.raises(UnreadableFile, match="longer ones"):
        notebook.load(path)
    monkeypatch.setattr(notebook, "MOST", 2)
    note = Note(0, "x")
    assert notebook.trouble(note, [note], 0) == ""
    assert "delete one first" in notebook.trouble(note, [note] * 2, 0)
    notebook.save(path, [note] * 2)
    assert len(notebook.load(path)) == 2
    notebook.save(path, [note] * 3)
    with pytest.raises(UnreadableFile, match="more notes"):
        notebook.load(path)
    size = path.stat().st_size
    monkeypatch.setattr(notebook, "MOST", 3)
    monkeypatch.setattr(notebook, "LARGEST", size)
    assert len(notebook.load(path)) == 3
    monkeypatch.setattr(notebook, "LARGEST", size - 1)
    with pytest.raises(UnreadableFile, match="too large"):
        notebook.load(path)


def test_a_note_is_on_an_entry_that_there_is() -> None:
    assert [notebook.trouble(Note(n, "x"), [], 2) == "" for n in (-1, 0, 2, 3)] == [
        False,
        True,
        True,
        False,
    ]
    assert notebook.trouble(Note(3, "x"), [], 2) == sentence(
        "home.notebook.trouble", 3, 2, word="there"
    )


def test_a_note_reads_on_one_line_by_its_entry() -> None:
    told = notebook.by_entry([*NOTES, Note(3, "a\n b\x1b[2J")])
    assert list(told) == [3, 1]
    assert told[1] == ("\u00fc \"'\\",)
    assert told[3][:2] == ("york: He bluffs.", "Ann: Again")
    assert "\x1b" not in told[3][2]
    assert "\n" not in told[3][2]
