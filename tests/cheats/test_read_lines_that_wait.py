"""Lancaster reads in the log what York will do after his answer, before he gives it."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.ledger import sealed
from pbem.protocol.bodies import Order

from .table import answer, mailed, order, prompting

SECRET = "warwick_y: capability y13"


def test_a_line_that_waits_stands_nowhere_in_what_he_has() -> None:
    post = prompting()
    first = answer(post, "york")
    mail = order(post, "york", first, SECRET)
    assert mailed(post, mail).error is None
    assert first.encode() in post.save, "what was carried out is opened"
    assert SECRET.encode() not in post.save
    assert SECRET not in repr(post.look("lancaster").ledger)
    assert SECRET in repr(post.look("york").ledger)


def test_the_number_of_her_lines_is_padded() -> None:
    post = prompting()
    sizes = set()
    for more in (0, 1, 6):
        body = order(post, "york", answer(post, "york"), *[SECRET] * more).body
        assert isinstance(body, Order)
        sizes.add((len(body.statements), *(len(part.data) for part in body.sealed)))
    assert len(sizes) == 1


def test_his_key_does_not_open_what_is_sealed_to_her_or_to_the_gm() -> None:
    post = prompting()
    body = order(post, "york", answer(post, "york"), SECRET).body
    assert isinstance(body, Order)
    key = post.look("lancaster").key
    assert key is not None
    for to in ("gm", "york"):
        with pytest.raises(BadOpening):
            sealed.unseal(key, body, to)


def test_a_guessed_line_cannot_be_tried_against_its_commitment() -> None:
    """Her client draws 16 random bytes for each: the same lines again are other commitments."""
    post = prompting()
    bodies = [order(post, "york", answer(post, "york"), SECRET).body for _ in range(3)]
    locked = [body.statements for body in bodies if isinstance(body, Order)]
    assert len({commitment for row in locked for commitment in row}) == 3 * 8
    assert len({body.commitment for body in bodies if isinstance(body, Order)}) == 3
