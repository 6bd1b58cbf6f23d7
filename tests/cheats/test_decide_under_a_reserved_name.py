"""Hidden mats: the GM adds a second line to York's order, as if it answered what no rules ask."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.protocol.bodies import Decided, Mailed, replace
from tests.says import says

from .table import ANN, BOB, Crook, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold


@pytest.mark.parametrize("kind", ["open", "ready", "keep", "lock", "agree"])
def test_nobody_decides_what_no_rules_ask(kind: str) -> None:
    post = veiled()
    one, other = (option.line for option in post.look("york").legal()[:2])
    step = Mailed(order=order(post, "york", one))
    honest = Crook(post).writes(step)
    record, n = honest.last, honest.entries[-1].n
    name = f"{kind}-4"

    def more(told: dict[str, Any]) -> None:
        told["decisions"].append({**told["decisions"][0], "request": name, "line": other})

    crook = Crook(post)
    stories = retold(post, record, n, "york", more)
    rows = (*record.decisions, Decided("york", name, "", ""))
    crook.signs(step, replace(record, stories=stories, decisions=rows))
    for who in (None, ANN, BOB):
        assert says(
            verify(crook, who), "ledger.checks.questions._Check.decisions", name, word="nobody"
        )
