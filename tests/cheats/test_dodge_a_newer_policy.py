"""York names an old head, so that a newer policy of Lancaster does not count for her order."""

from __future__ import annotations

from pbem.errors import Stale
from pbem.protocol.bodies import Mailed, replace
from tests.says import says

from .table import ANN, Crook, answer, by_hand, order, prompting, refusal, sent, verify


def test_no_order_names_a_head_older_than_its_asking() -> None:
    post = prompting()
    heads = post.look().heads
    since = post.look().ledger.askings["york"].since
    line = answer(post, "york")
    for n in range(since):
        assert refusal(post, by_hand(post, "york", [line], head=heads[n])) is Stale
    crook = Crook(post)
    old = by_hand(post, "york", [line], head=heads[since - 1])
    honest = Crook(post).takes(order(post, "york", line)).last
    crook.signs(Mailed(order=old), replace(honest, opened=()))
    assert says(verify(crook), "errors.Stale")


def test_between_that_and_the_last_entry_she_may_and_all_see_which_she_named() -> None:
    """The residue: she cannot read what she dodges, and the head stands in her order."""
    post = prompting()
    line, then = answer(post, "york"), post.look().head
    sent(post, "lancaster", reactions={"capability": "exeter_1"})
    dodging = by_hand(post, "york", [line], head=then)
    crook = Crook(post).takes(dodging)
    assert "policy" not in [one.by for one in crook.last.decisions]
    assert verify(crook, ANN) == ""
    assert crook.entries[-1].body.step.order.body.head == then  # type: ignore[union-attr]
