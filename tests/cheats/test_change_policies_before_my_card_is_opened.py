"""A Plan is kept from the GM, and the side that has to open its card first changes what it will do."""

from __future__ import annotations

from pbem.errors import Stale

from .table import ANN, BOB, audit, changed, mailed, order, planning, refusal, verify
from .test_choose_whose_scripts_run import planned


def test_what_she_sends_before_the_card_counts_for_nobody_knows_the_dice() -> None:
    post = planning()
    assert mailed(post, planned(post, "york", escrow=False)).error is None
    assert mailed(post, planned(post, "lancaster")).error is None
    before = post.look().ledger
    assert before.play.waiting_for_opening.startswith("plan:york")
    assert before.chains.latest["york"].number < before.askings["york"].link
    late = order(post, "york", scripts={"1": "", "2": ""})
    assert mailed(post, late).error is None
    assert mailed(post, order(post, "york", "open")).error is None
    decided = post.look().save.entries[-1].body.record.decisions
    assert not [d for d in decided if d.by == "script"]
    assert [verify(post, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert audit(post) == ""


def test_an_order_that_names_an_older_head_than_the_question_is_refused() -> None:
    post = planning()
    assert mailed(post, planned(post, "york", escrow=False)).error is None
    old = post.look().ledger.head
    assert mailed(post, planned(post, "lancaster")).error is None
    opening = order(post, "york", "open")
    assert refusal(post, changed(opening, ANN, head=old)) is Stale
