"""DESIGN 6, entries: the hash-linked log."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from pbem.errors import BadSignature, BrokenChain, NotCanonical
from pbem.protocol.entry import Entry, check_chain

from .small_game import GM, PLAYERS, played


def entry(n: int, prev: str, kind: str = "order", **more: Any) -> Entry:
    return Entry.signed(GM, {"v": 1, "n": n, "prev": prev, "type": kind, **more})


GENESIS = entry(0, "", "genesis")
FIRST = entry(1, GENESIS.head)


def test_an_honest_log_holds() -> None:
    log = played().entries
    check_chain(log)
    for each in log:
        each.verify(GM.public)
        assert Entry(each.raw, each.signature).body == each.body
        assert each.head == hashlib.sha256(each.raw).hexdigest()


def test_the_body_is_parsed_when_it_is_used() -> None:
    assert Entry(b"not parsed", "x").head == hashlib.sha256(b"not parsed").hexdigest()


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (entry(2, GENESIS.head), "calls itself entry 2"),
        (entry(0, GENESIS.head), "calls itself entry 0"),
        (entry(1, FIRST.head), "another entry before it"),
        (entry(1, ""), "another entry before it"),
        (entry(1, GENESIS.head, "genesis"), "only it, comes first"),
    ],
)
def test_an_entry_that_does_not_follow(broken: Entry, why: str) -> None:
    with pytest.raises(BrokenChain, match=why):
        broken.check_follows(GENESIS)


@pytest.mark.parametrize("first", [FIRST, entry(0, ""), entry(0, GENESIS.head, "genesis")])
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
        FIRST.verify(PLAYERS["york"].public)
    with pytest.raises(BadSignature):
        Entry(FIRST.raw, GENESIS.signature).verify(GM.public)


@pytest.mark.parametrize(
    "body",
    [
        {"n": 0, "prev": "", "type": "genesis"},
        {"v": 2, "n": 0, "prev": "", "type": "genesis"},
        {"v": 1, "prev": "", "type": "genesis"},
        {"v": 1, "n": "0", "prev": "", "type": "genesis"},
        {"v": 1, "n": True, "prev": "", "type": "genesis"},
        {"v": 1, "n": 0, "type": "genesis"},
        {"v": 1, "n": 0, "prev": ""},
        {"v": 1, "n": 0, "prev": 1, "type": "genesis"},
    ],
)
def test_an_entry_has_its_fields(body: dict[str, Any]) -> None:
    with pytest.raises(NotCanonical):
        Entry.signed(GM, body)
