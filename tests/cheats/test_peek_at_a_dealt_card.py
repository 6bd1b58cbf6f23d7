"""Lancaster wants to see the card that was dealt to York face down; or the GM deals her another than lay there."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import BadOpening
from pbem.proof.audit import Claim
from pbem.protocol import bodies, seal
from pbem.protocol.bodies import Dealt, Opening, replace
from pbem.protocol.entry import Entry
from tests.moderator.people import with_everything
from tests.says import says

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
    known = post.look("gm").ledger.position.secrets[deal.slot]
    lie = Opening(deal.slot, known.salt, "Y1" if known.card != "Y1" else "Y2")
    forged = with_deal(post, entry, sealed_instead(post, deal, lie))
    owner, other = (ANN, BOB) if deal.to == "york" else (BOB, ANN)
    assert verify(forged, owner).startswith("BadOpening")
    assert verify(forged, other) == ""
    claims = {row.claim for row in audited(forged, "gm").contradicted}
    assert Claim.DEALS in claims


def sealed_instead(post: Post, deal: Dealt, card: Opening) -> Dealt:
    """The same deal with another card in it, sealed to its receiver as the GM seals it."""
    game = post.look("gm")
    info = seal.info("deal", game.ledger.game, deal.slot)
    key = game.holder.keys[game.ledger.chair.keys.x25519]
    to = game.ledger.seats[deal.to].keys.x25519
    return replace(deal, sealed=seal.deal(key, to, info, bodies.encode(card), 256))


def with_deal(post: Post, entry: Entry, *deals: Dealt, **more: Any) -> tuple[Entry, ...]:
    """The log up to an entry whose last deal is another one, or is gone."""
    record = entry.body.record
    changed = replace(record, deals=(*record.deals[:-1], *deals), **more)
    signed = Entry.signed(GM, replace(entry.body, record=changed), post.look().ledger.game)
    return (*post.look().save.entries[: entry.n], signed)


def test_a_dealt_card_is_the_one_that_its_deal_names() -> None:
    """The GM seals another card to its receiver, with the salt that opens it in its own place."""
    post, entry, deal = dealt()
    secrets = post.look("gm").ledger.position.secrets
    slot = next(slot for slot in secrets if slot != deal.slot)
    other = Opening(slot, secrets[slot].salt, secrets[slot].card)
    forged = with_deal(post, entry, sealed_instead(post, deal, other))
    owner = ANN if deal.to == "york" else BOB
    assert says(verify(forged, owner), "ledger.sealed.dealt")


def test_a_card_that_is_dealt_face_down_is_not_turned_up_for_all() -> None:
    post, entry, deal = dealt()
    known = post.look("gm").ledger.position.secrets[deal.slot]
    shown = Opening(deal.slot, known.salt, known.card)
    forged = with_deal(post, entry, openings=(*entry.body.record.openings, shown))
    for who in (None, ANN, BOB):
        assert says(verify(forged, who), "ledger.chances.LogChance.card_dealt", word="should")
