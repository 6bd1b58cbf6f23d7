"""The GM gives everybody an hour to answer, and declares York absent an hour later."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import BadRuling, BadStatement
from pbem.ledger.cases import time
from pbem.protocol import bodies
from pbem.protocol.bodies import Absent, Clocked, Envelope
from pbem.protocol.steps import Terms
from tests.clocks import at
from tests.moderator.people import agree, joined
from tests.moderator.test_rulings import rule
from tests.says import says

from .table import GM, NONCE, Crook, Game, Post, mustering, verify

DAY = 24 * 3600
HOUR = time.terms(1, 0, "gm", 0)


def paced() -> Post:
    """A game with a week for each answer, two days of grace, and 40 days of silence."""
    terms = Terms(pace=168, grace=48, ending="policy")
    game = Game.new(GM, "plantagenet", "Ib", {}, None, NONCE, days=40, terms=terms)
    return joined(Post(game.dumps())).ready()


def consents(post: Post, terms: Clocked, *sides: str) -> list[Envelope]:
    return [post.look(side).consent_to_terms(terms).envelope for side in sides]


def refused(
    post: Post, terms: Clocked, agreed: list[Envelope] | None = None, now: int = 2 * DAY
) -> str:
    """Why neither the GM's program nor `verify` takes these terms, which the GM signs all the same."""
    game = post.look("gm")
    with pytest.raises((BadRuling, BadStatement)) as why:
        game.set_terms(now, terms, agreed or [])
    crook = Crook(post)
    step = bodies.replace(terms, at=now, agreed=tuple(agreed or ()))
    crook.signs(step, crook.quiet)
    assert verify(crook)
    return str(why.value)


@pytest.mark.parametrize(
    "terms",
    [
        (167, 48, "policy", 0),
        (168, 47, "policy", 0),
        (168, 48, "forfeit", 0),
        (168, 48, "gm", 0),
        (0, 0, "gm", 39),
        (300, 300, "policy", 1),
    ],
    ids=str,
)
def test_the_gm_alone_shortens_nothing(terms: Any) -> None:
    assert says(refused(paced(), time.terms(*terms)), "ledger.cases.time.needs_consents")


def test_nor_does_he_bring_a_deadline_where_there_is_none() -> None:
    assert says(refused(mustering(), HOUR), "ledger.cases.time.needs_consents")


@pytest.mark.parametrize(
    "terms", [(169, 48, "policy", 0), (168, 72, "policy", 41), (0, 0, "gm", 0)], ids=str
)
def test_he_may_give_more_time(terms: Any) -> None:
    post = paced()
    game = post.look("gm")
    game.set_terms(DAY, time.terms(*terms))
    post.save = game.dumps()
    assert verify(post) == ""


def test_one_player_is_not_enough() -> None:
    post = paced()
    why = refused(post, HOUR, consents(post, HOUR, "york"))
    assert says(why, "ledger.cases.consents.need_each", ..., "lancaster")


def test_nor_is_a_consent_to_other_terms() -> None:
    post = paced()
    longer = time.terms(100, 0, "gm", 0)
    why = refused(post, HOUR, consents(post, longer, "york", "lancaster"))
    assert says(why, "ledger.cases.consents.consenting_sides", word="something")


def test_terms_to_which_all_agree_count_for_later_questions() -> None:
    post = agree(paced(), DAY, 1)
    (side,) = post.look().ledger.askings
    game = post.look("gm")
    game.tick(DAY)
    assert time.deadline(game.ledger, side) == DAY + 7 * DAY
    post.save = game.dumps()
    with pytest.raises(BadRuling):
        post.look("gm").absent(side, 2 * DAY, "Not a word.")
    crook = Crook(post)
    crook.signs(Absent(side=side, at=2 * DAY, reason="Not a word."), crook.quiet)
    assert says(verify(crook), "ledger.cases.absence.too_early", word="silent")
    rule(post, "patch", lines=["set lords.norfolk.coin 3"])
    game = post.look("gm")
    game.tick(3 * DAY)
    assert time.deadline(game.ledger, next(iter(game.ledger.askings))) == 3 * DAY + time.HOUR


def test_a_consent_counts_once() -> None:
    """All agree to an hour; the GM gives them time again, and later brings the old consents."""
    post = paced()
    old = consents(post, HOUR, "york", "lancaster")
    game = post.look("gm")
    game.set_terms(DAY, HOUR, old)
    game.set_terms(DAY, time.terms(168, 0, "gm", 0))
    post.save = game.dumps()
    post.kept.clear()
    assert says(refused(post, HOUR, old), "ledger.cases.consents.consenting_sides", word="already")


def test_a_consent_is_gone_with_the_next_terms() -> None:
    """Nobody keeps what was agreed in spring for the autumn."""
    post = paced()
    kept = consents(post, HOUR, "york", "lancaster")
    game = post.look("gm")
    game.set_terms(DAY, time.terms(336, 48, "policy", 0))
    post.save = game.dumps()
    post.kept.clear()
    assert says(refused(post, HOUR, kept), "ledger.cases.consents.consenting_sides", word="older")


def test_a_consent_counts_for_fourteen_days() -> None:
    post = paced()
    kept = consents(post, HOUR, "york", "lancaster")
    given = kept[0].body.at
    assert says(
        refused(post, HOUR, kept, given + 14 * DAY + 1),
        "ledger.cases.consents.consenting_sides",
        word="more",
    )
    game = post.look("gm")
    game.set_terms(given + 14 * DAY, HOUR, kept)
    assert game.ledger.cases.clock.pace.hours == 1


def test_a_consent_names_no_time_so_that_words_in_between_do_not_spoil_it() -> None:
    post = paced()
    agreed = consents(post, HOUR, "york", "lancaster")
    with at(5 * DAY):
        assert post.take({"w": post.look("york").say("say", 0, "Yes.").to_text()})[0].story
    game = post.look("gm")
    game.set_terms(5 * DAY - 60, HOUR, agreed)
    assert game.ledger.cases.clock.at == 5 * DAY
    assert game.ledger.cases.clock.pace.hours == 1


def test_all_together_set_a_clock_back_that_was_wrong() -> None:
    post = paced()
    game = post.look("gm")
    game.tick(400 * DAY)
    post.save = game.dumps()
    (side,) = post.look().ledger.askings
    crook = Crook(post)
    step = bodies.replace(time.terms(168, 48, "policy", 0), at=3 * DAY)
    crook.signs(step, crook.quiet)
    assert says(verify(crook), "ledger.cases.time.check_at", word="clock"), "he alone may not"
    ledger = agree(post, 3 * DAY, 168, 48, "policy").look().ledger
    assert (ledger.cases.clock.at, time.deadline(ledger, side)) == (3 * DAY, 10 * DAY)
    assert verify(post) == ""


def test_but_not_to_before_what_was_said() -> None:
    post = paced()
    with at(9 * DAY):
        agreed = consents(post, HOUR, "york", "lancaster")
    crook = Crook(post)
    step = bodies.replace(HOUR, at=8 * DAY, agreed=tuple(agreed))
    crook.signs(step, crook.quiet)
    assert says(verify(crook), "ledger.cases.time.check_at", word="something")
