"""A player who fills the save with words and policies, until nobody can read it any more."""

from __future__ import annotations

import pytest

from pbem.engine.policies import reactions_of
from pbem.errors import Oversized, SaveFull
from pbem.ledger.orders import MOST_SPOKEN, SPOKEN_SIZE
from pbem.protocol import bodies, save
from pbem.protocol.bodies import Envelope

from .table import Post, answer, mailed, mustering, order


def policies(post: Post, n: int) -> Envelope:
    """York's: as long as one email may have them, and other ones each time."""
    text = "; ".join(f"if turn >= {100 * n + i}: pass" for i in range(15))
    kinds = sorted(reactions_of(post.look("york").ledger.rules))
    return order(post, "york", reactions=dict.fromkeys(kinds, text))


def test_between_two_questions_one_side_adds_so_much_and_no_more() -> None:
    post, size = mustering(), 0
    for n in range(MOST_SPOKEN):
        mail = policies(post, n)
        receipt = mailed(post, mail)
        if receipt.error is not None:
            break
        size += len(bodies.encode_again(mail))
    assert "that is enough until it is asked again" in str(receipt.error)
    assert size <= MOST_SPOKEN * SPOKEN_SIZE
    assert mailed(post, order(post, "york", answer(post, "york"))).error is None
    assert mailed(post, policies(post, n)).error is None, "she has been asked again"


def test_no_save_is_written_that_nobody_could_read() -> None:
    post = mustering()
    game = post.look("gm")
    before = game.save
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(save, "LIMIT", len(post.save) - 1)
        with pytest.raises(Oversized):
            game.dumps()
        with pytest.raises(SaveFull):
            game.rule("house", "No phones.", lines=["No phones."])
    assert game.save is before, "nothing was signed"
