"""DESIGN 6, chains."""

from __future__ import annotations

import hashlib

import pytest

from pbem.errors import BadLink, ChainSpent
from pbem.protocol.chain import LENGTH, Chain, check_link
from pbem.protocol.hashing import H

CHAIN = Chain(bytes(32), "g/move/york")


def test_every_link_leads_to_the_anchor() -> None:
    previous = CHAIN.anchor
    for k in range(1, LENGTH + 1):
        check_link("g/move/york", k, previous, CHAIN.link(k))
        previous = CHAIN.link(k)
    assert previous == hashlib.sha256(bytes(32)).hexdigest()
    assert CHAIN.anchor == H("link", "g/move/york", 1, CHAIN.link(1))


@pytest.mark.parametrize(
    ("chain_id", "k", "link"),
    [
        ("g/move/york", 5, CHAIN.link(6)),  # skipped
        ("g/move/york", 5, CHAIN.link(4)),  # used again
        ("g/move/york", 6, CHAIN.link(5)),
        ("g/move/lancaster", 5, CHAIN.link(5)),
        ("g/move/york", 5, CHAIN.link(5).upper()),
        ("g/move/york", 5, CHAIN.link(5) + "\n"),
        ("g/move/york", 5, ""),
        ("g/move/york", 0, CHAIN.anchor),
        ("g/move/york", LENGTH + 1, CHAIN.link(5)),
    ],
)
def test_no_other_link_fits(chain_id: str, k: int, link: str) -> None:
    with pytest.raises(BadLink, match=f"Link {k} of chain {chain_id}"):
        check_link(chain_id, k, CHAIN.link(4), link)


def test_a_chain_ends() -> None:
    with pytest.raises(ChainSpent, match="1024 links"):
        CHAIN.link(LENGTH + 1)
    with pytest.raises(ValueError, match="counted from 1"):
        CHAIN.link(0)


def test_the_seed_never_shows() -> None:
    assert "seed" not in repr(CHAIN)
