"""PROTOCOL, deals: what the GM deals in one entry, and what a verifier makes of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.errors import ReplayMismatch
from pbem.ledger.chances import GmChance, LogChance
from pbem.ledger.draft import Notes, commit
from pbem.ledger.sight import Eyes
from pbem.ledger.values import GmTenure, KnownCard, Lock
from pbem.protocol import bodies, commitment, seal
from pbem.protocol.bodies import Dealt, Opening, Record
from pbem.protocol.keys import GameKey
from pbem.slots import deck_of
from tests.says import worded

from .people import ANN, BOB, GM

GAME, SLOT, SALT, CARD = 64 * "a", "deck:york_1:0", 32 * "ab", "Y13"
KEYS = {name: who.game_key(name, GAME, "") for name, who in
        {"gm": GM, "york": ANN, "lancaster": BOB}.items()}  # fmt: skip


class Table:
    """What a chance needs of a draft: a card face down, who sits where, and notes."""

    def __init__(self, knows: bool) -> None:
        self.game, self.n = GAME, 3
        self.notes = Notes()
        self.locks = {SLOT: Lock(commit(GAME, SLOT, 1, SALT, CARD), 1)}
        self.secrets = {SLOT: KnownCard(SALT, CARD)} if knows else {}
        self.stale: list[str] = []
        self.drawn: list[str] = []
        self.shown: dict[str, str] = {}
        self.writer = GmTenure(0, GM.public_in(KEYS["gm"]))
        self.chairs = (self.writer,)
        self.seats = {
            "york": SimpleNamespace(keys=ANN.public_in(KEYS["york"])),
            "lancaster": SimpleNamespace(keys=BOB.public_in(KEYS["lancaster"])),
        }

    def draw(self, slot: str) -> None:
        self.drawn.append(slot)

    def learn(self, slot: str, salt: str, card: str) -> None:
        commitment.check(self.locks[slot].commitment, commit(GAME, slot, 1, salt, card), slot)
        self.secrets[slot] = KnownCard(salt, card)


def nowhere(_: int) -> Any:
    raise AssertionError("nothing goes back here")


def gm() -> GmChance:
    chance = GmChance({KEYS["gm"].x25519: KEYS["gm"]}, nowhere)
    chance.begin(Table(knows=True))  # type: ignore[arg-type]
    return chance


def reader(deals: tuple[Dealt, ...], eyes: Eyes | None = None) -> LogChance:
    chance = LogChance(Record(deals=deals, state_hash=64 * "0"), nowhere, eyes)
    chance.begin(Table(knows=False))  # type: ignore[arg-type]
    return chance


def hidden(card: str) -> bool:
    return False


def opened(deal: Dealt, key: GameKey) -> Opening:
    info = seal.info("deal", GAME, SLOT)
    plain = seal.undeal(key, GM.public_in(KEYS["gm"]).x25519, info, deal.sealed)
    return bodies.decode(Opening, plain, 1000)


def test_3_1_3_a_card_drawn_and_spied_upon_in_one_entry_is_dealt_to_both_sides() -> None:
    """Aspielles by standing orders, in the entry in which the enemy drew the Hold Event."""
    chance = gm()
    chance.deal(SLOT, "york", hidden)
    chance.deal(SLOT, "lancaster", hidden)
    deals = tuple(chance.draft.notes.deals)
    assert [(deal.slot, deal.to) for deal in deals] == [(SLOT, "york"), (SLOT, "lancaster")]
    for deal in deals:
        assert opened(deal, KEYS[deal.to]) == Opening(SLOT, SALT, CARD)
    log = reader(deals)
    assert log.deal(SLOT, "york", hidden) is None
    assert log.deal(SLOT, "lancaster", hidden) is None
    assert tuple(log.draft.notes.deals) == deals


def test_3_1_3_a_card_spied_upon_twice_in_one_entry_is_dealt_once() -> None:
    chance = gm()
    chance.deal(SLOT, "york", hidden)
    chance.deal(SLOT, "york", hidden)
    assert len(chance.draft.notes.deals) == 1
    log = reader(tuple(chance.draft.notes.deals))
    log.deal(SLOT, "york", hidden)
    log.deal(SLOT, "york", hidden)
    assert log.draft.notes.deals == chance.draft.notes.deals


def test_a_deal_that_nothing_asked_for_is_refused() -> None:
    log = reader(tuple(Dealt(SLOT, side, "") for side in ("york", "lancaster")))
    log.deal(SLOT, "york", hidden)
    with pytest.raises(ReplayMismatch, match="deals"):
        log.compare(log.draft.notes.record(state_hash=64 * "0"))


def test_a_deal_to_the_other_side_is_refused() -> None:
    with pytest.raises(
        ReplayMismatch, match=worded("ledger.chances.LogChance.card_dealt", word="neither")
    ):
        reader((Dealt(SLOT, "lancaster", ""),)).deal(SLOT, "york", hidden)


def test_1_5_3_a_card_looked_at_goes_to_its_owner_only_and_the_rules_go_on_with_it() -> None:
    chance = gm()
    assert chance.peek(SLOT, "york") == CARD
    deals = tuple(chance.draft.notes.deals)
    assert [deal.to for deal in deals] == ["york"]
    assert chance.draft.notes.openings == []
    assert reader(deals, Eyes(KEYS["york"], "york")).peek(SLOT, "york") == CARD
    with pytest.raises(ReplayMismatch):
        reader(deals).peek(SLOT, "york")
    assert deck_of(SLOT) == "york_1"
