"""Hidden mats: the GM lays York's Plan in another order, or into the enemy's hand."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.protocol.bodies import Change, Mailed, replace
from tests.says import says, sentence

from .table import ANN, BOB, Crook, order, veiled_with_plans, verify
from .test_decide_for_her_where_pieces_are_hidden import retold

Rows = list[tuple[tuple[str, ...], Any]]


@pytest.mark.parametrize(
    "how", ["turned round", "given away", "in her view alone", "for all alone"]
)
def test_a_sealed_card_that_stays_hers_lies_where_it_lay(how: str) -> None:
    post = veiled_with_plans()
    (side,) = post.asked()
    step = Mailed(order=order(post, side, post.look(side).legal()[0].line))
    honest = Crook(post).writes(step)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    record, n = honest.last, honest.entries[-1].n
    plan = honest.ledger.play.state.plan["york"]
    assert len(plan) > 1
    rows: Rows = [(("plan", "york"), plan[::-1])]
    if how == "given away":
        rows = [
            (("held", "lancaster"), plan[1:]),
            (("plan", "york"), plan[:1]),
            (("seen", "york"), plan[1:]),
        ]

    def moved(told: dict[str, Any]) -> None:
        paths = [path for path, _ in rows]
        told["view"] = sorted(
            [row for row in told["view"] if tuple(row[0]) not in paths]
            + [[list(path), value] for path, value in rows]
        )

    stories, changes = record.stories, record.changes
    if how != "for all alone":
        for who in ("york", "lancaster") if how != "in her view alone" else ("york",):
            stories = retold(post, replace(record, stories=stories), n, who, moved)
    if how != "in her view alone":
        paths = [path for path, _ in rows]
        kept = [row for row in changes if row.path not in paths]
        new = [Change(path, value) for path, value in rows]
        changes = tuple(sorted([*kept, *new], key=lambda row: row.path))
    crook = Crook(post)
    crook.signs(step, replace(record, stories=stories, changes=changes))
    everybody = {
        "turned round": sentence("ledger.checks.hidden._check_order"),
        "for all alone": sentence("ledger.checks.hidden._check_order"),
    }
    assert everybody.get(how, "") in verify(crook)
    assert (verify(crook) == "") == (how not in everybody)
    said = verify(crook, ANN)
    assert says(said, "ledger.checks.hidden.check_lie") or how in everybody
