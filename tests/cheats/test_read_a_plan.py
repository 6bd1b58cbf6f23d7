"""Lancaster wants to know York's plan before the cards are turned up."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.ledger import sealed
from pbem.ledger.draft import commit
from pbem.protocol.bodies import Order

from .table import mailed, planning, stacked


def test_his_key_opens_neither_the_gms_copy_nor_hers() -> None:
    post = planning()
    body = stacked(post, "york").body
    assert isinstance(body, Order)
    key = post.look("lancaster").key
    assert key is not None
    for to in ("gm", "york"):
        with pytest.raises(BadOpening):
            sealed.unseal(key, body, to)


def test_commitments_cannot_be_tried_with_every_card() -> None:
    """A slot of few cards would be tried out at once, were it not for 16 bytes of salt."""
    post = planning()
    body = stacked(post, "york").body
    assert isinstance(body, Order)
    cards = sorted(post.look("york").request().stack.limits)  # type: ignore[union-attr]
    slot = body.plan[0].slot
    tried = {
        commit(body.game, slot, 0, salt, card) for card in cards for salt in (32 * "0", body.head)
    }
    assert body.plan[0].commitment not in tried
    again = [stacked(post, "york").body.plan for _ in range(3)]  # type: ignore[union-attr]
    assert [card.slot for card in again[0]] == [card.slot for card in again[1]]
    locked = {card.commitment for cards in (body.plan, *again) for card in cards}
    assert len(locked) == 4 * len(body.plan), "the same cards, sealed anew, are other commitments"


def test_what_his_client_keeps_of_the_log_does_not_hold_it() -> None:
    post = planning()
    assert mailed(post, stacked(post, "york")).error is None
    hers, his = post.look("york"), post.look("lancaster")
    mine = [slot for slot in hers.ledger.known() if slot.startswith("plan:york")]
    assert mine
    assert not set(mine) & set(his.ledger.known())
    assert his.view().known.keys().isdisjoint(mine)
