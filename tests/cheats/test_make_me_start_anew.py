"""A dishonest opponent in a duel sends the honest player an old file of their own, so that they go on with new secret
numbers and the order that is under way counts no more."""

from __future__ import annotations

import pytest

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import NewChains, NotLetIn, RecordLost
from pbem.errors import OutOfSequence, SideTaken
from pbem.protocol.keys import Identity
from pbem.round.duels import take_file
from tests.duel.table import BOB, founded
from tests.duel.test_orders import asked, legal
from tests.duel.test_proposals import moved


def test_an_old_order_to_a_question_that_was_asked_again_is_no_lost_record() -> None:
    honest, crook = moved(*asked("anew"), 1)
    honest.player.decide([legal(honest)])
    old = honest.player.email()
    crook.lose(crook.player.email())
    claim = crook.player.email()
    assert isinstance(take_file(honest.player, claim).trouble, NewChains)
    assert take_file(honest.player, claim, agree=True).trouble is None
    entries = honest.player.entries
    assert take_file(honest.player, old).trouble is None
    honest.player.decide([legal(honest)])
    order = honest.player.order
    assert take_file(honest.player, old).trouble is None
    assert (honest.player.entries, honest.player.order) == (entries, order)


def test_an_order_that_only_another_machine_has_is_a_lost_record() -> None:
    honest, _ = asked("machines")
    other = Duellist.load(honest.player.identity, honest.player.email())
    other.decide([legal(honest)])
    with pytest.raises(RecordLost):
        take_file(honest.player, other.email())


def test_whom_the_founder_has_not_let_in_has_signed_nothing() -> None:
    founder = founded()
    bob, eve = (Duellist.join(one, founder.email()) for one in (BOB, Identity(b"e" * 32, "Eve")))
    founder.apply(eve.email())
    again, late = (founder.apply(one.email()).trouble for one in (eve, bob))
    assert isinstance(again, OutOfSequence)  # an email that comes twice is not called refused
    assert isinstance(late, SideTaken)
    before = bob.email()
    with pytest.raises(NotLetIn):
        bob.apply(founder.email())
    assert bob.email() == before
