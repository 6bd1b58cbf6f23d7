"""Somebody else than Anne decides for York."""

from __future__ import annotations

from pbem.errors import BadSignature
from pbem.protocol.bodies import Envelope, Mailed, replace
from tests.says import says

from .table import BOB, EVE, GM, PARLEY, Crook, changed, mustering, order, refusal, verify


def test_an_order_signed_by_another_is_refused_by_apply() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    for signer in (BOB, EVE, GM):
        assert refusal(post, changed(mail, signer)) is BadSignature


def test_a_gm_who_logs_it_all_the_same_is_seen_by_verify() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    record = Crook(post).takes(mail).last
    for signer in (BOB, EVE, GM):
        crook = Crook(post)
        crook.signs(Mailed(order=changed(mail, signer)), record)
        assert verify(crook).startswith("BadSignature")


def test_a_word_of_york_changed_on_the_way_is_refused() -> None:
    """The thief of the mail has the bytes and not the key."""
    post = mustering()
    mail = order(post, "york", PARLEY)
    for changes in (
        {"question": 99},
        {"revision": 9},
        {"request": "muster-99"},
        {"link": 64 * "0"},
    ):
        forged = Envelope(replace(mail.body, **changes), mail.sig)
        assert refusal(post, forged) is BadSignature


def test_an_imposed_decision_is_a_ruling_that_everybody_sees() -> None:
    post = mustering()
    game = post.look("gm")
    story = game.rule("impose", "She is late.", side="york", lines=["norfolk: done"])
    told = " ".join(event.text for event in story.events)
    assert says(told, "ledger.cases.rulings.take", "", "She is late.", word="rules")
    assert says(told, "ledger.cases.rulings._imposed_event", "york")
    decided = game.save.entries[-1].body.record.decisions[0]
    assert (decided.side, decided.by) == ("york", "ruling")
