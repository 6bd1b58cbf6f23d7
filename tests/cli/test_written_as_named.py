"""`-o` writes what the name of the file says, or says what it can write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.console import Console
from tests.moderator.people import seated
from tests.says import says


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, seated().save)


@pytest.mark.parametrize(
    ("command", "name", "refusal", "way_out"),
    [
        ("map", "x.pdf", "cli.map.NOT_WRITTEN", "print it"),
        ("map", "x.jpg", "cli.map.NOT_WRITTEN", ".png"),
        ("report", "x.pdf", "cli.report.NOT_WRITTEN", "print it"),
        ("report", "x.docx", "cli.report.NOT_WRITTEN", "--format"),
        ("replay", "x.txt", "cli.replay.ONLY_PAGES", ".html"),
        ("show", "x.HTML", "cli.out.ONLY_TEXT", ".txt"),
        ("orders", "x.html", "cli.out.ONLY_TEXT", ".txt"),
        ("say Well", "x.docx", "cli.out.ONLY_TEXT", ".txt"),
        ("adjudicate", "x.pdf", "cli.out.ONLY_TEXT", ".txt"),
    ],
)
def test_what_cannot_be_written_is_refused_with_a_way_out(
    console: Console, command: str, name: str, refusal: str, way_out: str
) -> None:
    verb, *words = command.split()
    done = console.type("york", verb, "game.toml", *words, "-o", name)
    assert done.code != 0
    assert says(" ".join(done.err.split()), refusal)
    assert way_out in " ".join(done.err.split())
    assert not (console.folder / name).exists()


@pytest.mark.slow
def test_a_map_has_the_format_of_its_name(console: Console) -> None:
    assert console.type("york", "map", "game.toml", "-o", "x.svg").code == 0
    assert (console.folder / "x.svg").read_text("utf-8").startswith("<svg ")
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    assert console.type("york", "map", "game.toml", "-o", "x.png").code == 0
    assert (console.folder / "x.png").read_bytes().startswith(b"\x89PNG")


def test_a_report_has_the_format_of_its_name(console: Console) -> None:
    assert console.type("york", "report", "game.toml", "-o", "x.htm").code == 0
    assert (console.folder / "x.htm").read_text("utf-8").lower().startswith("<!doctype html")


def test_a_file_that_is_in_the_way_is_kept(console: Console) -> None:
    diary = console.folder / "diary.txt"
    diary.write_text("Dear diary")
    done = console.type("york", "show", "game.toml", "-o", "diary.txt")
    assert done.code == 0
    assert says(done.err, "cli.out.KEPT", "diary.txt", "diary.txt.bak")
    assert diary.with_name("diary.txt.bak").read_text() == "Dear diary"
    assert console.type("york", "show", "game.toml", "-o", "diary.txt").err == ""
