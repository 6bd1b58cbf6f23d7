"""With York's order in hand the GM does not like what Lancaster's policy leads to: he asks instead, for new dice."""

from __future__ import annotations

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger.chances import GmChance

from .table import BOB, Crook, answer, audit, order, prompting, sent, verify


class Deaf(GmChance):
    def prepared(self, request: Request) -> Prepared | None:
        return None


def test_its_owner_sees_it_and_everybody_at_the_audit() -> None:
    post = prompting()
    sent(post, "lancaster", reactions={"capability": "exeter_1"})
    mail = order(post, "york", answer(post, "york"))
    cheat = Crook(post).takes(mail, Deaf)
    assert [asked.side for asked in cheat.last.questions] == ["lancaster"]
    assert "your standing orders for" in verify(cheat, BOB)
    assert "other decisions follow" in audit(cheat)
    assert verify(Crook(post).takes(mail), BOB) == ""
