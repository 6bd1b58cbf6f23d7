"""York's parley failed; she wants the die again."""

from __future__ import annotations

from pbem.errors import OutOfSequence

from .table import PARLEY, mustering, order, refusal, rolls, sent


def test_another_revision_of_an_order_that_is_in_the_log_is_refused_by_apply() -> None:
    post = mustering()
    again = order(post, "york", PARLEY, revision=2)
    sent(post, "york", PARLEY)
    assert refusal(post, again) is OutOfSequence


def test_an_older_revision_of_an_order_that_is_in_the_log_is_refused_by_apply() -> None:
    post = mustering()
    other = order(post, "york", f"{PARLEY} +1")
    sent(post, "york", PARLEY, revision=2)
    assert refusal(post, other) is OutOfSequence


def test_whatever_she_sends_for_one_asking_the_die_of_a_label_is_the_same() -> None:
    """A revision before the order is taken is another order, but no other throw."""
    dice = set()
    for revision, lines in (
        (1, [PARLEY]),
        (2, [PARLEY]),
        (7, [PARLEY, "norfolk: parley coventry"]),
    ):
        post = mustering()
        sent(post, "york", *lines, revision=revision)
        dice.add(rolls(post)[0])
    assert len(dice) == 1
