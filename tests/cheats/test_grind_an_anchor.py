"""A newcomer (in league with the GM) tries anchors until his chain makes good dice with the enemy's link."""

from __future__ import annotations

import pytest

from pbem.errors import BadStatement, SeatLost
from pbem.gm.game import Game
from pbem.protocol.bodies import Seated
from tests.says import says

from .table import EVE, PARLEY, Crook, mailed, mustering, order, refusal, verify


def test_a_seat_changes_hands_only_while_it_is_asked_itself() -> None:
    post = mustering()
    hand = order(post, "york", PARLEY)  # her mail lies waiting; Lancaster is not asked
    claim = Game.loads(post.save, EVE).claim("lancaster").envelope
    with pytest.raises(BadStatement):
        post.look("gm").seat(claim, [], "Robert is ill.")
    assert mailed(post, hand).error is None, "her order counts as ever"


def test_a_link_in_a_waiting_mail_is_of_no_use_against_a_new_anchor() -> None:
    """York's own seat changes: her mail in hand is dead, and everybody brings a new link."""
    post = mustering()
    hand = order(post, "york", PARLEY)
    claim = Game.loads(post.save, EVE).claim("york").envelope
    game = post.look("gm")
    game.seat(claim, [], "Anne is ill.")
    post.save = game.dumps()
    assert refusal(post, hand) is SeatLost, "the key of the seat is another now"
    assert post.look().ledger.askings.keys() == {"york", "lancaster"}
    assert verify(post) == ""


def test_a_gm_who_seats_somebody_who_was_not_asked_is_seen_by_verify() -> None:
    post = mustering()
    claim = Game.loads(post.save, EVE).claim("lancaster").envelope
    crook = Crook(post)
    crook.signs(Seated(order=claim, reason="Robert is ill."), crook.quiet)
    assert says(verify(crook), "ledger.cases.people.take", word="while")
