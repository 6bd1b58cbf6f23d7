"""`pbem map -o` writes what the name of the file says, or says what it can write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.console import Console
from tests.moderator.people import seated
from tests.says import says


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, seated().save)


@pytest.mark.parametrize("name", ["x.pdf", "x.jpg"])
def test_what_cannot_be_written_is_refused_with_a_way_out(console: Console, name: str) -> None:
    done = console.type("york", "map", "game.toml", "-o", name)
    assert done.code != 0
    assert says(" ".join(done.err.split()), "cli.map.NOT_WRITTEN")
    assert "print it" in " ".join(done.err.split())
    assert not (console.folder / name).exists()


@pytest.mark.slow
def test_a_file_has_the_format_of_its_name(console: Console) -> None:
    assert console.type("york", "map", "game.toml", "-o", "x.svg").code == 0
    assert (console.folder / "x.svg").read_text("utf-8").startswith("<svg ")
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    assert console.type("york", "map", "game.toml", "-o", "x.png").code == 0
    assert (console.folder / "x.png").read_bytes().startswith(b"\x89PNG")
