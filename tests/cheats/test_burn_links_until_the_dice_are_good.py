"""GM and York: orders that decide nothing burn links, until the dice of the wanted one are good."""

from __future__ import annotations

from pbem.errors import IllegalOrder, PbemError
from tests.says import says

from .table import PARLEY, Crook, asking, by_hand, mailed, mustering, refusal, sent, verify
from .without import Change, without

TAKES_WHAT_IS_IDLE = Change(
    "pbem.ledger.run:Run._next_statement",
    "if is_first:\n            raise idle(action)",
    "if False:\n            raise idle(action)",
)


def test_standing_orders_have_no_link_and_change_no_die() -> None:
    dice = set()
    for standing in (0, 1, 5):
        post = mustering()
        for n in range(standing):
            sent(post, "york", reactions={"intercept": "no" if n % 2 else "ask"})
        sent(post, "york", PARLEY)
        entry = post.look().save.entries[-1].body
        dice.add((entry.step.order.body.link, entry.record.rolls))  # type: ignore[union-attr]
    assert len(dice) == 1


def test_an_order_whose_lines_all_would_do_nothing_is_refused_by_apply() -> None:
    post = mustering()
    number = asking(post, "york")
    for texts in (
        [],
        ["if failed and success: norfolk: done"],
        ["ask"],
        [f"if failed: {PARLEY}"] * 9,
    ):
        receipt = mailed(post, by_hand(post, "york", texts))
        assert isinstance(receipt.error, PbemError), texts
        assert asking(post, "york") == number


def test_a_gm_who_takes_such_an_order_all_the_same_is_seen_by_verify() -> None:
    """His program takes it as a later line that does nothing: she is asked anew, with another link."""
    post = mustering()
    nothing = by_hand(post, "york", ["if failed and success: norfolk: done"])
    with without(TAKES_WHAT_IS_IDLE):
        crook = Crook(post).takes(nothing)
    assert not crook.last.decisions
    assert [one.side for one in crook.last.questions] == ["york"]
    assert crook.last.questions[0].number == asking(post, "york") + 1
    assert says(verify(crook), "ledger.run.IDLE")


def test_a_first_line_that_is_illegal_burns_no_link() -> None:
    post = mustering()
    first = by_hand(post, "york", ["norfolk: parley calais"])
    assert issubclass(refusal(post, first), IllegalOrder)
    mail = by_hand(post, "york", [PARLEY], revision=2)
    assert mail.body.link == first.body.link  # type: ignore[union-attr]
