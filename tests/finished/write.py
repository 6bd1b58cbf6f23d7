"""Writes the positions of stored games anew, after a change of what a state holds: only the hashes change.

python -m tests.finished.write                                   all of them
python -m tests.finished.write tests/finished/warriors/*.toml    these

A game that goes another way, in a decision, a die, a card or an end, is refused, and no file is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from pbem.errors import PbemError
from tests.finished.record import FOLDER, stored
from tests.finished.stored import Deviation, Replay, Stored


def anew(old: Stored) -> Stored:
    """The same game with the positions that it has now. Raises Deviation, PbemError."""
    again = Replay(old.game, old.scenario, old.options, old.answers(), old.dice(), old.decks())
    new = stored(again)
    for number, (was, is_) in enumerate(zip_longest(old.record, new.record), 1):
        if was is None or is_ is None or without_position(was) != without_position(is_):
            raise Deviation(f"line {number} of the record: `{is_}` instead of `{was}`")
    if replace(new, record=old.record, position=old.position) != old:
        raise Deviation(f"it ends with {new.ends}: {new.reason}")
    return new


def without_position(line: str) -> str:
    """A line of a record; of the beginning of a turn only which turn it is."""
    return line.rpartition(": ")[0] if line.startswith("= ") else line


def main(typed: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, help="all, if none is named")
    files = parser.parse_args(typed).files or sorted(FOLDER.glob("*/*.toml"))
    texts = {}
    for file in files:
        try:
            texts[file] = anew(Stored.read(file)).text()
        except (Deviation, PbemError) as error:
            raise SystemExit(f"{file} goes another way, so nothing is written: {error}") from error
    for file, text in texts.items():
        file.write_text(text, "utf-8")
    print(f"{len(texts)} games play again; their positions are written.")


if __name__ == "__main__":
    main()
