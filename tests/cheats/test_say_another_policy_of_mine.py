"""The GM answers for Lancaster by a policy, as he has one, but not as it says."""

from __future__ import annotations

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger.chances import GmChance

from .table import ANN, BOB, Crook, answer, audit, order, prompting, sent, verify


class Contrary(GmChance):
    """Whatever the policy says, he takes the last line of the menu."""

    def prepared(self, request: Request) -> Prepared | None:
        own = super().prepared(request)
        return Prepared(request.options[-1].line, own.by, own.why) if own else None


def test_its_owner_sees_it_at_his_next_command_and_everybody_at_the_audit() -> None:
    post = prompting()
    sent(post, "lancaster", reactions={"capability": "exeter_1"})
    mail = order(post, "york", answer(post, "york"))
    honest, cheat = Crook(post).takes(mail), Crook(post).takes(mail, Contrary)
    assert [d.by for d in honest.last.decisions] == [d.by for d in cheat.last.decisions]
    assert "policy" in [d.by for d in cheat.last.decisions]
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert "your standing orders for" in verify(cheat, BOB)
    assert verify(cheat, ANN) == "", "she cannot know; the verdict line counts it as unproven"
    assert audit(honest) == ""
    assert "other decisions follow" in audit(cheat)
