"""Both plans, each with its scripts, are mailed at once: the GM takes first the one whose scripts shall not run."""

from __future__ import annotations

from itertools import permutations

import pytest

from pbem.protocol.bodies import Envelope, Order

from .table import ANN, BOB, Post, audit, mailed, order, planning, verify


def planned(post: Post, side: str, **more: object) -> Envelope:
    """A plan of the cards that come first, with a script for each of them."""
    stack = post.look(side).request().stack
    assert stack is not None
    cards = [name for name, limit in stack.limits.items() for _ in range(limit)][: stack.size]
    scripts = {str(n): "pass" for n in range(1, stack.size + 1)}
    return order(post, side, " ".join([stack.verb, *cards]), scripts=scripts, **more)


@pytest.mark.slow
def test_what_an_order_brings_counts_for_its_author_whichever_came_first() -> None:
    mails = {side: planned(planning(), side) for side in ("york", "lancaster")}
    found = set()
    for names in permutations(mails):
        post = planning()
        for name in names:
            assert mailed(post, mails[name]).error is None
        decided = post.look().save.entries[-1].body.record.decisions
        found.add(tuple((d.side, d.line, d.by) for d in decided[1:]))
        assert [verify(post, who) for who in (None, ANN, BOB)] == ["", "", ""]
        assert audit(post) == ""
    assert len(found) == 1
    assert {row[0] for row in found.pop() if row[2] == "script"} == {"york", "lancaster"}


def test_scripts_sent_after_both_plans_were_written_do_not_count_in_that_entry() -> None:
    """Whoever is in league with the GM knows the dice by then."""
    post = planning()
    bare = post.copy()
    first, second = planned(post, "york"), planned(bare, "lancaster")
    assert isinstance(first.body, Order)
    assert mailed(post, first).error is None
    late = order(post, "york", scripts={"1": "", "2": ""})
    assert mailed(post, late).error is None
    assert mailed(post, second).error is None
    decided = post.look().save.entries[-1].body.record.decisions
    assert [d.by for d in decided if d.side == "york"][:1] == ["script"]
    assert verify(post, ANN) == ""
