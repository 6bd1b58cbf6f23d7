"""Whose home it is, what time it is, and the marks beside the pins."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pbem.errors import BadStatement, NoIdentity
from pbem.home import here
from pbem.system import settings_folder
from tests.moderator.people import played

from .machine import is_private, kills


def test_home_is_what_was_said_else_the_system_s(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert here.folder() == home
    assert here.identity_file() == home / "identity.toml"
    assert here.pins().folder == home / "pins"
    assert here.restored_mark() == home / "restored"
    assert here.addresses("ab") == home / "addresses" / "ab.toml"
    for nothing in ("", None):
        if nothing is None:
            monkeypatch.delenv(here.FOLDER)
        else:
            monkeypatch.setenv(here.FOLDER, nothing)
        assert here.folder() == settings_folder("pbem")


def test_who_sits_elsewhere_comes_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        with here.sitting_as(home / "robot"):
            assert here.folder() == home / "robot"
            with here.sitting_as(home / "other"):
                assert here.folder() == home / "other"
            assert here.folder() == home / "robot"
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert here.folder() == home
    monkeypatch.delenv(here.FOLDER)
    with here.sitting_as(home):
        assert here.folder() == home
    assert here.folder() == settings_folder("pbem")


def test_without_an_identity_the_refusal_names_the_home(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(here.FOLDER, f"{home} too")
    with pytest.raises(NoIdentity, match=f"--home '{home} too'"):
        here.existing_identity()
    monkeypatch.delenv(here.FOLDER)
    monkeypatch.setattr(here, "settings_folder", lambda name: home / name)
    with pytest.raises(NoIdentity) as refused:
        here.existing_identity()
    assert str(home) not in str(refused.value).replace(str(home / "pbem"), "")
    (home / "pbem").mkdir(parents=True)
    here.identity_file().touch()
    assert here.existing_identity() == home / "pbem" / "identity.toml"


def test_time_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(here.NOW, "1800000000")
    assert here.now() == 1_800_000_000
    monkeypatch.setenv(here.NOW, "")
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.9)
    assert here.now() == 1_700_000_000


@pytest.mark.parametrize("garbled", [b"", b"two\n", b"\xff\xfe"])
def test_reports_are_written_up_to_the_entry_that_is_marked(home: Path, garbled: bytes) -> None:
    game = played(4).look("gm")
    assert here.last_reported_entry(game) == -1
    here.set_told(game)
    (mark,) = (home / "pins" / "told").iterdir()
    assert (mark.name, here.last_reported_entry(game)) == (
        game.ledger.game,
        len(game.save.entries) - 1,
    )
    assert is_private(mark)
    mark.write_bytes(garbled)
    assert here.last_reported_entry(game) == -1
    here.set_told(game)
    assert here.last_reported_entry(game) == len(game.save.entries) - 1


def test_a_mark_that_stands_is_not_written_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(4).look("gm")
    here.set_told(game)
    monkeypatch.setattr(here, "replace_file", None)
    here.set_told(game)


def test_a_kill_leaves_the_mark_as_it_was_or_as_it_shall_be(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = played(4).look("gm"), played(8).look("gm")
    last = len(after.save.entries) - 1
    here.set_told(before)
    seen = set()
    for _ in kills(monkeypatch, lambda: here.set_told(after)):
        seen.add(here.last_reported_entry(after))
        here.set_told(before)
    assert seen == {len(before.save.entries) - 1, last}
    assert here.last_reported_entry(after) == last


def test_an_accept_is_remembered_game_by_game(home: Path) -> None:
    game, other = played(4).look("york"), played(4, scenario="Ia").look("york")
    assert here.accepted_side(game) == ""
    here.set_accepted(game, "york")
    assert (here.accepted_side(game), here.accepted_side(other)) == ("york", "")
    assert is_private(home / "pins" / "accepted" / game.ledger.game)


def test_who_has_published_his_key_signs_no_more_in_this_game(home: Path) -> None:
    game, other = played(4).look("york"), played(4, scenario="Ia").look("york")
    here.check_may_sign(game)
    here.set_revealed(game)
    here.check_may_sign(other)
    with pytest.raises(BadStatement, match="sign nothing more"):
        here.check_may_sign(game)


@pytest.mark.parametrize("garbled", [b"", b"one\n", b"\xff"])
def test_each_seat_has_seen_its_own(home: Path, garbled: bytes) -> None:
    game = played(4).look("york")
    genesis, last = game.ledger.game, len(game.save.entries) - 1
    assert here.last_seen_entry(genesis, "york") == -1
    here.set_seen(game)
    assert [here.last_seen_entry(genesis, side) for side in ("york", "lancaster")] == [last, -1]
    path = home / "pins" / "seen" / f"{genesis}-york"
    assert is_private(path)
    path.write_bytes(garbled)
    assert here.last_seen_entry(genesis, "york") == -1
