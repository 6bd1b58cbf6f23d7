"""Hidden mats, where only the GM can run the rules: with York's order in hand he asks her anew, without a ruling, so
that she must send another link; or he asks no `ready` of Lancaster after a ruling."""

from __future__ import annotations

from pbem.protocol.bodies import Ruling, replace

from .table import Crook, asking, order, veiled, verify


def test_a_question_stays_until_it_is_answered_and_everybody_sees_it() -> None:
    post = veiled()
    word = post.look("lancaster").say("say", 0, "Have a care.").envelope
    honest = Crook(post).takes(word)
    assert verify(honest) == ""
    (old,) = honest.last.questions
    assert old.number == asking(post, "york")
    anew = replace(old, number=old.number + 1)
    for asked in ((anew,), (), (replace(anew, request="muster-99"),)):
        assert "has not answered question" in verify(Crook(post).takes(word, questions=asked))


def test_a_number_that_is_not_the_next_is_seen_by_everybody() -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[-1].line)
    honest = Crook(post).takes(mail)
    assert verify(honest) == ""
    far = tuple(replace(one, number=one.number + 7) for one in honest.last.questions)
    assert "is not the next" in verify(Crook(post).takes(mail, questions=far))


def test_after_a_ruling_every_side_is_asked_again() -> None:
    post = veiled()
    step = Ruling(kind="void", entry=post.look().ledger.n, reason="A slip.")
    honest = Crook(post).writes(step)
    assert verify(honest) == ""
    assert {one.side for one in honest.last.questions} == {"york", "lancaster"}
    for gone in honest.last.questions:
        rest = tuple(one for one in honest.last.questions if one is not gone)
        assert "is not asked again" in verify(Crook(post).writes(step, questions=rest))
