"""York's further lines wait for Lancaster; with his answer in the GM's hand she takes them back or swaps them."""

from __future__ import annotations

from pbem.errors import NotYourTurn, OutOfSequence

from .table import Crook, answer, by_hand, mailed, order, prompting, refusal, verify


def test_an_order_in_the_log_is_not_revised() -> None:
    post = prompting()
    first = by_hand(post, "york", [answer(post, "york"), "warwick_y: capability y13"])
    other = by_hand(post, "york", [answer(post, "york"), "norfolk: done"], revision=2)
    assert mailed(post, first).error is None
    assert post.look("york").ledger.position.rest["york"].texts[1] == "warwick_y: capability y13"
    assert refusal(post, other) is OutOfSequence
    hand = order(post, "lancaster", answer(post, "lancaster"))
    assert refusal(post, other) in (OutOfSequence, NotYourTurn)
    crook = Crook(post).takes(hand)
    assert verify(crook) == ""


def test_standing_orders_do_not_touch_them() -> None:
    post = prompting()
    first = by_hand(post, "york", [answer(post, "york"), "warwick_y: capability y13"])
    assert mailed(post, first).error is None
    before = post.look("york").ledger.position.rest
    mail = order(post, "york", reactions={"intercept": "no"})
    assert mailed(post, mail).error is None
    assert post.look("york").ledger.position.rest == before
