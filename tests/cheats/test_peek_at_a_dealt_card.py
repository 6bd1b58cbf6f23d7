"""Lancaster wants to see the card that was dealt to York face down; or the GM deals her another than lay there."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.proof.audit import Claim
from pbem.protocol import bodies, seal
from pbem.protocol.bodies import Dealt, Opening, replace
from pbem.protocol.entry import Entry
from tests.moderator.people import with_everything

from .table import ANN, BOB, GM, Post, audited, verify


def dealt() -> tuple[Post, Entry, Dealt]:
    """The game right after an entry that deals a card."""
    post = with_everything()
    entries = post.look().save.entries
    entry = next(e for e in reversed(entries) if e.body.record.deals)
    before = post.look("gm").before(entry.n)
    post.save, post.kept = before.dumps(), {}
    return post, entry, entry.body.record.deals[-1]


def test_only_the_side_it_was_dealt_to_can_open_it() -> None:
    post, _, deal = dealt()
    other = "lancaster" if deal.to == "york" else "york"
    info = seal.info("deal", post.look().ledger.game, deal.slot)
    gm = post.look().ledger.chair.keys.x25519
    mine, his = post.look(deal.to).key, post.look(other).key
    assert mine is not None
    assert his is not None
    assert seal.undeal(mine, gm, info, deal.sealed)
    for key in (his,):
        with pytest.raises(BadOpening):
            seal.undeal(key, gm, info, deal.sealed)
    assert deal.slot not in post.look(other).ledger.known()
    assert post.look(deal.to).ledger.known()[deal.slot]


def test_another_card_dealt_is_seen_by_its_receiver_at_once_and_by_all_at_the_audit() -> None:
    post, entry, deal = dealt()
    game = post.look("gm")
    known = game.ledger.position.secrets[deal.slot]
    lie = bodies.encode(Opening(deal.slot, known.salt, "Y1" if known.card != "Y1" else "Y2"))
    info = seal.info("deal", game.ledger.game, deal.slot)
    keys = game.holder.keys[game.ledger.chair.keys.x25519]
    to = game.ledger.seats[deal.to].keys.x25519
    sealed_lie = seal.deal(keys, to, info, lie, 256)
    record = entry.body.record
    deals = (*record.deals[:-1], replace(deal, sealed=sealed_lie))
    body = replace(entry.body, record=replace(record, deals=deals))
    forged = (*game.save.entries[: entry.n], Entry.signed(GM, body, game.ledger.game))
    owner, other = (ANN, BOB) if deal.to == "york" else (BOB, ANN)
    assert verify(forged, owner).startswith("BadOpening")
    assert verify(forged, other) == ""
    claims = {row.claim for row in audited(forged, "gm").contradicted}
    assert Claim.DEALS in claims
