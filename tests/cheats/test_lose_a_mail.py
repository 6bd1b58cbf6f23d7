"""The GM sees the dice of York's order before he logs it: he loses the mail, or takes an earlier revision."""

from __future__ import annotations

from pbem.protocol import envelope
from pbem.protocol.bodies import Order

from .table import ANN, OTHER_PARLEY, PARLEY, Crook, mailed, mustering, order, rolls, verify


def test_the_same_bytes_sent_again_roll_the_same() -> None:
    """The residue: he can lose it, but never get other dice for the same order."""
    found = set()
    for lost in (False, True):
        post = mustering()
        mail = order(post, "york", PARLEY)
        if lost:
            word = post.look("lancaster").say("say", 0, "Where is she?").envelope
            assert mailed(post, word).error is None
        assert mailed(post, mail).error is None
        found.add(rolls(post))
    assert len(found) == 1


def test_an_earlier_revision_has_the_same_link_and_shows_its_number() -> None:
    """The residue: he can take it, and she sees in the log which one he took."""
    post = mustering()
    first, second = order(post, "york", PARLEY), order(post, "york", OTHER_PARLEY, revision=2)
    assert isinstance(first.body, Order)
    assert isinstance(second.body, Order)
    assert first.body.link == second.body.link
    crook = Crook(post).takes(first)
    assert verify(crook, ANN) == ""
    assert crook.entries[-1].body.step.order.body.revision == 1  # type: ignore[union-attr]


def test_of_two_that_lie_in_one_pile_his_honest_program_takes_the_younger() -> None:
    post = mustering()
    mails = [order(post, "york", PARLEY), order(post, "york", OTHER_PARLEY, revision=2)]
    post.take({str(n): envelope.to_text(mail) for n, mail in enumerate(mails)})
    opened = post.look().save.entries[-1].body.record.opened
    assert opened[0].text == OTHER_PARLEY
