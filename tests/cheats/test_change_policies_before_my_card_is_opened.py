"""A plan is kept from the GM: the order before it is in the log, its pair is known, and the side that has to open
its card first changes what it will do, knowing the dice."""

from __future__ import annotations

from .table import ANN, BOB, audit, mailed, order, planning, verify
from .test_choose_whose_scripts_run import planned


def test_an_open_goes_on_with_what_the_order_before_it_had() -> None:
    post = planning()
    assert mailed(post, planned(post, "york", escrow=False)).error is None
    assert mailed(post, planned(post, "lancaster")).error is None
    assert post.look().ledger.play.waiting_for_opening.startswith("plan:york")
    late = order(post, "york", scripts={"1": "", "2": ""})
    assert mailed(post, late).error is None
    opening = order(post, "york", "open")
    assert mailed(post, opening).error is None
    decided = post.look().save.entries[-1].body.record.decisions
    assert [(d.side, d.by) for d in decided if "command" in d.request][:1] == [("york", "script")]
    assert [verify(post, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert audit(post) == ""


def test_an_open_has_no_link_and_leaves_no_choice() -> None:
    post = planning()
    assert mailed(post, planned(post, "york", escrow=False)).error is None
    assert mailed(post, planned(post, "lancaster")).error is None
    pairs = post.look().ledger.chains.pairs
    opening = order(post, "york", "open")
    assert mailed(post, opening).error is None
    assert post.look().ledger.chains.pairs == pairs
