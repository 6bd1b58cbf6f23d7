"""The GM (his disk died, he says) goes back to an old copy, and York, who knows the answer link, orders anew."""

from __future__ import annotations

from pbem.errors import OldCopy, OutOfSequence, Stale

from .table import ANN, OTHER_PARLEY, PARLEY, Newest, changed, mustering, order, refusal, sent


def test_an_order_carries_the_youngest_entry_that_its_author_has() -> None:
    """The old copy lacks it, and it is signed by the GM: so he knows that the copy is old."""
    old, post = mustering(), mustering()
    sent(post, "york", PARLEY)
    while "york" not in post.asked():
        post.turn()
    line = post.look("york").legal()[0].line
    assert refusal(old, order(post, "york", line)) is OldCopy


def test_whom_he_lets_order_anew_has_the_same_dice_for_the_same_label() -> None:
    """The old copy's asking is the same asking: the same links, and nothing to choose but the line."""
    first, second = mustering(), mustering()
    sent(first, "york", PARLEY)
    sent(second, "york", PARLEY)
    entries = [p.look().save.entries[-1].body.record for p in (first, second)]
    assert entries[0].rolls == entries[1].rolls
    assert entries[0].link == entries[1].link


def test_an_order_that_names_an_older_entry_as_her_youngest_is_her_own_forgery_to_answer_for() -> (
    None
):
    """She hides that she knows entry n; but who has n shows hers and the GM's signature on it."""
    post = mustering()
    late = order(post, "york", OTHER_PARLEY)
    sent(post, "york", PARLEY)
    assert refusal(post, late) is OutOfSequence


def test_a_made_up_youngest_entry_stops_nobody() -> None:
    """The wedge: a head that never was, so that a robot GM signs nothing any more."""
    post = mustering()
    honest = order(post, "york", PARLEY)
    seen = Newest(n=99, sha512=128 * "a", sig=honest.body.newest.sig)  # type: ignore[union-attr]
    assert refusal(post, changed(honest, ANN, head=64 * "a", newest=seen)) is Stale
    assert refusal(post, changed(honest, ANN, head=64 * "a")) is Stale
    sent(post, "york", PARLEY)
