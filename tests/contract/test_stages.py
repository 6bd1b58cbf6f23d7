"""The name of a step of the sequence of play, by which a player knows that lines still wait in it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games import find

from .games import stops


@pytest.mark.parametrize(
    ("name", "scenario", "options"),
    [("plantagenet", "Ia", {"hidden_mats": "yes"}), ("richard_iii", "1460", {})],
)
def test_no_two_steps_have_one_name_and_everybody_reads_the_same(
    name: str, scenario: str, options: dict[str, Any]
) -> None:
    rules, steps = find(name), dict[str, int]()
    scenario = scenario if scenario in rules.scenarios() else next(iter(rules.scenarios()))
    for stop in stops(rules, scenario, "stages", 400, options):
        if any(request.moment for request in stop.play.pending):
            continue
        stage = rules.secrets.stage(stop.state)
        assert {rules.secrets.stage(stop.view(who)) for who in stop.eyes} == {stage}
        begun = stop.play.checkpoint.asked
        assert steps.setdefault(stage, begun) == begun, stage
    assert len(steps) > 20
