"""Lancaster reads in the log what York will do after his answer, before he gives it."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.moderator.ledger import sealed
from pbem.protocol.bodies import Order

from .table import answer, by_hand, mailed, prompting


def test_a_line_that_waits_stands_nowhere_in_what_he_has() -> None:
    post = prompting()
    secret = "warwick_y: capability y13"
    first = answer(post, "york")
    mail = by_hand(post, "york", [first, secret])
    assert mailed(post, mail).error is None
    assert first.encode() in post.save, "what was carried out is opened"
    assert secret.encode() not in post.save
    assert secret not in repr(post.look("lancaster").ledger)
    assert secret in repr(post.look("york").ledger)


def test_the_number_of_her_lines_is_padded() -> None:
    post = prompting()
    sizes = set()
    for lines in ([answer(post, "york")], [answer(post, "york"), *["norfolk: done"] * 6]):
        body = by_hand(post, "york", lines).body
        assert isinstance(body, Order)
        sizes.add((len(body.statements), *(len(part.data) for part in body.sealed)))
    assert len(sizes) == 1


def test_his_key_does_not_open_what_is_sealed_to_her_or_to_the_gm() -> None:
    post = prompting()
    body = by_hand(post, "york", [answer(post, "york"), "norfolk: done"]).body
    assert isinstance(body, Order)
    key = post.look("lancaster").key
    assert key is not None
    for to in ("gm", "york"):
        with pytest.raises(BadOpening):
            sealed.unseal(key, body, to)


def test_a_guessed_line_cannot_be_tried_against_its_commitment() -> None:
    """The salt is 16 random bytes: the same line twice is two commitments."""
    post = prompting()
    locked = [by_hand(post, "york", ["norfolk: done"]).body.statements for _ in range(3)]  # type: ignore[union-attr]
    assert len({c for row in locked for c in row}) == 3 * 8
