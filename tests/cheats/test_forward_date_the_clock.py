"""The GM signs a time nine days ahead, so that York's deadline, or her days of silence, seem to be over."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import BadClock
from pbem.gm.game import Game
from pbem.ledger.cases import clocks, time
from pbem.protocol.bodies import Clocked
from pbem.round import entries as moderating
from tests.cli.console import Console
from tests.clocks import at
from tests.moderator.busy import CEC
from tests.says import says, sentence

from .table import Crook, Post, mustering, verify
from .test_stay_silent_when_the_dice_are_known import ruled

HOUR = 3600
DAY = 24 * HOUR
NOW = 20_000 * DAY


def ahead(post: Post, seconds: int) -> Post:
    """The GM reads his clock, at a time of his choice."""
    game = post.look("gm")
    game.tick(seconds)
    post.save = game.dumps()
    return post


def test_every_clients_own_clock_names_it() -> None:
    post = ahead(ahead(mustering(), NOW), NOW + 9 * DAY)
    entries = post.look().save.entries
    (told,) = clocks.first_seen(entries, 1, "york", NOW)
    assert told.startswith(
        sentence(
            "ledger.cases.clocks.first_seen", entries[-1].n, "the GM's", "9 days", word="Entry"
        )
    )
    assert post.look().verify(now=NOW).ahead == (entries[-1].n,)
    assert post.look().verify(now=NOW + 9 * DAY).ahead == ()


def absent_ahead(tmp_path: Path) -> Console:
    """Everything was put into one save: a reading, and 30 days later Lancaster's absence."""
    post = ahead(ruled(), NOW)
    game = post.look("gm")
    game.absent("lancaster", NOW + 31 * DAY, "Not a word.")
    return Console(tmp_path, game.dumps())


def test_what_came_before_its_time_is_named_for_ever_and_an_absence_is_not_in_order(
    tmp_path: Path,
) -> None:
    console = absent_ahead(tmp_path)
    for days in (0, 40, 400):
        done = console.type("bob", "verify", "game.toml", PBEM_NOW=str(NOW + days * DAY))
        assert done.code == 2
        assert says(" ".join(done.out.split()), "ledger.cases.clocks.early_times", ..., "31 days")
    later = console.type("ann", "verify", "game.toml", PBEM_NOW=str(NOW + 40 * DAY))
    assert later.code == 0, "who gets it when that time has come cannot know"
    both = console.type("bob", "verify", ".", PBEM_NOW=str(NOW + 40 * DAY))
    assert both.code == 2
    assert says(both.out, "home.verify_sentences.TOO_EARLY")


def test_a_reader_whose_own_clock_is_wrong_accuses_nobody(tmp_path: Path) -> None:
    post = ahead(ruled(), NOW)
    with at(NOW):
        word = post.look("lancaster").say("say", 0, "Here I am.").to_text()
    assert post.take({"word": word})[0].error is None
    ahead(post, NOW + DAY)
    game = post.look("gm")
    game.absent("lancaster", NOW + 32 * DAY, "Not a word.")
    console = Console(tmp_path, game.dumps())
    done = console.type("bob", "verify", "game.toml", PBEM_NOW=str(NOW - 30 * DAY))
    assert says(done.said, "ledger.cases.clocks.first_seen", word="Please")
    assert console.type("bob", "verify", "game.toml", PBEM_NOW=str(NOW + 40 * DAY)).code == 0


def test_who_writes_afterwards_is_a_witness_for_those_who_come_later() -> None:
    post = ahead(mustering(), NOW + 9 * DAY)
    with at(NOW):
        assert post.take({"w": post.look("york").say("say", 0, "Well?").to_text()})[0].story
    n = post.look().ledger.n
    (told,) = clocks.differ(post.look().save.entries)
    assert told == sentence("ledger.cases.clocks._differing", f"Entry {n}", "york", "9 days")


def test_an_email_that_waited_accuses_nobody() -> None:
    """It was written before the reading, and applied after it."""
    post = mustering()
    with at(NOW):
        word = post.look("york").say("say", 0, "Well?").to_text()
    ahead(post, NOW + 9 * DAY)
    assert post.take({"w": word})[0].story
    assert clocks.differ(post.look().save.entries) == []


def test_a_clock_that_goes_back_is_never_written_and_refused_by_verify() -> None:
    post = ahead(mustering(), NOW)
    game = post.look("gm")
    game.tick(NOW - 1)
    assert game.ledger.cases.clock.at == NOW, "the later of his clock and what is in the log"
    crook = Crook(post)
    crook.signs(Clocked(kind="reading", at=NOW - 1), crook.quiet)
    assert says(verify(crook), "ledger.cases.time.check_at", word="clock")


def test_nor_one_before_something_that_was_said() -> None:
    post = mustering()
    with at(NOW):
        assert post.take({"w": post.look("york").say("say", 0, "Well?").to_text()})[0].story
    game = post.look("gm")
    game.tick(NOW - 60)
    assert game.ledger.cases.clock.at == NOW
    crook = Crook(post)
    crook.signs(Clocked(kind="reading", at=NOW - 1), crook.quiet)
    assert says(verify(crook), "ledger.cases.time.check_at", word="something")


def test_nor_one_before_the_game_began() -> None:
    post = mustering()
    begun = post.look().ledger.genesis.at
    crook = Crook(post)
    crook.signs(Clocked(kind="reading", at=begun - 1), crook.quiet)
    assert says(verify(crook), "ledger.cases.time.check_at", word="something")


def test_a_player_whose_clock_is_ahead_makes_no_cheat_of_the_gm(tmp_path: Path) -> None:
    """What the GM wrote then would be dated ahead, for every reader and forever."""
    post = mustering()
    with at(NOW + 23 * HOUR):
        assert post.take({"w": post.look("york").say("say", 0, "Well?").to_text()})[0].story
    console = Console(tmp_path, post.save)
    for words in (
        ("clock", "game.toml", "--read"),
        ("clock", "game.toml", "--absent", "lancaster", "--reason", "x"),
    ):
        done = console.type("gm", *words, "--yes", PBEM_NOW=str(NOW))
        assert done.code == 2
        assert says(" ".join(done.said.split()), "gm.game.Game._dated")
    assert moderating.read_clock(post.look("gm")) == []
    assert (
        console.type("gm", "clock", "game.toml", "--read", PBEM_NOW=str(NOW + 23 * HOUR)).code == 0
    )


def test_a_gm_with_a_strange_clock_is_asked_before_it_is_written(tmp_path: Path) -> None:
    post = ahead(mustering(), NOW)
    console = Console(tmp_path, post.save)
    now = {"PBEM_NOW": str(NOW + 2 * DAY)}
    done = console.type("gm", "clock", "game.toml", "--read", **now)
    assert done.code == 2
    assert says(done.said, "ledger.cases.time.strange", word="computer's")
    assert console.save.read_bytes() == post.save
    assert console.type("gm", "clock", "game.toml", "--read", "--yes", **now).code == 0
    read = Game.loads(console.save.read_bytes()).ledger.cases.clock.at
    assert read == NOW + 2 * DAY
    assert time.strange(post.look().ledger, NOW + DAY) == ""


@pytest.mark.parametrize("ahead", [2 * DAY, 2**40 - NOW])
def test_no_consent_and_no_claim_is_taken_that_is_dated_far_ahead(ahead: int) -> None:
    """No reading of the clock could be before it, so no deadline and no absence would ever come again."""
    post = mustering()
    (side,) = post.look().ledger.askings
    with at(NOW):
        game = post.look("gm")
        with at(NOW + ahead):
            claim = Game.loads(post.save, CEC).claim(side).envelope
        with pytest.raises(BadClock):
            game.seat(claim, [], "She is away.")
        with at(NOW + ahead):
            word = post.look("york").say("say", 0, "Well?")
        (receipt,) = game.apply({"word": word.to_text()}, now=NOW)
        assert isinstance(receipt.error, BadClock)
