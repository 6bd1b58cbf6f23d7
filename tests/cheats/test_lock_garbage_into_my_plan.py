"""York keeps her plan from the GM and locks nothing that she could ever open, to see his first and be asked anew."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening, BadRuling
from pbem.protocol.bodies import Order, replace

from .table import ANN, by_hand, changed, mailed, order, planning, refusal, stacked, verify
from .test_choose_whose_scripts_run import planned


def test_what_the_gm_may_read_is_checked_when_it_comes() -> None:
    post = planning()
    mail = stacked(post, "york")
    assert isinstance(mail.body, Order)
    garbage = tuple(replace(part, commitment=64 * "0") for part in mail.body.plan)
    assert refusal(post, changed(mail, ANN, plan=garbage)) is BadOpening


def test_what_she_keeps_from_him_leaves_her_alone_to_open_it_and_nobody_is_asked_anew() -> None:
    """The game waits for her opening, in the sight of all; a deadline and a ruling are what comes of it."""
    post = planning()
    mail = planned(post, "york", escrow=False)
    assert isinstance(mail.body, Order)
    garbage = tuple(replace(part, commitment=64 * "0") for part in mail.body.plan)
    assert mailed(post, changed(mail, ANN, plan=garbage)).error is None
    assert mailed(post, planned(post, "lancaster")).error is None
    assert post.look().ledger.play.waiting_for_opening.startswith("plan:york")
    assert verify(post) == ""
    assert verify(post, ANN).startswith("BadOpening"), (
        "her own client tells her that it cannot be opened"
    )
    honest = planning()
    assert mailed(honest, planned(honest, "york", escrow=False)).error is None
    assert mailed(honest, planned(honest, "lancaster")).error is None
    opening = order(honest, "york", "open").body
    assert isinstance(opening, Order)
    ledger, last = post.look().ledger, post.look().save.entries[-1]
    fields = {"openings": opening.openings, "head": ledger.head, "newest": last.newest}
    forged = by_hand(honest, "york", [], **fields)
    assert refusal(post, forged) is BadOpening
    with pytest.raises(BadRuling, match="go back instead"):
        post.look("gm").rule("impose", "Late.", side="york", lines=["open"])
