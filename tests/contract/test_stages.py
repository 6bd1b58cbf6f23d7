"""The name of a step of the sequence of play, by which everybody knows whether lines still wait in it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games import find

from .games import stops


@pytest.mark.parametrize(
    ("name", "scenario", "options"),
    [
        ("plantagenet", "Ia", {"hidden_mats": "yes"}),
        ("richard_iii", "kingmaker", {}),
        ("richard_iii", "richard_iii", {}),
    ],
)
def test_each_step_has_a_name_of_its_own_and_everybody_reads_the_same(
    name: str, scenario: str, options: dict[str, Any]
) -> None:
    rules, begun_at, names = find(name), dict[str, int](), dict[int, str]()
    for stop in stops(rules, scenario, "stages", 400, options):
        if any(request.moment for request in stop.play.pending):
            continue
        stage = rules.secrets.stage(stop.state)
        assert {rules.secrets.stage(stop.view(who)) for who in stop.eyes} == {stage}
        begun = stop.play.checkpoint.asked
        assert begun_at.setdefault(stage, begun) == begun, stage
        assert names.setdefault(begun, stage) == stage, "a step is called otherwise in its middle"
    assert len(begun_at) > 20
