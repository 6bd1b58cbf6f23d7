"""The name of a step of the sequence of play, by which everybody knows whether lines still wait in it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.play import Play
from pbem.games import find
from pbem.ledger.checks.questions import number_of

from .games import PUBLIC, stops

GAMES = pytest.mark.parametrize(
    ("name", "scenario", "options"),
    [
        ("plantagenet", "Ia", {"hidden_mats": "yes"}),
        ("richard_iii", "kingmaker", {}),
        ("richard_iii", "richard_iii", {}),
    ],
)


@GAMES
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


@GAMES
def test_what_is_asked_tells_where_a_step_has_ended(
    name: str, scenario: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of a step is taken for later, and what is taken for certain is of that step."""
    ends, end_step = list[int](), Play._end_step

    def ended(play: Play[Any]) -> None:
        ends.append(play._asked)
        end_step(play)

    monkeypatch.setattr(Play, "_end_step", ended)
    secrets, later = find(name).secrets, 0
    seen = list[tuple[dict[str, Any], int, int]]()
    for stop in stops(find(name), scenario, "stages", 400, options):
        now, decisions = stop.view(PUBLIC), stop.play.decisions
        for views, before, ended_before in seen[-6:]:
            rows = decisions[before:]
            asked = [(row.side, row.request.rpartition("-")[0]) for row in rows]
            (stays,) = {secrets.asked_in_step(view, asked) for view in views.values()}
            last = ends[ended_before] if len(ends) > ended_before else number_of(rows[-1].request)
            there = sum(number_of(row.request) <= last for row in rows)
            assert stays >= there, f"{asked[stays]} is of the step"
            assert all(
                secrets.asked_later(views[PUBLIC], now, asked, at) for at in range(there, stays)
            )
            later += len(rows) - stays
        views = {who: codec.copied(stop.view(who)) for who in stop.eyes}
        seen.append((views, len(decisions), len(ends)))
    assert later > 200
