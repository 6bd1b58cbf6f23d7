"""The GM goes back, and puts a word that York wrote on an entry before into the log on another one of that number."""

from __future__ import annotations

import pytest

from pbem.errors import Garbled, Stale
from pbem.protocol import armour, canonical, envelope
from pbem.protocol.bodies import SignedMessage

from .table import ANN, Crook, Post, changed, last, mailed, mustering, refusal, verify


def ruled() -> Post:
    post = mustering()
    game = post.look("gm")
    game.rule("house", "So it is.", lines=["No phones."])
    post.save = game.dumps()
    post.kept.clear()
    return post


@pytest.mark.parametrize("kind", ["countersign", "dispute"])
def test_a_word_on_an_entry_that_its_author_had_not_seen_is_refused(kind: str) -> None:
    post = ruled()
    n = last(post)
    word = post.look("york").say(kind, n, "Yes.").envelope
    older = changed(word, ANN, head=post.look().heads[n - 1])
    assert refusal(post, older) is Stale
    honest = Crook(post).takes(word)
    assert verify(honest) == ""
    forged = Crook(post)
    forged.signs(type(honest.entries[-1].body.step)(order=older), honest.last)  # type: ignore[call-arg]
    assert verify(forged).startswith("ReplayMismatch")
    assert mailed(post, word).error is None


@pytest.mark.parametrize("kind", ["say", "resign"])
def test_a_word_that_is_on_no_entry_names_none(kind: str) -> None:
    post = mustering()
    word = post.look("york").say(kind, 0, "Well.").envelope
    assert isinstance(word.body, SignedMessage)
    body = canonical.decode(envelope.raw(word), envelope.LIMIT) | {"entry": 3}
    sig = ANN.sign("pbem2-said", canonical.encode(body))
    text = armour.wrap("WORD", canonical.encode({"body": body, "sig": sig}))
    (receipt,) = post.take({"word": text})
    assert isinstance(receipt.error, Garbled)
    assert mailed(post, word).error is None
