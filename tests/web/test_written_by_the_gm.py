"""What a page knows to put lines and policies together is the same whoever makes it: a GM's secrets are not in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.reports.from_game import report_for
from pbem.reports.tapping import with_writing
from tests.web.tables import GAMES, Table


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[game for game, _ in GAMES])
def test_the_gm_makes_the_same_page(tmp_path: Path, rules: str, scenario: str) -> None:
    table = Table(tmp_path, rules, scenario)
    for _ in range(4):
        table.turn()
        side = table.look().ledger.turn_of()[0]
        pages = [
            with_writing(game, report_for(game, side)) for game in map(table.look, ("gm", side))
        ]
        first, second = (page.writing for page in pages)
        assert first is not None
        assert first == second
