"""PROTOCOL 6, chains: links named by askings, some of which are skipped."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadLink, ChainSpent
from pbem.protocol.chain import LENGTH, Chain, check_link
from pbem.protocol.hashing import H
from tests.says import worded

ID = "move/york"
CHAIN = Chain(bytes(32), ID)
LATER = Chain(bytes(32), ID, base=37)


def test_every_link_leads_to_the_anchor() -> None:
    known = CHAIN.anchor
    for k in range(1, LENGTH + 1):
        check_link(ID, k - 1, known, k, CHAIN.link(k))
        known = CHAIN.link(k)
    assert known == hashlib.sha256(bytes(32)).hexdigest()
    assert CHAIN.anchor == H("link", ID, 1, CHAIN.link(1))


@given(st.integers(0, LENGTH - 1), st.data())
def test_links_of_askings_that_closed_unanswered_are_skipped(
    known: int, data: st.DataObject
) -> None:
    number = data.draw(st.integers(known + 1, LENGTH))
    link = CHAIN.link(known) if known else CHAIN.anchor
    check_link(ID, known, link, number, CHAIN.link(number))


def test_an_anchor_given_at_a_number_carries_the_1024_after_it() -> None:
    check_link(ID, 37, LATER.anchor, 38, LATER.link(38))
    check_link(ID, 37, LATER.anchor, 37 + LENGTH, LATER.link(37 + LENGTH))
    assert LATER.link(37 + LENGTH) == hashlib.sha256(bytes(32)).hexdigest()
    with pytest.raises(ChainSpent, match="number 1062 of chain"):
        LATER.link(38 + LENGTH)
    with pytest.raises(ValueError, match=worded("protocol.chain.Chain.link", 37)):
        LATER.link(37)


def test_the_number_is_in_the_link() -> None:
    """Re-keyed at 37 and counted from 1 again, another seed's links would be known already (R3)."""
    assert LATER.link(38) != CHAIN.link(1)
    with pytest.raises(BadLink):
        check_link(ID, 0, LATER.anchor, 1, LATER.link(38))


@pytest.mark.parametrize(
    ("chain_id", "k", "link"),
    [
        (ID, 5, CHAIN.link(6)),  # the next one too early
        (ID, 6, CHAIN.link(5)),  # an early one for a later asking
        (ID, 5, CHAIN.link(4)),  # used again
        (ID, 4, CHAIN.link(4)),
        (ID, 3, CHAIN.link(3)),
        ("move/lancaster", 5, CHAIN.link(5)),
        (ID, 5, CHAIN.link(5).upper()),
        (ID, 5, CHAIN.link(5) + "\n"),
        (ID, 5, ""),
        (ID, 0, CHAIN.anchor),
        (ID, -1, CHAIN.anchor),
        (ID, 5 + LENGTH, CHAIN.link(5)),
        (ID, 10**12, CHAIN.link(5)),  # nobody walks that far
    ],
)
def test_no_other_link_fits(chain_id: str, k: int, link: str) -> None:
    with pytest.raises(BadLink, match=worded("errors.BadLink", k, chain_id)):
        check_link(chain_id, 4, CHAIN.link(4), k, link)


def test_a_chain_ends() -> None:
    with pytest.raises(ChainSpent, match="1024 secret numbers"):
        CHAIN.link(LENGTH + 1)
    with pytest.raises(ValueError, match=worded("protocol.chain.Chain.link", 0)):
        CHAIN.link(0)


def test_the_seed_never_shows() -> None:
    assert "seed" not in repr(CHAIN)
