"""Lancaster sits down with York's sealing key, or her anchor, to have things in common with her."""

from __future__ import annotations

from pbem.errors import Garbled
from pbem.protocol import bodies
from tests.moderator.people import accept, invited

from .table import BOB, Post, changed, mailed, refusal


def half() -> Post:
    post = Post(invited().dumps())
    assert mailed(post, accept(post.save, "york").envelope).error is None
    return post


def test_no_sealing_key_stands_twice_in_a_log() -> None:
    post = half()
    honest = accept(post.save, "lancaster").envelope
    york = post.look().ledger.seats["york"].keys
    for x25519 in (york.x25519, post.look().ledger.genesis.gm.x25519):
        keys = bodies.replace(honest.body.keys, x25519=x25519)  # type: ignore[union-attr]
        assert refusal(post, changed(honest, BOB, keys=keys)) is Garbled


def test_no_anchor_stands_twice_in_a_log() -> None:
    post = half()
    honest = accept(post.save, "lancaster").envelope
    ledger = post.look().ledger
    for anchor in (
        ledger.chains.moves["york"].link,
        *ledger.genesis.anchors.values(),
    ):
        assert refusal(post, changed(honest, BOB, anchors={"move": anchor})) is Garbled
