"""What a player notes on a game: kept beside its pin on his machine, never in a save or a mail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from pbem.drawing.ink import printable
from pbem.errors import UnreadableFile
from pbem.misread import misread
from pbem.protocol import textfile
from pbem.protocol.atomic import SECRET, private_folder, replace_file

LONGEST = 4_000
"""Characters of a note."""
MOST = 2_000
"""Notes on a game."""
LARGEST = 16 * LONGEST * MOST
"""Bytes of a file of notes: any character may take several, and escapes more."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A note on an entry of the log, and maybe `about` a card or a place. `by`: who wrote it, once it is given
    away."""

    entry: int
    text: str
    about: str = ""
    by: str = ""

    def __str__(self) -> str:
        """On one line, whatever stands in it."""
        note_text = f"{self.about}: {self.text}" if self.about else self.text
        return printable(" ".join((f"{self.by}: {note_text}" if self.by else note_text).split()))


def path_of(pins: Path, genesis: str) -> Path:
    return pins / f"{genesis}.notes"


def load(path: Path) -> list[Note]:
    """The notes in a file, in the order in which they were written; none if there is no file.

    Raises UnreadableFile.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        textfile.refuse_branch(data)
    except FileNotFoundError:
        return []
    try:
        if len(data) > LARGEST:
            raise ValueError("it is too large")
        notes = msgspec.json.decode(data, type=list[Note])
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(why=f"{path} is no file of notes: {misread(error)}") from error
    if len(notes) > MOST or any(len(note.text) + len(note.about) > LONGEST for note in notes):
        raise UnreadableFile(why=f"{path} holds more notes than a game has, or longer ones")
    return notes


def save(path: Path, notes: list[Note]) -> None:
    """Write them whole or not at all, a line a note, for their owner alone."""
    private_folder(path.parent)
    replace_file(path, as_bytes(notes), mode=SECRET)


def trouble(note: Note, notes: Sequence[Note], last: int) -> str:
    """Why this note cannot be added, "" if it can; `last`: the number of the game's last entry."""
    if not 0 <= note.entry <= last:
        return f"there is no entry {note.entry}; the last one is {last}"
    if len(note.text) + len(note.about) > LONGEST:
        return f"a note has at most {LONGEST} characters"
    if len(notes) >= MOST:
        return f"a game has at most {MOST} notes; delete one first"
    return ""


def as_bytes(notes: list[Note]) -> bytes:
    return b"[\n" + b",\n".join(map(msgspec.json.encode, notes)) + b"\n]\n"


def by_entry(notes: Iterable[Note]) -> Mapping[int, tuple[str, ...]]:
    """Each note on one line, by the entry that it is on."""
    lines_by_entry: dict[int, tuple[str, ...]] = {}
    for note in notes:
        lines_by_entry[note.entry] = (*lines_by_entry.get(note.entry, ()), str(note))
    return lines_by_entry
