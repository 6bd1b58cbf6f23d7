"""A disk that is full or cannot be read, a machine that sleeps: nothing is lost, and it is told in plain words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.home import computer, drafts, opening, sent
from pbem.protocol.atomic import replace_file
from pbem.round.entries import Unfinished
from pbem.web.chair import chair
from pbem.web.chair.parts import gm_desk
from pbem.web.server import app, serve
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Answer
from pbem.web.server.serve import Watch
from tests.moderator.people import GM, any_line
from tests.says import sentence
from tests.web.tables import Page, Table
from tests.web.told import Served


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Page]:
    """The page of a side that is asked, with an order line on it."""
    table = Table(tmp_path, "richard_iii", "kingmaker").play(3)
    side = next(one for one in table.people if table.look(one).ledger.askings.get(one))
    page = table.page(side)
    if page.desk.seat.arrived:
        page.click("looked")
    page.click("take", line=any_line(table.look(side), table.random))
    with computer.sitting_as(page.home):
        yield page


def full(*args: object, **named: object) -> None:
    raise OSError(28, "No space left on device", "/home/ann/sent")


@pytest.mark.slow
def test_a_disk_that_is_full_while_orders_are_sealed(
    written: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = Served(written.desk, Jobs()).let_in()  # type: ignore[arg-type]
    seat, lines = written.desk.seat, written.desk.seat.lines
    assert served.click("seal").status_code == 200
    with monkeypatch.context() as patched:
        patched.setattr(sent, "replace_file", full)
        told = served.click("sealed")
        assert told.status_code == 422
        assert "No space left on device (/home/ann/sent)" in told.json()["said"]
        assert app.BUG not in told.json()["said"]
    assert seat.lines == lines
    assert seat.sealed is None
    assert served.click("sealed").status_code == 200
    assert len(list(sent.folder(seat.game).iterdir())) == 1
    assert seat.sealed is not None
    assert seat.sealed.letter.envelope.body.revision == 1  # type: ignore[union-attr]


@pytest.mark.slow
def test_what_is_sealed_twice_is_one_mail(written: Page) -> None:
    """A double click, or a second tab that still shows the sheet."""
    served = Served(written.desk, Jobs()).let_in()  # type: ignore[arg-type]
    version = str(written.desk.seat.version)
    first = served.click("sealed", {"version": version})
    assert "Sealed and signed" in first.json()["said"]
    for words in ({"version": version}, {}, {"version": str(written.desk.seat.version)}):
        again = served.click("sealed", words)
        assert "Sealed and signed" not in again.json()["said"]
    assert len(list(sent.folder(written.desk.seat.game).iterdir())) == 1


@pytest.mark.slow
@pytest.mark.parametrize("how", ["folder", "garbage", "foreign"])
def test_what_is_written_and_cannot_be_read_is_told(written: Page, how: str) -> None:
    game = written.desk.seat.game
    path = drafts.path_of(game)
    path.unlink()
    if how == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"\xff{" if how == "garbage" else b'{"answers": "x", "more": 1}')
    orders, said = drafts.kept_draft(game)
    assert orders.lines == ()
    assert str(path) in said


def test_a_gm_hears_that_entries_are_signed_while_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read the save again writes a pin, which fails too: that is not what he has to hear."""
    table = Table(tmp_path, "two_provinces", "march")
    file = tmp_path / "game.toml"
    file.write_bytes(table.save)

    def fills_up(*args: object) -> Answer:
        monkeypatch.setattr(opening, "remember", full)
        raise Unfinished(f"{file} is whole", "No space left on device", file)

    with computer.sitting_as(tmp_path / "gm"):
        page = gm_desk(file, GM)
        monkeypatch.setitem(chair.VERBS, "take", fills_up)
        assert f"{file} is whole" in page.act("take", {}).said


def test_a_gm_hears_that_reports_of_a_round_that_was_cut_off_are_written(tmp_path: Path) -> None:
    """A kill between the save and its reports; the click that writes them brings no new email."""
    table = Table(tmp_path, "two_provinces", "march")
    file = tmp_path / "game.toml"
    said = []
    with computer.sitting_as(tmp_path / "gm"):
        for _ in range(2):
            file.write_bytes(table.save)
            page = gm_desk(file, GM)
            said.append(page.act("take", {"pile": page.pile.named()}).said)
            table.turn()
        said.append(page.act("take", {"pile": page.pile.named()}).said)
    where = "web.chair.chair.GmDesk.take"
    nothing, finished = sentence(where, word="nothing"), sentence(where, word="finished")
    assert said == [nothing, finished, nothing]


def test_a_temporary_file_of_a_full_disk_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(tmp_path / "a", b"abc")
    assert list(tmp_path.iterdir()) == []


def test_a_machine_that_slept_does_not_end_it() -> None:
    """Some clocks go on in the sleep of a machine, where no tab can say that it is there."""
    now = [0.0]
    watch = Watch(lambda: now[0], patience=600)
    now[0] = 3600
    assert watch.rest() == 600
    now[0] += 599
    assert watch.rest() == 1
    now[0] += 2
    assert watch.rest() == 0, "so much late is everybody now and then"
    assert serve.SLEPT < 600
