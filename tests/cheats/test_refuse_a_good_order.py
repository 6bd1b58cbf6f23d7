"""The GM sees that York's order rolls well, and says that it was illegal."""

from __future__ import annotations

import pytest

from pbem.errors import BadSignature
from pbem.gm import refusals
from pbem.ledger.sight import Eyes
from pbem.protocol import envelope
from pbem.protocol.bodies import VERSION, Envelope, Refusal, SignedRefusal
from pbem.protocol.keys import Identity

from .table import ANN, EVE, GM, PARLEY, Post, by_hand, mailed, mustering, order, sent


def refused(post: Post, mail: Envelope, signer: Identity = GM) -> SignedRefusal:
    body = Refusal(
        v=VERSION,
        game=post.look().ledger.game,
        order=envelope.digest(mail),
        head=post.look().head,
        why="IllegalOrder",
        words="Norfolk cannot parley there (3.4.1).",
    )
    return envelope.sign_refusal(signer, body)


def checked(post: Post, refusal: SignedRefusal, mail: Envelope) -> refusals.RefusalCheck:
    game = post.look("york")
    key = game.key
    assert key is not None
    return refusals.check(refusal, [mail], game.save.entries, game.holder.eyes, Eyes(key, "york"))


def test_her_client_tries_it_again_and_keeps_the_false_refusal() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    found = checked(post, refused(post, mail), mail)
    assert not found.justified
    assert found.given.startswith("Norfolk cannot")


def test_the_same_bytes_again_make_the_same_dice() -> None:
    post, again = mustering(), mustering()
    mail = order(post, "york", PARLEY)
    for one in (post, again):
        assert mailed(one, mail).error is None
    rolled = [p.look().save.entries[-1].body.record.rolls for p in (post, again)]
    assert rolled[0] == rolled[1]


def test_a_true_refusal_is_found_true() -> None:
    post = mustering()
    mail = by_hand(post, "york", ["norfolk: parley calais"])
    receipt = mailed(post, mail)
    assert receipt.refusal is not None
    assert checked(post, receipt.refusal, mail).justified


def test_a_refusal_by_nobody_is_none() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    for signer in (EVE, ANN):
        with pytest.raises(BadSignature):
            checked(post, refused(post, mail, signer), mail)


def test_it_names_the_head_so_that_an_older_log_does_not_make_it_false() -> None:
    """York cannot frame him: her order was legal once, and was refused at a later head."""
    post = mustering()
    mail = by_hand(post, "york", [PARLEY])
    sent(post, "york", PARLEY)
    receipt = mailed(post, mail)
    assert receipt.refusal is not None
    assert receipt.refusal.body.head == post.look().head
    assert checked(post, receipt.refusal, mail).justified
