"""A sealing key or an anchor that stood in the log once comes back: somebody else may have its secret by now."""

from __future__ import annotations

import pytest

from pbem.errors import Garbled
from pbem.gm.game import Game
from pbem.protocol.bodies import replace
from tests.moderator.people import accept, invited

from .table import ANN, EVE, GM, Post, changed, last, mailed, mustering, order, sent, verify


def changed_hands() -> Post:
    post = mustering()
    claim = Game.loads(post.save, EVE).claim("york").envelope
    game = post.look("gm")
    game.seat(claim, [], "A change.")
    post.save, post.kept = game.dumps(), {}
    return post


def test_neither_those_of_who_left_nor_those_of_before() -> None:
    before, post = mustering(), changed_hands()
    old = before.look().ledger.seats["york"].keys.x25519
    accepted = next(
        e.body.step.order.body.anchors  # type: ignore[union-attr]
        for e in post.look().save.entries[1:]
        if e.body.step.order.body.author == "york"  # type: ignore[union-attr]
    )
    claim = Game.loads(post.save, ANN).claim("york").envelope
    keys = replace(claim.body.keys, x25519=old)  # type: ignore[union-attr]
    for forged in (changed(claim, ANN, keys=keys), changed(claim, ANN, anchors=accepted)):
        with pytest.raises(Garbled):
            post.look("gm").seat(forged, [], "Back again.")
    post.look("gm").seat(claim, [], "Back again.")


def test_a_gm_whose_chain_or_disk_is_lost_takes_a_new_key_and_everybody_sees_it() -> None:
    """The same person, other chains: new ground, so what he knew of the old ones is worth nothing."""
    post = mustering()
    number = post.look().ledger.chains.numbers["york"]
    claim = Game.loads(post.save, GM).claim("gm").envelope
    game = post.look("gm")
    game.seat(claim, [], "My disk died.")
    post.save, post.kept = game.dumps(), {}
    assert post.look().ledger.askings["york"].number == number + 1
    assert post.look().verify().grounds
    post.ready()
    line = post.look("york").legal()[0].line
    assert mailed(post, order(post, "york", line)).error is None
    for who in (None, ANN, GM):
        assert verify(post, who) == ""


def test_a_gm_who_hands_over_before_all_have_sat_down_locks_nobody_out() -> None:
    post = Post(invited().dumps())
    claim = Game.loads(post.save, GM).claim("gm").envelope
    game = post.look("gm")
    game.seat(claim, [], "My disk died.")
    post.save, post.kept = game.dumps(), {}
    for side in ("york", "lancaster"):
        letter = accept(post.save, side)
        (receipt,) = post.take({side: letter.to_text()})
        assert receipt.error is None, receipt.error
    post.ready()
    sent(post, "york", post.look("york").legal()[0].line)
    assert last(post) > 3
    for who in (None, ANN, GM):
        assert verify(post, who) == ""
