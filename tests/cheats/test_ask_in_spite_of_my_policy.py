"""With York's order in hand the GM does not like what Lancaster's policy leads to: he asks instead, for new dice."""

from __future__ import annotations

import pytest

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger.chances import GmChance
from tests.says import says

from .table import (
    ANN,
    BOB,
    Crook,
    answer,
    audit,
    order,
    prompting,
    sent,
    veiled_with_plans,
    verify,
)
from .test_go_on_with_a_script_that_stopped import scripted


class Deaf(GmChance):
    def prepared(self, request: Request) -> Prepared | None:
        return None


def test_its_owner_sees_it_and_everybody_at_the_audit() -> None:
    post = prompting()
    sent(post, "lancaster", reactions={"capability": "exeter_1"})
    mail = order(post, "york", answer(post, "york"))
    cheat = Crook(post).takes(mail, Deaf)
    assert [asked.side for asked in cheat.last.questions] == ["lancaster"]
    assert says(verify(cheat, BOB), "ledger.chances.LogChance.at_moment", word="standing")
    assert says(audit(cheat), "ledger.chances.DIFFERS", word="decisions")
    assert verify(Crook(post).takes(mail), BOB) == ""


def test_where_pieces_are_hidden_its_owner_sees_it_too() -> None:
    """If the policy has no condition, and answers with a line of the menu that she is shown."""
    post = veiled_with_plans()
    sent(post, "york", reactions={"intercept": "no"})
    while True:
        lines = (
            [option.line for option in post.look("lancaster").legal()]
            if post.asked() == ("lancaster",)
            else []
        )
        for line in (one for one in lines if "march" in one):
            mail = order(post, "lancaster", line)
            honest = Crook(post).takes(mail)
            if any((row.side, row.by) == ("york", "policy") for row in honest.last.decisions):
                cheat = Crook(post).takes(mail, Deaf)
                assert [asked.side for asked in cheat.last.questions] == ["york"]
                assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
                assert "and your policy `no` answers it with" in verify(cheat, ANN)
                return
        post.turn()


SCRIPT = "if coin york < 99: york: forage; york: pass"


@pytest.mark.slow
def test_nor_is_she_asked_what_her_script_answers() -> None:
    """A die of hers comes with other links, if he asks her for the line that her script holds."""
    post, plan = scripted(SCRIPT)
    honest, cheat = Crook(post).takes(plan), Crook(post).takes(plan, Deaf)
    assert "script" in [row.by for row in honest.last.decisions]
    assert [asked.side for asked in cheat.last.questions] == ["york"]
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    said = verify(cheat, ANN)
    assert "your script `if coin york < 99: york: forage` answers it" in said
    assert audit(cheat)
