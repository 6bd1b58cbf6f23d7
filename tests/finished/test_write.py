"""Positions of stored games are written anew, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.finished import write
from tests.finished.record import FOLDER
from tests.finished.stored import Stored

GAME = FOLDER / "plantagenet/Ib-test_of_arms-york.toml"


def test_positions_that_have_changed_are_written_anew(tmp_path: Path) -> None:
    file, stored = tmp_path / "game.toml", Stored.read(GAME)
    (turn, *_) = [line for line in stored.record if line.startswith("= ")]
    other = tuple(line.replace(turn, f"{turn[:-16]}{16 * '0'}") for line in stored.record)
    file.write_text(replace(stored, record=other, position=64 * "0").text(), "utf-8")
    write.main([str(file)])
    assert file.read_text("utf-8") == GAME.read_text("utf-8")


@pytest.mark.parametrize("line", ["york ", "  die ", "  cards ", "= "])
def test_a_game_that_goes_another_way_is_refused_and_no_file_is_written(
    line: str, tmp_path: Path
) -> None:
    file, first, stored = tmp_path / "game.toml", tmp_path / "first.toml", Stored.read(GAME)
    missing = next(n for n, one in enumerate(stored.record) if one.startswith(line))
    swerved = (*stored.record[:missing], *stored.record[missing + 1 :])
    texts = {first: replace(stored, position="").text()}
    texts[file] = replace(stored, record=swerved).text()
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    with pytest.raises(SystemExit, match=r"game\.toml goes another way, so nothing is written"):
        write.main([str(first), str(file)])
    assert {path: path.read_text("utf-8") for path in texts} == texts


def test_another_end_is_refused(tmp_path: Path) -> None:
    file, stored = tmp_path / "game.toml", Stored.read(GAME)
    file.write_text(replace(stored, reason="York wins.").text(), "utf-8")
    with pytest.raises(SystemExit, match="it ends with"):
        write.main([str(file)])
