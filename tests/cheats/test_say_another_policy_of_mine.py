"""The GM answers for Lancaster by a policy, as he has one, but not as it says."""

from __future__ import annotations

import pytest

from pbem.engine.play import Decided
from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger.chances import GmChance
from pbem.ledger.checks.classes import MOVING, Kind
from pbem.ledger.checks.own import OwnCheck
from pbem.ledger.draft import Draft
from pbem.ledger.values import InForce
from pbem.protocol.bodies import OpenQuestion, Record, replace
from tests.says import says

from .table import ANN, BOB, Crook, answer, audit, choosing, order, prompting, sent, verify


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
    assert says(verify(cheat, BOB), "ledger.chances.LogChance.at_moment", word="standing")
    assert verify(cheat, ANN) == "", "she cannot know; the verdict line counts it as unproven"
    assert audit(honest) == ""
    assert says(audit(cheat), "ledger.chances.DIFFERS", word="decisions")


def checked(*questions: OpenQuestion) -> tuple[OwnCheck, str, int]:
    """York's check of an entry that asks so, in Richard III; the name of what both are asked at once, since when."""
    ledger = choosing().look("york").ledger
    asking = ledger.askings["lancaster"]
    record = Record(state_hash="", questions=questions)
    check = OwnCheck(Draft(ledger), "york", Kind("order", MOVING), record, None, ledger.play.source)
    return check, asking.request, asking.since


@pytest.mark.parametrize(("line", "good"), [("keep", True), ("redeal", False)])
def test_what_both_do_at_once_follows_what_was_in_force_as_they_were_asked(
    line: str, good: bool
) -> None:
    """Richard III: York's policy keeps a hand. She takes it back before Lancaster has chosen."""
    check, name, since = checked()
    kind = name.rpartition("-")[0]
    check.draft.standing["york"] = (
        InForce(1, True, ((kind, "keep"),)),
        InForce(since + 1, True, ((kind, "redeal"),)),
    )
    row = Decided("york", name, line, by="policy")
    said = [text for one in check._in_force(row) for text in check._texts(one, row)]
    assert (said == [line]) is good


def test_nobody_is_accused_where_both_are_asked_at_once() -> None:
    """The other side has answered by a policy, and the rest of an order of one's own has held up one's own policy."""
    one = OpenQuestion("york", 99, "mulligan-99", kind="mulligan", forced=False)
    assert checked(one)[0]._answerable_question() == one
    assert checked(replace(one, secret=True))[0]._answerable_question() is None
