"""PROTOCOL 3: the stub, from which the key of who writes the genesis follows; who may sign a log."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import BadSignature, Garbled
from pbem.protocol import bodies as b
from pbem.protocol import envelope
from pbem.protocol.entry import Entry, genesis_of, stub_hash
from pbem.protocol.gms import founder, gms_after, verify_by
from pbem.protocol.hashing import digest
from pbem.protocol.keys import Identity
from pbem.protocol.public import Keys
from tests.says import worded

from .small_game import GAME, GENESIS, GM, GM_KEY, STATE, Log, begun, genesis_body

CO = Identity(bytes([4]) * 32, "Carl")
NEW = Identity(bytes([5]) * 32, "Nell")


def test_the_stub_lacks_what_follows_from_it() -> None:
    raw = GENESIS.raw
    for gone in (
        f',"x25519":"{GM_KEY.x25519}"'.encode(),
        raw[raw.index(b'"anchors"') : raw.index(b'"at"')],
    ):
        assert gone in raw
        raw = raw.replace(gone, b"")
    assert stub_hash(GENESIS.body, veiled=False) == digest(raw)
    veiled = raw.replace(f'"state_hash":"{STATE}"'.encode(), b"")
    assert stub_hash(GENESIS.body, veiled=True) == digest(veiled)


@pytest.mark.parametrize(
    "change", [{"nonce": 64 * "0"}, {"scenario": "ii"}, {"days": 31}, {"options": {}}]
)
def test_another_game_has_another_key(change: dict[str, Any]) -> None:
    """The same nonce in a side game gives nothing away (the first attack on pbem1)."""
    body = genesis_body(**change)
    assert stub_hash(body, veiled=False) != stub_hash(GENESIS.body, veiled=False)
    step = body.step
    assert isinstance(step, b.Genesis)
    own = genesis_of(GENESIS)
    assert step.gm.x25519 != own.gm.x25519
    assert {*step.anchors.values()}.isdisjoint(own.anchors.values())


def test_a_log_without_a_genesis() -> None:
    with pytest.raises(Garbled, match=worded("protocol.entry.setup_of")):
        genesis_of(begun().entries[1])
    assert founder(GENESIS).fingerprint == GM.public.fingerprint
    with pytest.raises(BadSignature):
        founder(Entry(GENESIS.raw, begun().entries[1].signature))


def chaired(log: Log, newcomer: Identity, role: str, signer: Identity) -> None:
    key = newcomer.game_key("gm", GAME, log.head, 64 * "0")
    numbers = {"dice": log.dice, "deck": log.shuffled} if role == "handover" else {}
    anchors = {name: key.chain(f"gm/{name}", n).anchor for name, n in numbers.items()}
    said = {**log.said("york"), "author": "gm", "nonce": 64 * "0"}
    claim = b.Claim(**said, keys=newcomer.public_in(key), anchors=anchors, numbers=numbers)
    step = b.Chaired(order=envelope.sign(newcomer, claim), role=role, reason="away")
    log.add(step)
    last = log.entries[-1]
    log.entries[-1] = Entry.signed(signer, last.body, GAME)


def names(gms: tuple[Keys, ...]) -> list[str]:
    return [gm.name for gm in gms]


def test_who_may_sign_follows_from_the_log() -> None:
    log = begun()
    assert [names(gms) for gms in gms_after(log.entries)] == [["Greg"], ["Greg"]]
    chaired(log, CO, "co", GM)
    assert [names(gms) for gms in gms_after(log.entries)] == [["Greg"], ["Greg", "Carl"]]
    log.say("york", b.Say, text="welcome")
    chaired(log, NEW, "handover", CO)
    before, after = gms_after(log.entries)
    assert (names(before), names(after)) == (["Greg", "Carl"], ["Nell"])
    verify_by(before, log.entries[-1], GAME, log.entries[-1].n)
    with pytest.raises(BadSignature):
        verify_by(after, log.entries[-1], GAME, log.entries[-1].n)
    log.say("york", b.Say, text="welcome again")
    assert [names(gms) for gms in gms_after(log.entries)] == [["Nell"], ["Nell"]]


def test_nobody_seats_himself() -> None:
    log = begun()
    chaired(log, NEW, "handover", NEW)
    with pytest.raises(BadSignature):
        gms_after(log.entries)


def test_who_has_handed_over_brings_in_nobody() -> None:
    log = begun()
    chaired(log, NEW, "handover", GM)
    chaired(log, CO, "co", GM)
    with pytest.raises(BadSignature):
        gms_after(log.entries)


def test_the_stub_changes_nothing_in_the_body() -> None:
    body = genesis_body()
    before = b.encode(body)
    stub_hash(body, veiled=True)
    assert b.encode(body) == before
