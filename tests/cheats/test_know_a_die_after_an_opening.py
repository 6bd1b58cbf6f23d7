"""A forced opening has no link: if labels began anew after it, the next die would be one that all have seen."""

from __future__ import annotations

from pbem.protocol import dice

from .table import ANN, mailed, order, planning, verify
from .test_choose_whose_scripts_run import planned
from .test_fair_odds import pairs_of


def test_the_uses_of_labels_go_on_over_an_opening() -> None:
    post = planning()
    assert mailed(post, planned(post, "york", escrow=False)).error is None
    assert mailed(post, planned(post, "lancaster")).error is None
    before = post.look("gm").ledger.chains
    assert mailed(post, order(post, "york", "open")).error is None
    after = post.look("gm").ledger.chains
    assert after.pairs == before.pairs
    assert all(after.uses[label] >= n for label, n in before.uses.items())
    assert verify(post, ANN) == ""


def test_under_one_pair_each_occurrence_is_another_die() -> None:
    post = planning()
    stream = dice.dice(post.look().ledger.game, pairs_of(post))
    faces = [[stream.roll("approach", n, 6) for n in range(k, k + 12)] for k in (1, 2, 3)]
    assert len({tuple(row) for row in faces}) == 3
