"""The GM writes that somebody else is asked, or something else, or nobody."""

from __future__ import annotations

from pbem.protocol.bodies import OpenQuestion, replace
from tests.says import says

from .table import PARLEY, Crook, mustering, order, verify


def test_who_is_asked_what_follows_from_the_rules_and_verify_says_so() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    honest = Crook(post).takes(mail)
    assert verify(honest) == ""
    (one,) = honest.last.questions
    cheats: list[tuple[OpenQuestion, ...]] = [
        (),
        (replace(one, side="lancaster"),),
        (replace(one, number=one.number + 1),),
        (replace(one, request="muster-99"),),
        (one, OpenQuestion("lancaster", 9, one.request.replace("muster", "ready"))),
    ]
    for asked in cheats:
        found = verify(Crook(post).takes(mail, questions=asked))
        assert says(found, "ledger.chances.DIFFERS", word="something") or says(
            found, "ledger.checks.questions._Check.new", word="next"
        )
