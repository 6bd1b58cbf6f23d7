"""The GM keeps Lancaster's yes to a take-back, and uses it after the next die."""

from __future__ import annotations

from pbem.errors import BadStatement, PbemError, Stale
from pbem.protocol.bodies import Mailed
from tests.says import says

from .table import (
    ANN,
    BOB,
    PARLEY,
    Crook,
    Post,
    changed,
    last,
    mailed,
    mustering,
    refusal,
    sent,
    verify,
)


def asked() -> Post:
    post = mustering()
    mail = post.look("york").say("takeback", last(post) - 1, "I slipped.").envelope
    assert mailed(post, mail).error is None
    return post


def test_an_agreement_is_for_the_game_as_it_stood() -> None:
    post = asked()
    kept = post.look("lancaster").say("agree", last(post)).envelope
    sent(post, "york", PARLEY)
    assert refusal(post, kept) is Stale


def test_a_gm_who_uses_it_all_the_same_is_seen_by_verify() -> None:
    post = asked()
    kept = post.look("lancaster").say("agree", last(post)).envelope
    now = Crook(post).takes(kept).last
    sent(post, "york", PARLEY)
    crook = Crook(post)
    crook.signs(Mailed(order=kept), now)
    assert says(verify(crook), "errors.Stale")


def test_who_asks_does_not_agree_himself() -> None:
    post = asked()
    yes = post.look("lancaster").say("agree", last(post)).envelope
    assert refusal(post, changed(yes, ANN, author="york")) is BadStatement
    assert issubclass(refusal(post, changed(yes, BOB, entry=1)), PbemError)
