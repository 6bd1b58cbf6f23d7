"""The GM or York says that Lancaster found a ruling right, agreed to a draw, or resigned."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import BadSignature, BadStatement
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Mailed

from .table import ANN, BOB, GM, Crook, Post, last, mailed, mustering, refusal, verify

KINDS = [bodies.Countersign, bodies.Agree, bodies.Draw, bodies.Resign, bodies.Holiday, bodies.Over]


def word(post: Post, kind: type[bodies.SignedMessage], side: str, **fields: object) -> Any:
    ledger, at = post.look().ledger, post.look(side)._author().at
    made = {"v": bodies.VERSION, "game": ledger.game, "author": side, "head": ledger.head, "at": at}
    made |= fields
    return kind(**made)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_that_another_signed_is_refused_and_seen_by_verify(
    kind: type[bodies.SignedMessage],
) -> None:
    post = mustering()
    entry = 0 if kind in (bodies.Holiday, bodies.Resign) else last(post)
    body = word(post, kind, "lancaster", entry=entry)
    for signer in (ANN, GM):
        mail = envelope.sign(signer, body)
        assert refusal(post, mail) is BadSignature
        crook = Crook(post)
        crook.signs(Mailed(order=mail), crook.quiet)
        assert verify(crook).startswith("BadSignature")


def test_nobody_takes_his_own_offer_of_a_draw() -> None:
    post = mustering()
    offer = envelope.sign(ANN, word(post, bodies.Draw, "york"))
    assert mailed(post, offer).error is None
    own = envelope.sign(ANN, word(post, bodies.Draw, "york", entry=last(post)))
    assert refusal(post, own) is BadStatement
    assert post.look().result is None
    his = envelope.sign(BOB, word(post, bodies.Draw, "lancaster", entry=last(post)))
    assert mailed(post, his).error is None
    assert post.look().result is not None


def test_a_ruling_is_countersigned_once_a_side() -> None:
    post = mustering()
    game = post.look("gm")
    game.rule("house", "Noise.", lines=["No phones."])
    post.save = game.dumps()
    n = last(post)
    first = envelope.sign(BOB, word(post, bodies.Countersign, "lancaster", entry=n))
    assert mailed(post, first).error is None
    again = envelope.sign(BOB, word(post, bodies.Countersign, "lancaster", entry=n, text="Again."))
    assert refusal(post, again) is BadStatement
    other = envelope.sign(BOB, word(post, bodies.Countersign, "lancaster", entry=n - 1))
    assert refusal(post, other) is BadStatement
