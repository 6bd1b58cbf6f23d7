"""The GM rules a result, waits for the revealed keys, voids the result, and plays on with known keys."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling, BadStatement
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol.bodies import Ruling
from tests.says import says

from .table import Crook, Post, mailed, mustering, verify


def ended() -> Post:
    post = mustering()
    game = post.look("gm")
    game.rule("result", "They agreed.", side="lancaster")
    post.save = game.dumps()
    return post


def result(post: Post) -> int:
    """The entry that ended the game."""
    return post.look().ledger.cases.result


def over(post: Post, side: str) -> None:
    receipt = mailed(post, post.look(side).say("over", result(post)).envelope)
    assert receipt.error is None, receipt.error


def test_a_result_alone_makes_no_client_reveal() -> None:
    post = ended()
    for side in ("york", "lancaster", "gm"):
        with pytest.raises(BadStatement):
            own_reveals(post.look(side))


def test_the_end_signed_by_one_makes_no_client_reveal() -> None:
    post = ended()
    over(post, "lancaster")
    for side in ("york", "lancaster", "gm"):
        with pytest.raises(BadStatement):
            own_reveals(post.look(side))


def test_before_both_signed_a_void_withdraws_the_end_and_no_key_is_out() -> None:
    post = ended()
    over(post, "lancaster")
    game = post.look("gm")
    game.rule("void", "A mistake.", result(post))
    post.save = game.dumps()
    assert post.look().ledger.cases.overs == {}
    assert post.look().result is None
    with pytest.raises(BadStatement):
        own_reveals(post.look("lancaster"))
    assert verify(post) == ""


def test_after_both_signed_nothing_takes_the_end_back() -> None:
    post = ended()
    for side in ("york", "lancaster"):
        over(post, side)
    assert [len(own_reveals(post.look(side))) for side in ("york", "lancaster", "gm")] == [1, 1, 1]
    for ruling in (
        Ruling(kind="void", entry=result(post), reason="A mistake."),
        Ruling(kind="result", side="york", reason="York after all."),
        Ruling(kind="patch", lines=("set lords.norfolk.coin 3",), reason="A slip."),
    ):
        with pytest.raises(BadRuling):
            post.look("gm").add(ruling)
        crook = Crook(post)
        crook.signs(ruling, crook.last)
        assert says(verify(crook), "ledger.cases.rulings.take", word="signed")
