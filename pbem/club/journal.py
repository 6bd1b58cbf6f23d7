"""What a run over many games has begun and done, on the disk, so that a broken-off one can go on.

    {"of":"verify /home/ann/club 0.1.0"}                     what the run is, and under which program
    {"begun":"two/game.toml"}                                written before it is begun
    {"done":"two/game.toml","mark":"3f9c...","value":...}    the mark: SHA-256 of what was read

Lines are only ever added. A kill loses nothing that was written, a power cut the last second; a line that
was cut short counts for nothing. A run that comes to its end takes the file away, unless others were to
blame for what is not done. Where the disk is full nothing more is written, and the run goes on.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader, FileIO
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

import msgspec

from pbem.club.each import PAUSE, Piece
from pbem.errors import RunBusy
from pbem.protocol import lock
from pbem.protocol.atomic import SECRET
from pbem.system import EXACT, NO_LINK

T = TypeVar("T")
NOTHING = msgspec.Raw()


def name_text(name: str) -> str:
    """A name that is no text, as a file may have, in letters."""
    return name.encode("utf-8", "backslashreplace").decode()


class Line(msgspec.Struct, omit_defaults=True):
    """A line of the file."""

    of: str = ""
    begun: str = ""
    done: str = ""
    mark: str = ""
    value: msgspec.Raw = NOTHING


class Journal(Generic[T]):
    """The file of one run, which nobody else writes meanwhile.

    Attributes:
        known: pieces that an earlier run has done. `open`: begun and not done, in this run or, before it
            begins, in the one that was broken off. `keep`: is there something left for `--resume`?
        full: why nothing more can be written; "" if it can.
    """

    def __init__(self, path: Path, of: str, kind: type[T]) -> None:
        """Open a run's journal, and read what it holds. Raises RunBusy: another program is writing it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self.of, self.kind = path, name_text(of), kind
        self.keep, self.full = False, ""
        beside = path.with_suffix(".lock")
        try:
            self._held = lock.hold(beside)
        except BlockingIOError as error:
            raise RunBusy(path=beside) from error
        how = os.O_RDWR | os.O_CREAT | EXACT | NO_LINK
        self._file = FileIO(os.open(path, how, SECRET), "r+")
        self.known: dict[str, tuple[str, msgspec.Raw]] = {}
        self.open: dict[str, None] = {}
        self._synced = time.monotonic()
        self._read()

    def _read(self) -> None:
        """Read the journal up to the first line that is damaged, cut off the rest, and begin it if nothing is left."""
        end = 0
        reader = BufferedReader(self._file)
        for raw in reader:
            try:
                line = msgspec.json.decode(raw, type=Line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                break
            if not raw.endswith(b"\n") or (end == 0 and line.of != self.of):
                break
            end += len(raw)
            if line.begun:
                self.open[line.begun] = None
            elif line.done:
                self.open.pop(line.done, None)
                if line.value:
                    self.known[line.done] = (line.mark, line.value.copy())
        reader.detach()
        self._file.seek(end)
        self._file.truncate()
        if end == 0:
            self._write(Line(of=self.of))

    @property
    def broken_off(self) -> bool:
        """Was there an earlier run that did not come to its end?"""
        return bool(self.known or self.open)

    def anew(self) -> None:
        """Forget what an earlier run has done."""
        self.known.clear()
        self.open.clear()
        self._file.seek(0)
        self._file.truncate()
        self._write(Line(of=self.of))

    def go_on(self) -> None:
        """What the earlier run has done counts; what it had begun is begun again."""
        self.open.clear()

    # -- while the work goes on -----------------------------------------------------------------

    def found(self, piece: Piece) -> T | None:
        mark, value = self.known.pop(name_text(piece.name), ("", NOTHING))
        if not value or not mark or mark != piece.mark:
            return None
        try:
            return msgspec.json.decode(value, type=self.kind)
        except msgspec.DecodeError:
            return None

    def begin(self, piece: Piece) -> None:
        name = name_text(piece.name)
        self.open[name] = None
        self._write(Line(begun=name))

    def end(self, piece: Piece, value: T | None) -> None:
        """One that failed is done too, and is done again in a run that goes on; so is one whose value
        cannot be written, for it names a file whose name is no text."""
        name, raw = name_text(piece.name), NOTHING
        self.open.pop(name, None)
        if value is not None:
            with suppress(UnicodeEncodeError):
                raw = msgspec.Raw(msgspec.json.encode(value))
        self._write(Line(done=name, mark=piece.mark, value=raw))

    def settle(self) -> None:
        """Onto the disk, if that was long ago."""
        if not self.full and time.monotonic() - self._synced >= PAUSE:
            with self._while_there_is_room():
                os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def _write(self, line: Line) -> None:
        """No line follows one for which there was no room."""
        if not self.full:
            data = msgspec.json.encode(line) + b"\n"
            with self._while_there_is_room():
                if self._file.write(data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    @contextmanager
    def _while_there_is_room(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.full = error.strerror or str(error)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        """A run that came to its end needs no journal, and no more does one whose reader, such as `head`, has seen
        enough."""
        self._file.close()
        if not self.keep and (kind is None or issubclass(kind, BrokenPipeError)):
            self.path.unlink(missing_ok=True)
        lock.let_go(self._held)
