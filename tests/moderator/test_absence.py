"""PROTOCOL, rule 5: a silent side is declared absent, and its `ready` is not waited for any more."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling, BadStatement, NotTheGm, PbemError
from pbem.ledger.cases.unsettled import notices
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol.bodies import Mailed
from tests.cheats.table import PARLEY, mustering
from tests.says import says, worded

from .people import PLAYERS, Post, agree, seated
from .test_askings import patch
from .test_rulings import rule, say

DAY = 24 * 3600


def tick(post: Post, days: int, kind: str = "reading", **fields: object) -> Post:
    game = post.look("gm")
    game.tick(days * DAY, kind, **fields)  # type: ignore[arg-type]
    post.save = game.dumps()
    return post


def declare(post: Post, side: str, days: int) -> Post:
    game = post.look("gm")
    game.absent(side, days * DAY, "Not a word.")
    post.save = game.dumps()
    return post


def owing() -> Post:
    """York is asked, Lancaster owes a `ready` and has been silent since the clock was read."""
    post = mustering()
    patch(post)
    assert post.look().ledger.owes_ready() == ("lancaster",)
    return tick(post, 1)


def test_nobody_is_absent_before_the_days_of_the_genesis_are_over() -> None:
    post = owing()
    for days in (1, 2, 30):
        with pytest.raises(
            BadRuling, match=worded("ledger.cases.absence.too_early", ..., 30, word="silent")
        ):
            declare(post, "lancaster", days)
    assert declare(post, "lancaster", 31).look().ledger.table.absent == {"lancaster": last(post)}


def test_nor_before_the_clock_was_read_at_all() -> None:
    post = mustering()
    patch(post)
    with pytest.raises(BadRuling, match=worded("ledger.cases.absence.too_early", word="silent")):
        declare(post, "lancaster", 4000)


def test_nor_if_it_has_said_a_word_since() -> None:
    post = owing()
    post.take({"word": say(post, "lancaster", "say", 0, "I am here.")})
    with pytest.raises(BadRuling):
        declare(post, "lancaster", 31)
    tick(post, 40)
    with pytest.raises(BadRuling):
        declare(post, "lancaster", 69)
    declare(post, "lancaster", 70)


def test_or_after_its_deadline_and_the_grace() -> None:
    post = agree(mustering(), DAY, 48, 24)
    patch(post)
    tick(post, 2)
    with pytest.raises(BadRuling):
        declare(post, "lancaster", 5)
    declare(post, "lancaster", 6)


def test_only_who_is_waited_for_and_only_once_with_a_reason_by_the_gm() -> None:
    post = owing()
    with pytest.raises(NotTheGm):
        post.look("york").absent("lancaster", 40 * DAY, "Gone.")
    with pytest.raises(BadRuling, match="reason"):
        post.look("gm").absent("lancaster", 40 * DAY, "")
    with pytest.raises(BadRuling, match="nobody sits"):
        declare(post, "warwick", 40)
    declare(post, "lancaster", 40)
    with pytest.raises(BadRuling, match="already"):
        declare(post, "lancaster", 41)
    quiet = tick(mustering(), 1)
    with pytest.raises(BadRuling, match=worded("ledger.cases.absence.take", word="waited")):
        declare(quiet, "lancaster", 40)


def test_its_ready_closes_and_the_dice_that_fall_are_marked() -> None:
    post = declare(owing(), "lancaster", 31)
    ledger = post.look().ledger
    assert "lancaster" not in ledger.askings
    (receipt,) = post.take({"york": post.sent("york", PARLEY)})
    assert receipt.error is None
    rolls = post.look().save.entries[-1].body.record.rolls
    assert rolls
    assert all(roll.absent == ("lancaster",) for roll in rolls)
    assert post.look().verify()
    for who in PLAYERS:
        post.look(who).verify()


def test_a_ready_sent_too_late_reveals_nothing() -> None:
    """Else its link would choose between two sets of dice."""
    post = owing()
    late = post.sent("lancaster", "ready")
    declare(post, "lancaster", 31)
    before = post.look().ledger.chains
    (receipt,) = post.take({"late": late})
    assert receipt.error is not None
    assert post.look().ledger.chains == before


def test_dice_that_only_waited_for_it_fall_with_the_next_entry_that_asks_nothing_of_it() -> None:
    """At the start: York absent, Lancaster was ready with its accept; the cards are shuffled then."""
    post = tick(seated(), 1)
    declare(post, "york", 31)
    ledger = post.look().ledger
    record = post.look().save.entries[-1].body.record
    assert record.shuffles or set(ledger.askings) == {"lancaster"} or not ledger.play.at_chance
    assert post.look().verify()


def test_a_question_stays_open_to_who_is_absent() -> None:
    post = tick(mustering(), 1)
    number = post.look().ledger.askings["york"].number
    declare(post, "york", 31)
    asking = post.look().ledger.askings["york"]
    assert (asking.number, asking.is_ready) == (number, False)
    (receipt,) = post.take({"york": post.sent("york", PARLEY)})
    assert receipt.error is None


def test_it_owes_again_only_from_the_next_new_ground_after_something_it_signed() -> None:
    post = declare(owing(), "lancaster", 31)
    patch(post)
    assert post.look().ledger.owes_ready() == ()
    post.take({"word": say(post, "lancaster", "say", 0, "Here again.")})
    assert "lancaster" in post.look().ledger.table.absent
    assert any(
        says(words, "ledger.cases.unsettled.unsettled", word="written")
        for words in notices(post.look().ledger)
    )
    assert post.look().ledger.owes_ready() == ()
    (receipt,) = post.take({"york": post.sent("york", PARLEY)})
    assert receipt.error is None
    assert all(roll.absent for roll in post.look().save.entries[-1].body.record.rolls)
    rule(post, "void", entry=last(post))
    assert "lancaster" not in post.look().ledger.table.absent
    assert post.look().ledger.owes_ready() == ("lancaster",)
    assert post.look().verify()


def test_the_end_is_final_without_who_is_absent_for_the_days_after_the_result() -> None:
    post = tick(mustering(), 1)
    rule(post, "result", side="york", reason="Lancaster is beaten.")
    tick(post, 2)
    result = post.look().ledger.cases.result
    (receipt,) = post.take({"over": say(post, "york", "over", result)})
    assert receipt.error is None
    assert not post.look().ledger.final
    with pytest.raises(BadStatement):
        own_reveals(post.look("york"))
    with pytest.raises(BadRuling):
        declare(post, "lancaster", 20)
    declare(post, "lancaster", 40)
    assert post.look().ledger.final
    assert own_reveals(post.look("york"))
    with pytest.raises(PbemError):
        rule(post, "void", entry=last(post))
    assert post.look().verify()


def last(post: Post) -> int:
    return len(post.look().save.entries) - 1


def test_an_absence_is_no_mail() -> None:
    post = declare(owing(), "lancaster", 31)
    assert not isinstance(post.look().save.entries[-1].body.step, Mailed)
