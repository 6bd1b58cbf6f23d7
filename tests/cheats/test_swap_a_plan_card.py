"""When her card is turned up it no longer suits York: she, or the GM for her, opens another."""

from __future__ import annotations

from pbem.errors import PbemError
from pbem.protocol.bodies import replace

from .table import ANN, Crook, changed, mailed, planning, stacked, verify


def test_another_card_in_the_opening_is_not_what_was_locked() -> None:
    post = planning()
    assert mailed(post, stacked(post, "york")).error is None
    mail = stacked(post, "lancaster")
    crook = Crook(post).takes(mail)
    opened = crook.last.openings
    for card in ("norfolk", "march", "warwick_y", "pass"):
        if card != opened[0].card:
            other = (replace(opened[0], card=card), *opened[1:])
            cheat = Crook(post).takes(mail, openings=other)
            assert verify(cheat).startswith("BadOpening")
    assert opened[0].slot.startswith("plan:york")


def test_a_card_of_another_slot_is_not_what_was_locked() -> None:
    post = planning()
    york = stacked(post, "york")
    assert mailed(post, york).error is None
    mail = stacked(post, "lancaster")
    opened = Crook(post).takes(mail).last.openings
    hers = post.look("york").ledger.position.secrets
    second = next(s for s in hers if s.startswith("plan:york") and s.endswith(":2"))
    moved = (replace(opened[0], card=hers[second].card, salt=hers[second].salt), *opened[1:])
    assert verify(Crook(post).takes(mail, openings=moved)).startswith("BadOpening")


def test_a_plan_is_not_revised_once_it_is_in_the_log() -> None:
    post = planning()
    other = changed(stacked(post, "york", 2), ANN, revision=2)
    assert mailed(post, stacked(post, "york")).error is None
    assert isinstance(mailed(post, other).error, PbemError)
