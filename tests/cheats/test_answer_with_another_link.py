"""The GM looks for a link of his own that makes better dice than the one his chain holds."""

from __future__ import annotations

import hashlib

from pbem.protocol.offices import DICE, chain_of

from .table import PARLEY, Crook, mustering, order, verify


def test_a_link_that_is_not_the_chains_next_is_seen_by_verify() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    right = Crook(post).takes(mail).last.link
    for n in range(20):
        other = hashlib.sha256(bytes([n])).hexdigest()
        assert verify(Crook(post).takes(mail, link=other)).startswith("BadLink")
    assert verify(Crook(post).takes(mail, link="")).startswith("ReplayMismatch")
    assert verify(Crook(post).takes(mail, link=right)) == ""


def test_a_link_further_down_the_chain_is_seen_by_verify() -> None:
    """It is of the same chain, but not the next one."""
    post = mustering()
    mail = order(post, "york", PARLEY)
    crook = Crook(post)
    (key,) = crook.keys.values()
    later = key.chain(chain_of("gm", DICE)).link(post.look().ledger.chains.dice.number + 2)
    assert verify(crook.takes(mail, link=later)).startswith("BadLink")
