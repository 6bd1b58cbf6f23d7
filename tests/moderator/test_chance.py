"""PROTOCOL 10: what the GM deals in one entry, and what a verifier makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from pbem.moderator.book import Book, Opening, commit, deal_info
from pbem.moderator.chance import GmChance, LogChance, Moment

from pbem.errors import ReplayMismatch
from pbem.protocol import canonical, seal
from pbem.protocol.chain import Chain

from .people import ANN, BOB, GM

GAME, SLOT, SALT, CARD = "g", "deck:york_1:0", 32 * "ab", "Y13"
MOMENT = Moment(GAME, "york:1", 64 * "0", 64 * "1")


def book(knows: bool) -> Book:
    secrets = {SLOT: Opening(SALT, CARD)} if knows else {}
    return Book({SLOT: commit(GAME, SLOT, SALT, CARD)}, secrets)


def gm() -> GmChance:
    players = {"york": ANN.public, "lancaster": BOB.public}
    return GmChance(GM, Chain(bytes(32), "deck"), MOMENT, book(True), players)


def reader(deals: list[dict[str, str]], told: dict[str, Opening] | None = None) -> LogChance:
    body: dict[str, Any] = {"rolls": [], "shuffles": [], "openings": [], "deals": deals}
    return LogChance(3, body, MOMENT, book(False), told)


def hidden(card: str) -> bool:
    return False


def test_3_1_3_a_card_drawn_and_spied_upon_in_one_entry_is_dealt_to_both_sides() -> None:
    """Aspielles by standing orders, in the entry in which the enemy drew the Hold Event."""
    chance = gm()
    chance.deal(SLOT, "york", hidden)
    chance.deal(SLOT, "lancaster", hidden)
    deals = chance.record.deals
    assert [(deal["slot"], deal["to"]) for deal in deals] == [(SLOT, "york"), (SLOT, "lancaster")]
    for player, deal in zip((ANN, BOB), deals, strict=True):
        plain = seal.undeal(player, GM.public, deal_info(GAME, SLOT), deal["sealed"])
        assert canonical.decode(plain, 1000)["card"] == CARD
    log = reader(deals)
    assert log.deal(SLOT, "york", hidden) is None
    assert log.deal(SLOT, "lancaster", hidden) is None
    log.check_used_up()


def test_3_1_3_a_card_spied_upon_twice_in_one_entry_is_dealt_once() -> None:
    chance = gm()
    chance.deal(SLOT, "york", hidden)
    chance.deal(SLOT, "york", hidden)
    assert len(chance.record.deals) == 1
    log = reader(chance.record.deals)
    log.deal(SLOT, "york", hidden)
    log.deal(SLOT, "york", hidden)
    log.check_used_up()


def test_a_deal_that_nothing_asked_for_is_refused() -> None:
    log = reader([{"slot": SLOT, "to": side, "sealed": ""} for side in ("york", "lancaster")])
    log.deal(SLOT, "york", hidden)
    with pytest.raises(ReplayMismatch):
        log.check_used_up()


def test_a_deal_to_the_other_side_is_refused() -> None:
    log = reader([{"slot": SLOT, "to": "lancaster", "sealed": ""}])
    with pytest.raises(ReplayMismatch):
        log.deal(SLOT, "york", hidden)


def test_1_5_3_a_card_looked_at_goes_to_its_owner_only_and_the_rules_go_on_with_it() -> None:
    chance = gm()
    assert chance.look(SLOT, "york") == CARD
    assert [deal["to"] for deal in chance.record.deals] == ["york"]
    assert chance.record.openings == []
    told = {SLOT: Opening(SALT, CARD)}
    assert reader(chance.record.deals, told).look(SLOT, "york") == CARD
    with pytest.raises(ReplayMismatch):
        reader(chance.record.deals).look(SLOT, "york")
