"""The GM signs a time nine days ahead, so that York's deadline seems to be over."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling
from pbem.moderator.cases.time import doubtful
from pbem.protocol.bodies import Clocked

from .table import Crook, mustering, verify

DAY = 24 * 3600
NOW = 20_000 * DAY


def test_every_clients_own_clock_flags_it() -> None:
    post = mustering()
    game = post.look("gm")
    game.tick(NOW, "terms", hours=72, ending="forfeit")
    assert doubtful(game.save.entries, NOW) == []
    game.tick(NOW + 9 * DAY)
    post.save = game.dumps()
    entries = post.look().save.entries
    assert [told for told in doubtful(entries, NOW) if "far ahead of your own clock" in told]
    assert post.look().verify(now=NOW).ahead == (entries[-1].n,)
    assert post.look().verify(now=NOW + 9 * DAY).ahead == ()


def test_what_a_deadline_brings_is_a_ruling_with_its_time() -> None:
    """So the forfeit itself says which deadline it rests on, and what is flagged is undone by a void."""
    post = mustering()
    game = post.look("gm")
    game.tick(NOW, "terms", hours=72, ending="forfeit")
    game.tick(NOW + 9 * DAY)
    story = game.timed_out("york", NOW + 9 * DAY)
    assert "has not answered by" in " ".join(event.text for event in story.events)
    assert game.result is not None
    assert not game.ledger.final


def test_a_clock_that_goes_back_is_refused_by_his_program_and_by_verify() -> None:
    post = mustering()
    game = post.look("gm")
    game.tick(NOW)
    with pytest.raises(BadRuling):
        game.tick(NOW - 1)
    post.save = game.dumps()
    crook = Crook(post)
    crook.signs(Clocked(kind="reading", at=NOW - 1), crook.last)
    assert "the clock stood at" in verify(crook)
