"""Somebody who has yesterday's mails sends them again, to this game or to another one."""

from __future__ import annotations

from pbem.errors import WrongGame
from pbem.gm.game import Game
from pbem.protocol.bodies import Mailed
from tests.moderator.people import joined
from tests.says import says

from .table import GM, PARLEY, Crook, Post, last, mailed, mustering, order, refusal, sent, verify


def test_the_same_bytes_are_answered_with_the_same_receipt_and_nothing_happens() -> None:
    post = mustering()
    mail = sent(post, "york", PARLEY)
    n = last(post)
    receipt = mailed(post, mail)
    assert receipt.again
    assert receipt.entry == n == last(post)


def test_a_gm_who_logs_it_twice_is_seen_by_verify() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    crook = Crook(post).takes(mail)
    crook.signs(Mailed(order=mail), crook.last)
    assert "answered already" in verify(crook)
    word = post.look("york").say("dispute", 3, "That road is a path.").envelope
    said = Crook(post).takes(word)
    said.signs(Mailed(order=word), said.last)
    assert says(verify(said), "ledger.cases.says.check", word="already")


def test_a_standing_order_of_yesterday_does_not_come_into_force_again() -> None:
    post = mustering()
    old = sent(post, "york", reactions={"intercept": "no"})
    sent(post, "york", reactions={"intercept": "ask"})
    assert mailed(post, old).again
    crook = Crook(post)
    crook.signs(Mailed(order=old), crook.last)
    assert verify(crook).startswith("ReplayMismatch")


def test_a_mail_to_one_game_is_none_to_another() -> None:
    post = mustering()
    other = joined(Post(Game.new(GM, "plantagenet", "Ib", {}).dumps()))
    mail = order(post, "york", PARLEY)
    assert refusal(other, mail) is WrongGame
    assert refusal(other, post.look("york").say("say", 0, "Hm.").envelope) is WrongGame
