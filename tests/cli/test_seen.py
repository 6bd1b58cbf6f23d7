"""What a client has seen of a game: its pin, its checkpoint, its clock; and another copy taken on purpose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.gm.game import Game
from pbem.proof import reader
from pbem.protocol import save
from tests.moderator.people import GM, PLAYERS, Post, played, seated
from tests.says import says

from .console import Console

DAY = 24 * 3600
START = 1_800_000_000


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, played(8).save)


def kept(console: Console, who: str = "ann") -> Path:
    (path,) = (console.folder / "people" / who / "pins").glob("*.state")
    return path


def read_from(console: Console, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[bool]:
    """For each game that a command reads: did it go on from the checkpoint?"""
    found: list[bool] = []
    honest = reader.read_log

    def spy(*arguments: Any) -> Any:
        made = honest(*arguments)
        found.append(made[2])
        return made

    with monkeypatch.context() as patch:
        patch.setattr(reader, "read_log", spy)
        assert console.type("ann", *words).code == 0
    return found


def test_a_checkpoint_is_kept_and_used(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_from(console, monkeypatch, "show", "game.toml") == [False]
    assert read_from(console, monkeypatch, "show", "game.toml") == [True]
    assert b"Norfolk" not in kept(console).read_bytes()
    assert kept(console).stat().st_mode & 0o77 == 0


def test_deleted_it_is_made_again(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    first = console.type("ann", "show", "game.toml").out
    kept(console).unlink()
    assert read_from(console, monkeypatch, "show", "game.toml") == [False]
    assert read_from(console, monkeypatch, "show", "game.toml") == [True]
    assert console.type("ann", "show", "game.toml").out == first


def test_tampered_it_is_noticed_and_dropped(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = console.type("ann", "show", "game.toml").out
    raw = bytearray(kept(console).read_bytes())
    raw[-9] ^= 1
    kept(console).write_bytes(raw)
    assert read_from(console, monkeypatch, "show", "game.toml") == [False]
    assert console.type("ann", "show", "game.toml").out == first
    assert bytes(raw) != kept(console).read_bytes()


def test_anothers_checkpoint_is_of_no_use(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob's, put in the place of Ann's with the right hash: it is sealed under his key."""
    for who in ("ann", "bob"):
        assert console.type(who, "show", "game.toml").code == 0
    (pin,) = (console.folder / "people" / "ann" / "pins").glob("*.toml")
    (theirs,) = (console.folder / "people" / "bob" / "pins").glob("*.toml")
    pin.write_bytes(theirs.read_bytes())
    kept(console).write_bytes(kept(console, "bob").read_bytes())
    assert read_from(console, monkeypatch, "show", "game.toml") == [False]


def test_a_look_at_what_is_public_leaves_ones_own(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert console.type("ann", "show", "game.toml").code == 0
    assert read_from(console, monkeypatch, "show", "game.toml", "--as", "public") == [False]
    for words in (("show", "game.toml"), ("show", "game.toml", "--as", "public"), ("list", ".")):
        assert read_from(console, monkeypatch, *words) == [True]


def test_after_a_damaged_pin_its_advice_helps(console: Console) -> None:
    first = console.type("ann", "show", "game.toml").out
    (pin,) = (console.folder / "people" / "ann" / "pins").glob("*.toml")
    sound, game = pin.read_bytes(), console.save.read_bytes()
    pin.write_bytes(sound[: len(sound) // 2])
    refused = console.type("ann", "show", "game.toml")
    said = " ".join(refused.err.split())
    assert refused.code == 2
    assert pin.name in said
    assert says(said, "protocol.pins.Pins.pin")
    assert not says(said, "errors.Garbled")
    pin.rename(pin.with_suffix(".damaged"))
    assert console.type("ann", "show", "game.toml").out == first
    assert (pin.read_bytes(), console.save.read_bytes()) == (sound, game)


# -- a copy taken on purpose --------------------------------------------------------------------


def restored(console: Console) -> bytes:
    """The GM lost the file, took a backup and went another way."""
    post = Post(played(8).saves[-2])
    gm = post.look("gm")
    gm.rule("house", "The disk broke.", lines=["We begin again from the backup."])
    return gm.dumps()


@pytest.mark.parametrize("shorter", [True, False])
def test_adopt_shows_both_and_asks(console: Console, shorter: bool) -> None:
    assert console.type("ann", "show", "game.toml").code == 0
    long = Game.loads(console.save.read_bytes())
    data = played(8).saves[-2] if shorter else restored(console)
    short = Game.loads(data)
    console.save.write_bytes(data)
    assert console.type("ann", "show", "game.toml").code == 2
    done = console.type("ann", "adopt", "game.toml")  # nobody says yes
    assert done.code == 130
    for game in (long, short):
        assert says(done.out, "cli.adopt.show", len(game.heads), game.head[:16], word="entries")
    same = sum(a == b for a, b in zip(long.heads, short.heads, strict=False))
    gone = len(long.heads) - same
    assert says(done.out, "cli.adopt.parting", same - 1, gone)
    assert console.type("ann", "show", "game.toml").code == 2
    done = console.type("ann", "adopt", "game.toml", "--yes")
    assert done.code == 0, done.err
    assert console.type("ann", "show", "game.toml").code == 0


def test_there_is_nothing_to_adopt_in_what_goes_on(console: Console) -> None:
    done = console.type("ann", "adopt", "game.toml")
    assert (done.code, says(done.out, "cli.adopt.command", word="without")) == (0, True)
    assert console.type("ann", "show", "game.toml").code == 0
    assert says(console.type("ann", "adopt", "game.toml").out, "cli.adopt.command", word="without")


def test_orders_after_adopting_have_a_revision_of_their_own(tmp_path: Path) -> None:
    """The number of a question may come again in the other log; its revision may not."""
    post = seated().ready()
    console = Console(tmp_path, post.save)
    line = post.look("york").legal()[0].line
    assert console.type("ann", "orders", "game.toml", "--line", line, "-o", "one.txt").code == 0
    gm = seated().ready().look("gm")
    gm.rule("house", "The disk broke.", lines=["No phones."])
    other = Game.loads(gm.dumps())
    assert other.head != Game.loads(post.save).head
    post.take({"one": (console.folder / "one.txt").read_bytes()})
    console.save.write_bytes(post.save)
    assert console.type("ann", "show", "game.toml").code == 0
    console.save.write_bytes(gm.dumps())
    assert console.type("ann", "adopt", "game.toml", "--yes").code == 0
    done = console.type("ann", "orders", "game.toml", "--line", line, "-o", "two.txt")
    assert done.code == 0, done.err
    assert says(done.said, "cli.orders.seal", 2, word="revision")


# -- the GM's clock -----------------------------------------------------------------------------


def test_a_signed_time_far_ahead_is_flagged_by_every_party(console: Console) -> None:
    gm = Game.loads(console.save.read_bytes(), GM)
    gm.tick(START + 9 * DAY)
    console.save.write_bytes(gm.dumps())
    for who in ("ann", "bob", "eve"):
        for days, flagged in ((0, True), (9, False)):
            now = {"PBEM_NOW": str(START + days * DAY)}
            done = console.type(who, "verify", "game.toml", **now)
            assert done.code == 0
            told = " ".join(done.out.split())
            assert (says(told, "reports.verdict._doubtful", word="GM's")) == flagged
    (console.folder / "people" / "cec").mkdir()
    first = console.type("cec", "show", "game.toml", "--as", "public", PBEM_NOW=str(START))
    assert says(
        first.said, "ledger.cases.clocks.first_seen", ..., "the GM's", "9 days", word="ahead"
    )
    again = console.type("cec", "show", "game.toml", "--as", "public", PBEM_NOW=str(START))
    assert "ahead of yours" not in again.said


# -- which copy ---------------------------------------------------------------------------------


def test_a_player_who_has_seen_more_stops_the_whole_pile(tmp_path: Path) -> None:
    post = seated().ready()
    console = Console(tmp_path, seated().save)
    late = console.mail(post.sent("york", post.look("york").legal()[0].line), "late.txt")
    word = console.mail(seated().look("lancaster").say("say", 0, "Hello.").to_text(), "word.txt")
    before = console.save.read_bytes()
    done = console.type("gm", "apply", "game.toml", word, late)
    assert done.code == 2
    assert says(done.said, "errors.OldCopy")
    assert console.save.read_bytes() == before
    for told in (console.folder / "reports").glob("*refused*"):
        assert "BEGIN PBEM2" not in told.read_text(
            "utf-8"
        )  # a word to send back, that nobody signed
    done = console.type("gm", "apply", "game.toml", "--insist", word, late)
    assert len(save.read(console.save.read_bytes()).entries) == 4
    assert set(PLAYERS) == {"york", "lancaster"}
