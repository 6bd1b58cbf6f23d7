"""Whose home it is, what time it is, and the marks beside the pins."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pbem.errors import BadStatement, NoIdentity
from pbem.home import computer
from pbem.system import settings_folder
from tests.moderator.people import played

from .machine import is_private, kills


def test_home_is_what_was_said_else_the_system_s(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert computer.folder() == home
    assert computer.identity_file() == home / "identity.toml"
    assert computer.pins().folder == home / "pins"
    assert computer.restored_mark() == home / "restored"
    assert computer.addresses("ab") == home / "addresses" / "ab.toml"
    for nothing in ("", None):
        if nothing is None:
            monkeypatch.delenv(computer.FOLDER)
        else:
            monkeypatch.setenv(computer.FOLDER, nothing)
        assert computer.folder() == settings_folder("pbem")


def test_who_sits_elsewhere_comes_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        with computer.sitting_as(home / "robot"):
            assert computer.folder() == home / "robot"
            with computer.sitting_as(home / "other"):
                assert computer.folder() == home / "other"
            assert computer.folder() == home / "robot"
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert computer.folder() == home
    monkeypatch.delenv(computer.FOLDER)
    with computer.sitting_as(home):
        assert computer.folder() == home
    assert computer.folder() == settings_folder("pbem")


def test_without_an_identity_the_refusal_names_the_home(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(computer.FOLDER, f"{home} too")
    with pytest.raises(NoIdentity, match=f"--home '{home} too'"):
        computer.existing_identity()
    monkeypatch.delenv(computer.FOLDER)
    monkeypatch.setattr(computer, "settings_folder", lambda name: home / name)
    with pytest.raises(NoIdentity) as refused:
        computer.existing_identity()
    assert str(home) not in str(refused.value).replace(str(home / "pbem"), "")
    (home / "pbem").mkdir(parents=True)
    computer.identity_file().touch()
    assert computer.existing_identity() == home / "pbem" / "identity.toml"


def test_time_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(computer.NOW, "1800000000")
    assert computer.now() == 1_800_000_000
    monkeypatch.setenv(computer.NOW, "")
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.9)
    assert computer.now() == 1_700_000_000


@pytest.mark.parametrize("garbled", [b"", b"two\n", b"\xff\xfe"])
def test_reports_are_written_up_to_the_entry_that_is_marked(home: Path, garbled: bytes) -> None:
    game = played(4).look("gm")
    assert computer.last_reported_entry(game) == -1
    computer.set_told(game)
    (mark,) = (home / "pins" / "told").iterdir()
    assert (mark.name, computer.last_reported_entry(game)) == (
        game.ledger.game,
        len(game.save.entries) - 1,
    )
    assert is_private(mark)
    mark.write_bytes(garbled)
    assert computer.last_reported_entry(game) == -1
    computer.set_told(game)
    assert computer.last_reported_entry(game) == len(game.save.entries) - 1


def test_a_mark_that_stands_is_not_written_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(4).look("gm")
    computer.set_told(game)
    monkeypatch.setattr(computer, "replace_file", None)
    computer.set_told(game)


def test_a_kill_leaves_the_mark_as_it_was_or_as_it_shall_be(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = played(4).look("gm"), played(8).look("gm")
    last = len(after.save.entries) - 1
    computer.set_told(before)
    seen = set()
    for _ in kills(monkeypatch, lambda: computer.set_told(after)):
        seen.add(computer.last_reported_entry(after))
        computer.set_told(before)
    assert seen == {len(before.save.entries) - 1, last}
    assert computer.last_reported_entry(after) == last


def test_an_accept_is_remembered_game_by_game(home: Path) -> None:
    game, other = played(4).look("york"), played(4, scenario="Ia").look("york")
    assert computer.accepted_side(game) == ""
    computer.set_accepted(game, "york")
    assert (computer.accepted_side(game), computer.accepted_side(other)) == ("york", "")
    assert is_private(home / "pins" / "accepted" / game.ledger.game)


def test_who_has_published_his_key_signs_no_more_in_this_game(home: Path) -> None:
    game, other = played(4).look("york"), played(4, scenario="Ia").look("york")
    computer.check_may_sign(game)
    computer.set_revealed(game)
    computer.check_may_sign(other)
    with pytest.raises(BadStatement, match="sign nothing more"):
        computer.check_may_sign(game)


@pytest.mark.parametrize("garbled", [b"", b"one\n", b"\xff"])
def test_each_seat_has_seen_its_own(home: Path, garbled: bytes) -> None:
    game = played(4).look("york")
    genesis, last = game.ledger.game, len(game.save.entries) - 1
    assert computer.last_seen_entry(genesis, "york") == -1
    computer.set_seen(game)
    assert [computer.last_seen_entry(genesis, side) for side in ("york", "lancaster")] == [last, -1]
    path = home / "pins" / "seen" / f"{genesis}-york"
    assert is_private(path)
    path.write_bytes(garbled)
    assert computer.last_seen_entry(genesis, "york") == -1


def test_what_a_full_disk_does_not_keep_as_seen_is_shown_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page itself opens, and what was signed before is not called undone."""

    def full(*args: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    game = played(4).look("york")
    with monkeypatch.context() as patched:
        patched.setattr(computer, "replace_file", full)
        computer.set_seen(game)
    assert computer.last_seen_entry(game.ledger.game, "york") == -1
    computer.set_seen(game)
    assert computer.last_seen_entry(game.ledger.game, "york") == len(game.save.entries) - 1
