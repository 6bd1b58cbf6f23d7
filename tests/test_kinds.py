"""The table of kinds of question, from which pictures are drawn, forgets none."""

from __future__ import annotations

import pytest

from pbem.games import find
from tests.soak import kinds


@pytest.mark.parametrize("rules", kinds.RULES)
def test_every_kind_that_a_game_spells_out_has_a_row(rules: str) -> None:
    rows, game = kinds.rows()[rules], find(rules)
    assert kinds.declared(rules) <= set(rows)
    for kind, row in rows.items():
        if "turn" in row:
            assert row["scenario"] in game.scenarios(), kind
            assert row["side"] in game.sides, kind
        else:
            assert row["why"], kind


def test_a_row_is_played_again_to_its_question() -> None:
    row = kinds.rows()["warriors"]["draft"]
    put = kinds.found("warriors", {"draft": row})
    assert [(one.kind, one.side, one.turn) for one in put] == [("draft", row["side"], row["turn"])]
