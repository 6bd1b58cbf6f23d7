"""York is silent for weeks. Where pieces are hidden the GM decides for her, and says that the rules did."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import pytest

from pbem.engine.request import Request
from pbem.ledger.draft import Draft
from pbem.ledger.sight import Answers
from pbem.protocol.bodies import Absent, Clocked
from tests.says import says

from .table import ANN, BOB, Crook, Post, choosing, veiled, verify

DAY = 24 * 3600
EYES = (None, ANN, BOB)


def silent(post: Post) -> tuple[Crook, Absent]:
    """The clock was read as York was asked, and 40 days go by."""
    now = post.look("gm").ledger.cases.clock.latest
    crook = Crook(post).writes(Clocked(kind="reading", at=now))
    return crook, Absent(side="york", at=now + 40 * DAY, reason="Not a word.")


def as_the_rules(line: str) -> mock._patch[object]:
    """A program in which the rules answer once for York, with a line that the GM likes."""
    left = [line]

    def unattended(draft: Draft, request: Request) -> Answers | None:
        mine = request.side == "york" and left
        return (lambda held: left.pop() if left else "") if mine else None

    return mock.patch.object(Draft, "unattended", unattended)


@pytest.mark.parametrize("begun", [veiled, choosing])
def test_the_rules_never_answer_for_who_is_absent(begun: Callable[[], Post]) -> None:
    post = begun()
    line = post.look("york").legal()[0].line
    honest, absent = silent(post)
    honest.writes(absent)
    assert [verify(honest, who) for who in EYES] == ["", "", ""]
    assert not honest.last.decisions
    cheat, absent = silent(post)
    with as_the_rules(line):
        cheat.writes(absent)
    assert [(row.side, row.by) for row in cheat.last.decisions] == [("york", "absent")]
    for who in EYES:
        assert says(verify(cheat, who), "ledger.checks.questions._Check.by", "york", word="never")
