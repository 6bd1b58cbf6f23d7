"""A hex that somebody may go to can be clicked: it is on the map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games import find
from pbem.games.plantagenet_1450.facts import facts
from tests.moderator.people import asked_in
from tests.tiers import soaked
from tests.web.tables import Table

CAMPAIGNS = ("towton_1461", "barnet_tewkesbury_1471", "bosworth_1485")


def test_these_are_all_the_campaigns() -> None:
    alone = {id for id, row in facts().scenarios.items() if row["kind"] == "campaign"}
    assert alone == set(CAMPAIGNS)
    assert alone <= set(find("plantagenet_1450").scenarios())


@pytest.mark.slow
@pytest.mark.parametrize("scenario", soaked([(one,) for one in CAMPAIGNS], [("towton_1461",)]))
def test_each_hex_that_a_choice_names_is_drawn(tmp_path: Path, scenario: str) -> None:
    table = Table(tmp_path, "plantagenet_1450", scenario)
    marched = False
    for _ in range(12):
        page = table.page(asked_in(table.look())[0])
        drawn = set(re.findall(r'data-place="(\w+)"', page.html))
        named = {what for one in page.desk.seat.concerns for what in one.about}
        goals = {what[6:] for what in named if what.startswith("place:")} & set(facts().hexes)
        assert not goals - drawn
        marched = marched or any(one.does == "march" for one in page.desk.seat.concerns)
        table.turn()
    assert marched
