"""PROTOCOL 10, entries: the hash-linked log."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from pbem.errors import BadSignature, BrokenChain, Garbled, NotCanonical, PbemError
from pbem.protocol import bodies as b
from pbem.protocol.entry import Entry, check_chain, namespace
from tests.says import sentence

from .small_game import GAME, GENESIS, GM, PLAYERS, STATE, genesis_body, played

CLOCK = b.Clocked(kind="reading", at=1)


def entry(n: int, prev: str, step: b.AnyStep = CLOCK) -> Entry:
    body = b.EntryBody(v=2, n=n, prev=prev, step=step, record=b.Record(state_hash=STATE))
    return Entry.signed(GM, body, GAME)


FIRST = entry(1, GENESIS.head)


def test_an_honest_log_holds() -> None:
    log = played().entries
    check_chain(log)
    for each in log:
        each.verify(GM.public, GAME, each.n)
        assert Entry(each.raw, each.signature).body == each.body
        assert b.encode(each.body) == each.raw
        assert each.head == hashlib.sha256(each.raw).hexdigest()
        sha512 = hashlib.sha512(each.raw).hexdigest()
        assert each.newest == b.Newest(n=each.n, sha512=sha512, sig=each.signature)


def test_the_body_is_parsed_when_it_is_used() -> None:
    assert Entry(b"not parsed", "x").head == hashlib.sha256(b"not parsed").hexdigest()
    with pytest.raises(Garbled):
        _ = Entry(b"not parsed", "x").n


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (entry(2, GENESIS.head), sentence("protocol.entry.Entry.check_follows", 2, word="calls")),
        (entry(0, GENESIS.head), sentence("protocol.entry.Entry.check_follows", 0, word="calls")),
        (entry(1, FIRST.head), sentence("protocol.entry.Entry.check_follows", word="another")),
        (entry(1, ""), sentence("protocol.entry.Entry.check_follows", word="another")),
        (
            entry(1, GENESIS.head, genesis_body().step),
            sentence("ledger.take._do_step", word="comes"),
        ),
    ],
)
def test_an_entry_that_does_not_follow(broken: Entry, why: str) -> None:
    with pytest.raises(BrokenChain, match=why):
        broken.check_follows(GENESIS)


@pytest.mark.parametrize(
    "first", [FIRST, entry(0, ""), entry(0, GENESIS.head, genesis_body().step)]
)
def test_a_log_begins_with_its_genesis(first: Entry) -> None:
    with pytest.raises(BrokenChain):
        first.check_follows(None)


def test_a_log_that_is_cut_or_mixed_up_does_not_hold() -> None:
    log = played().entries
    for bad in (
        log[1:],
        log[:2] + log[3:],
        [*log[:2], log[3], log[2], *log[4:]],
        log[:3] + log[2:],
    ):
        with pytest.raises(BrokenChain):
            check_chain(bad)


def test_only_the_gm_signs_entries() -> None:
    with pytest.raises(BadSignature):
        FIRST.verify(PLAYERS["york"].public, GAME, 1)
    with pytest.raises(BadSignature):
        Entry(FIRST.raw, GENESIS.signature).verify(GM.public, GAME, 1)


def test_a_signature_is_good_for_one_game_and_one_number() -> None:
    genesis = Entry.signed(GM, genesis_body())
    genesis.verify(GM.public)
    for signed, game, n in (
        (FIRST, 64 * "0", 1),
        (FIRST, GAME, 2),
        (FIRST, "", 0),
        (genesis, GAME, 1),
    ):
        with pytest.raises(BadSignature):
            signed.verify(GM.public, game, n)


@pytest.mark.slow
def test_every_flipped_bit_of_an_entry_is_refused() -> None:
    """By its signature, whatever a parser makes of it; and whatever parses is canonical."""
    raw, signature = played().entries[2].raw, played().entries[2].signature
    for at in range(len(raw)):
        for bit in (1, 32, 128):
            flipped = Entry(raw[:at] + bytes([raw[at] ^ bit]) + raw[at + 1 :], signature)
            with pytest.raises(BadSignature):
                flipped.verify(GM.public, GAME, 2)
            try:
                assert b.encode(flipped.body) == flipped.raw
            except PbemError:
                continue


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (b'"v":2', b'"v":1', Garbled),
        (b'"v":2', b'"v":"2"', Garbled),
        (b'"v":2', b'"v":2.5', Garbled),
        (b'"n":1', b'"n":-1', Garbled),
        (b'"n":1', b'"n":true', Garbled),
        (b'"n":1', b'"n":9999999', Garbled),
        (b'"at":1', b'"at":1e3', Garbled),
        (b'"at":1', b'"at":-0', NotCanonical),
        (b'"at":1,', b'"at":1,"grace":0,', NotCanonical),
        (b'"at":1,', b'"at":1,"co":"x",', Garbled),
        (b'"kind":"reading"', b'"kind":"reading\\n"', Garbled),
        (b'"type":"clock"', b'"type":"clack"', Garbled),
        (b',"type":"clock"', b"", Garbled),
        (b'"kind":"reading",', b"", Garbled),
        (b'"record":{', b'"record":{"link":"",', NotCanonical),
        (b'"record":{', b'"record":{"link":null,', Garbled),
        (b'"record":{', b'"record":{"decisions":[],', NotCanonical),
        (b"{", b" {", NotCanonical),
    ],
)
def test_an_entry_has_one_spelling(old: bytes, new: bytes, error: type[PbemError]) -> None:
    assert old in FIRST.raw
    raw = FIRST.raw.replace(old, new, 1)
    changed = Entry(raw, GM.sign(namespace(GAME, 1), raw))
    changed.verify(GM.public, GAME, 1)
    with pytest.raises(error):
        _ = changed.body


def test_nothing_is_signed_that_no_reader_takes() -> None:
    body: Any = b.EntryBody(v=1, n=0, prev="", step=CLOCK, record=b.Record(state_hash=STATE))
    with pytest.raises(Garbled):
        Entry.signed(GM, body)
