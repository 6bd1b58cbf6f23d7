"""York sends two different orders of one revision, and says afterwards that the better one counts."""

from __future__ import annotations

from itertools import permutations

from pbem.errors import Equivocation, OutOfSequence
from pbem.protocol import envelope

from .table import OTHER_PARLEY, PARLEY, last, mustering, order, refusal, sent


def test_neither_counts_until_a_higher_revision_comes() -> None:
    for places in permutations((0, 1)):
        post = mustering()
        n = last(post)
        mails = [order(post, "york", PARLEY), order(post, "york", OTHER_PARLEY)]
        pile = {f"{i}": envelope.to_text(mails[place]) for i, place in enumerate(places)}
        receipts = post.take(dict(pile))
        assert [type(r.error) for r in receipts] == [Equivocation, Equivocation]
        assert last(post) == n
        sent(post, "york", PARLEY, revision=2)


def test_one_that_is_in_the_log_counts() -> None:
    post = mustering()
    other = order(post, "york", OTHER_PARLEY)
    sent(post, "york", PARLEY)
    assert refusal(post, other) is OutOfSequence


def test_of_two_revisions_in_one_pile_the_higher_counts_in_any_order() -> None:
    taken = set()
    for places in permutations((0, 1)):
        post = mustering()
        mails = [order(post, "york", PARLEY), order(post, "york", OTHER_PARLEY, revision=2)]
        texts = [envelope.to_text(mail) for mail in mails]
        post.take({f"{i}": texts[place] for i, place in enumerate(places)})
        taken.add(post.look().save.entries[-1].body.record.opened[0].text)
    assert taken == {OTHER_PARLEY}
