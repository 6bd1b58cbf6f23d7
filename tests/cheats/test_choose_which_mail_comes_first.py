"""The GM alone chooses dice by the order in which he takes the mails that wait."""

from __future__ import annotations

from itertools import permutations

import pytest

from .table import PARLEY, any_line, last, mailed, mustering, order


@pytest.mark.slow
def test_mails_that_answer_nothing_change_no_die_wherever_they_come() -> None:
    base = mustering()
    mails = {
        "order": order(base, "york", PARLEY),
        "word": base.look("lancaster").say("say", 0, "Have a care.").envelope,
        "policy": order(base, "lancaster", reactions={"intercept": "no"}),
        "dispute": base.look("york").say("dispute", last(base), "That road is a path.").envelope,
    }
    found = set()
    for names in permutations(mails):
        post = base.copy()
        for name in names:
            receipt = mailed(post, mails[name])
            assert receipt.error is None, f"{names}: {name}: {receipt.error}"
        found.add(
            tuple(e.body.record.rolls for e in post.look().save.entries if e.body.record.rolls)
        )
    assert len(found) == 1


@pytest.mark.slow
def test_of_two_plans_mailed_at_once_either_may_come_first() -> None:
    """Both sides stack their plan at once: the links, and so all later dice, are the same."""
    base = mustering()
    while len(base.asked()) < 2:
        base.turn()
    base.random.seed(1)
    mails = {s: order(base, s, any_line(base.look(s), base.random)) for s in ("york", "lancaster")}
    links = set()
    for names in permutations(mails):
        post = base.copy()
        for name in names:
            assert mailed(post, mails[name]).error is None
        chains = post.look().ledger.chains
        links.add((chains.dice, *((one.number, one.link) for one in chains.latest.values())))
    assert len(links) == 1
