"""The report of a duel says since which entry it has been waiting, in the words of `verify`."""

from __future__ import annotations

from pbem.duel.waiting import owed
from pbem.reports.from_game import position
from pbem.round.duels import as_player
from tests.moderator.people import seated

from .test_orders import asked, legal


def test_a_report_says_since_when_a_duel_has_been_waiting() -> None:
    one, other = asked("waiting")
    side, ledger = one.player.side, one.player.ledger
    words = owed(ledger, side)
    assert words.endswith(f"since entry {ledger.askings[side].since}.")
    for machine in (one, other):
        assert words in position(as_player(machine.player)).notices
    one.player.decide([legal(one)])
    answered = owed(ledger, side, one.player.order)
    assert answered != words
    notices = position(as_player(one.player)).notices
    assert answered in notices
    assert words not in notices


def test_a_past_position_waits_for_nobody() -> None:
    one, _ = asked("waiting")
    player = as_player(one.player)
    before = player.before(one.player.ledger.n - 1)
    assert before.ledger.askings
    assert position(before).notices == ()


def test_with_a_gm_it_is_the_deadline_that_counts() -> None:
    assert not any(
        "since entry" in notice for notice in position(seated().ready().look("york")).notices
    )
