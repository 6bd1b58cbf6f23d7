"""York commits to one line and seals another, to call the GM a liar or to be asked anew."""

from __future__ import annotations

import json

import pytest

from pbem.errors import BadOpening, Garbled, PbemError
from pbem.ledger.sealed import BUCKET, check, seal_info, seal_name, seal_orders, unseal
from pbem.protocol import bodies, commitment, envelope, seal
from pbem.protocol.bodies import Order, Orders, Sealed, SealedStatement, Standing
from tests.says import says

from .table import (
    ANN,
    PARLEY,
    asking,
    by_hand,
    changed,
    mailed,
    mustering,
    order,
    planning,
    refusal,
)


def test_a_slot_that_does_not_open_as_committed_refuses_the_order_for_its_form() -> None:
    """All slots are opened before anything else: no die, no link spent."""
    post = mustering()
    number = asking(post, "york")
    for place in (1, 2, 8):
        mail = by_hand(post, "york", [PARLEY, "norfolk: done"], commits={place: "norfolk: tax"})
        assert refusal(post, mail) is BadOpening
    assert asking(post, "york") == number
    assert mailed(post, order(post, "york", PARLEY)).error is None


def test_what_cannot_be_unsealed_at_all_is_refused() -> None:
    post = mustering()
    honest = order(post, "york", PARLEY)
    parts = honest.body.sealed  # type: ignore[union-attr]
    junk = Sealed("gm", parts[1].data)
    assert refusal(post, changed(honest, ANN, sealed=(junk, parts[1]))) is BadOpening


def test_padding_before_a_line_is_refused() -> None:
    post = mustering()
    assert refusal(post, by_hand(post, "york", ["", PARLEY])) is Garbled


def test_the_gm_signs_that_he_refused_it() -> None:
    """So neither can tell afterwards that the mail was another one."""
    post = mustering()
    mail = by_hand(post, "york", [PARLEY], commits={1: "norfolk: tax"})
    receipt = mailed(post, mail)
    assert isinstance(receipt.error, PbemError)
    assert receipt.refusal is not None
    assert receipt.refusal.body.why == "BadOpening"


@pytest.mark.parametrize("name", ["'''", "-----BEGIN PBEM2 ORDER-----", "\u200b"])
def test_garbage_that_no_signed_text_may_quote_is_refused_like_any_other(name: str) -> None:
    """The signed refusal names what is wrong, in the words of its author; the emails behind it are taken."""
    post = mustering()
    honest = order(post, "york", PARLEY)
    assert isinstance(honest.body, Order)
    gm = post.look().ledger.chair.keys.x25519
    garbage = seal.seal(gm, seal_info(honest.body, "gm"), json.dumps({name: 1}).encode(), BUCKET)
    parts = (Sealed("gm", garbage), honest.body.sealed[1])
    word = post.look("lancaster").say("say", 0, "Good morning.")
    bad = envelope.to_text(changed(honest, ANN, sealed=parts))
    first, second = post.take({"bad": bad, "word": word.to_text()})
    assert first.refusal is not None
    assert second.error is None


def sealed_in(body: Order | Standing, orders: Orders) -> str:
    """Why these orders are not what a body seals, though it commits to what they say about policies."""
    kind, number, revision = seal_name(body)
    lock = commitment.commit_orders(body.game, body.author, kind, number, revision, orders)
    with pytest.raises((BadOpening, Garbled)) as refused:
        check(bodies.replace(body, commitment=lock), orders)
    return str(refused.value)


def test_what_is_sealed_is_of_the_kind_that_its_body_says() -> None:
    post = mustering()
    ordered, standing = (
        order(post, "york", PARLEY).body,
        post.look("york").orders([], reactions={"crown": "pass"}).envelope.body,
    )
    assert isinstance(ordered, Order)
    assert isinstance(standing, Standing)
    empty = Orders(salt=commitment.new_salt())
    line = SealedStatement(commitment.new_salt(), PARLEY)
    policy = (("parley", "pass"),)
    assert says(
        sealed_in(ordered, bodies.replace(empty, reactions=policy)),
        "ledger.sealed.check",
        word="none",
    )
    assert says(sealed_in(ordered, empty), "ledger.sealed.check", word="another")
    whole = bodies.replace(empty, standing=True)
    for false in (empty, bodies.replace(whole, statements=(line,))):
        assert says(sealed_in(standing, false), "ledger.sealed.check", word="else")


def test_a_plan_is_sealed_with_the_cards_that_it_fills() -> None:
    post = planning()
    honest = order(post, "york", "plan pass pass pass pass")
    key, gm = post.look("york").key, post.look().ledger.chair.keys.x25519
    assert isinstance(honest.body, Order)
    assert key is not None
    orders = unseal(key, honest.body, "york")
    turned = bodies.replace(orders, cards=orders.cards[::-1])
    parts = seal_orders(honest.body, turned, gm, key.x25519, escrow=True)
    receipt = mailed(post, changed(honest, ANN, sealed=parts))
    assert isinstance(receipt.error, BadOpening)
    assert says(str(receipt.error), "ledger.sealed.check", word="other")
