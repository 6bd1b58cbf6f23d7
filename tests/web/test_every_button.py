"""A page of the desk offers nothing that its verb refuses: all that it offers is pressed, at every depth.

More games, turns and depth are the part of `tests.soak.buttons`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.web.seat.replay import Replay
from tests.web.offered import Shown
from tests.web.presser import Server, walk_chair, walk_seats
from tests.web.tables import GAMES, Table, some_games

MARKS: dict[str, Any] = {"plantagenet": (), "plantagenet_1450": pytest.mark.slow}


@pytest.mark.parametrize(
    ("rules", "scenario"),
    [pytest.param(*each, marks=MARKS.get(each[0], pytest.mark.soak), id=each[0]) for each in GAMES],
)
def test_what_a_players_page_offers_is_not_refused(
    tmp_path: Path, rules: str, scenario: str
) -> None:
    table = Table(tmp_path, rules, scenario, seed=26)
    with Server() as server:
        faults = walk_seats(table, server, turns=2, between=4, most=12, depth=4)
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.slow
@some_games("plantagenet_1450")
def test_nor_what_a_gms_page_offers(tmp_path: Path, rules: str, scenario: str) -> None:
    table = Table(tmp_path, rules, scenario, seed=26)
    with Server() as server:
        faults = walk_chair(table, server, turns=1, most=12, depth=2)
    assert not faults, "\n".join(map(str, faults))


def test_who_looks_on_is_offered_steps_alone(tmp_path: Path) -> None:
    """The public page has no verbs: its steps are in the browser, and its file can be had."""
    table = Table(tmp_path, "plantagenet", "Ib").play(4)
    with Server() as server:
        server.served[server.first] = Replay(table.look())
        shown = Shown(server.get(server.first).text)
        assert shown.presses(table.random) == []
        for url in shown.files():
            assert server.get(server.first + url).status_code == 200, url
