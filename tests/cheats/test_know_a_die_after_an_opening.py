"""York keeps her Plan from the GM: before she opens a card she computes the dice that follow, and opens it or not."""

from __future__ import annotations

from pbem.protocol import dice

from .table import ANN, mailed, order, planning, verify
from .test_choose_whose_scripts_run import planned
from .test_fair_odds import links_of


def test_an_opening_is_a_question_with_a_link_of_its_own() -> None:
    post = planning()
    assert mailed(post, planned(post, "york", escrow=False)).error is None
    assert mailed(post, planned(post, "lancaster")).error is None
    before = post.look("gm").ledger
    asking = before.askings["york"]
    assert asking.request.startswith("open-")
    assert asking.link > before.chains.latest["york"].number
    assert mailed(post, order(post, "york", "open")).error is None
    after = post.look("gm").ledger.chains
    assert after.latest["york"].number == asking.link
    assert (
        after.rolled < after.latest["york"].since or after.dice.number > before.chains.dice.number
    )
    assert verify(post, ANN) == ""


def test_under_the_same_links_each_occurrence_is_another_die() -> None:
    post = planning()
    gm, *sides = links_of(post)
    stream = dice.dice(post.look().ledger.game, [gm], sides)
    faces = [[stream.roll("approach", n, 6) for n in range(k, k + 12)] for k in (1, 2, 3)]
    assert len({tuple(row) for row in faces}) == 3
