"""York was silent for a month. The GM rules that she lost, and declares her absent the same day, so that the end is
final before she can say a word."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling, BadStatement
from pbem.ledger.cases.absence import spoken_for
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol.bodies import Absent
from tests.says import says, sentence

from .table import Crook, Post, last, mailed, mustering, verify

DAY = 24 * 3600


def ended() -> Post:
    post = mustering()
    game = post.look("gm")
    game.tick(100 * DAY)
    game.tick(140 * DAY)
    game.rule("result", "She is gone.", side="lancaster")
    post.save = game.dumps()
    receipt = mailed(post, post.look("lancaster").say("over", last(post)).envelope)
    assert receipt.error is None
    return post


def test_the_days_run_from_the_first_reading_after_the_result() -> None:
    post = ended()
    game = post.look("gm")
    with pytest.raises(BadRuling):
        game.absent("york", 140 * DAY, "Not a word.")
    game.tick(141 * DAY)
    with pytest.raises(BadRuling):
        game.absent("york", 170 * DAY, "Not a word.")
    post.save = game.dumps()
    with pytest.raises(BadStatement):
        own_reveals(post.look("lancaster"))
    game = post.look("gm")
    game.absent("york", 171 * DAY, "Not a word.")
    assert game.ledger.final
    n = game.ledger.n
    assert spoken_for(game.ledger) == [  # `pbem verify` prints them
        sentence("ledger.cases.absence.spoken_for", n, "york", word="entry"),
        sentence("ledger.cases.absence.spoken_for", "york", word="final"),
    ]


def test_a_gm_who_does_it_all_the_same_is_seen_by_verify() -> None:
    crook = Crook(ended())
    crook.signs(Absent(side="york", at=140 * DAY, reason="Not a word."), crook.last)
    assert says(verify(crook), "ledger.cases.absence.too_early", word="silent")


def test_a_side_that_was_absent_before_the_result_is_given_its_days_again() -> None:
    post = mustering()
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    game.tick(100 * DAY)
    game.absent("lancaster", 130 * DAY, "Not a word.")
    game.tick(131 * DAY)
    game.rule("result", "He is gone.", side="york")
    assert not game.ledger.final
    game.tick(132 * DAY)
    with pytest.raises(BadRuling):
        game.absent("lancaster", 140 * DAY, "Not a word.")
    game.absent("lancaster", 162 * DAY, "Still not a word.")
    post.save = game.dumps()
    assert not post.look().ledger.final, "York has not signed"
    assert verify(post) == ""
