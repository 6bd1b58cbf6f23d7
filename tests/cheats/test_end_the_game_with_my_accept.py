"""Lancaster sits down last and sends a `ready` along that answers question 1024, or another game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.errors import (
    BadLink,
    BadSignature,
    Garbled,
    OutOfSequence,
    PbemError,
    Stale,
    WrongGame,
    WrongSide,
)
from pbem.protocol import envelope
from pbem.protocol.bodies import Envelope, Joined, Newest, Ready
from pbem.protocol.offices import MOVE, chain_of
from tests.moderator.people import ANN, BOB, EVE, Post, accept, invited, joined

from .table import Crook, changed, verify

FALSE: dict[str, tuple[type[PbemError], Callable[[Post, Ready], dict[str, Any]]]] = {
    "number": (OutOfSequence, lambda post, body: {"question": 1024, "link": link(post, 1024)}),
    "next number": (OutOfSequence, lambda post, body: {"question": 2, "link": link(post, 2)}),
    "game": (WrongGame, lambda post, body: {"game": 64 * "0"}),
    "head": (Stale, lambda post, body: {"head": post.look().heads[0]}),
    "unknown head": (Stale, lambda post, body: {"head": 64 * "0"}),
    "seen": (Stale, lambda post, body: {"newest": Newest(n=1, sha512=128 * "0", sig="")}),
    "side": (WrongSide, lambda post, body: {"author": "york"}),
    "link": (BadLink, lambda post, body: {"link": 64 * "0"}),
}


def last_seat() -> tuple[Post, Envelope, Envelope]:
    """York sits, and Lancaster's accept with its `ready` is ready to be sent."""
    post = Post(invited().dumps())
    (receipt,) = post.take({"york": accept(post.save, "york").to_text()})
    assert receipt.error is None
    mail, ready = accept(post.save, "lancaster").envelopes
    return post, mail, ready


def link(post: Post, number: int) -> str:
    game = post.look()
    key = BOB.game_key("lancaster", game.ledger.game, game.head)
    return key.chain(chain_of("lancaster", MOVE)).link(number)


def both(*mails: Envelope) -> str:
    return "\n".join(envelope.to_text(mail) for mail in mails)


@pytest.mark.slow
@pytest.mark.parametrize("what", FALSE)
def test_it_is_refused_and_the_seat_is_still_free(what: str) -> None:
    error, change = FALSE[what]
    post, mail, ready = last_seat()
    body = ready.body
    assert isinstance(body, Ready)
    false = changed(ready, BOB, **change(post, body))
    before = post.save
    (receipt,) = post.take({"both": both(mail, false)})
    assert isinstance(receipt.error, error), receipt.error
    assert post.save == before
    (receipt,) = post.take({"again": both(mail, ready)})
    assert receipt.error is None
    post.ready()
    assert post.look().verify().entries == post.look().ledger.n + 1


@pytest.mark.parametrize("what", FALSE)
def test_no_log_holds_it(what: str) -> None:
    _, change = FALSE[what]
    post, mail, ready = last_seat()
    assert isinstance(ready.body, Ready)
    crook = Crook(post).writes(Joined(order=mail, ready=ready))
    assert verify(crook) == ""
    forged = Crook(post)
    false = changed(ready, BOB, **change(post, ready.body))
    forged.signs(Joined(order=mail, ready=false), crook.last)
    (receipt,) = post.take({"both": both(mail, false)})
    assert str(receipt.error).rstrip(".") in verify(forged)


def test_nobody_else_signs_it_and_the_first_accept_brings_none() -> None:
    post, mail, ready = last_seat()
    for who in (ANN, EVE):
        (receipt,) = post.take({"both": both(mail, changed(ready, who))})
        assert isinstance(receipt.error, BadSignature)
    empty = Post(invited().dumps())
    first = accept(empty.save, "lancaster").envelope
    early = changed(ready, BOB, head=first.body.head)
    (receipt,) = empty.take({"both": both(first, early)})
    assert isinstance(receipt.error, Garbled)


def test_who_has_a_question_of_its_own_brings_no_ready() -> None:
    """There the rules begin with a question, and a link that nobody asked for would be out."""
    post = joined(Post(invited().dumps()))
    assert post.look().ledger.askings
