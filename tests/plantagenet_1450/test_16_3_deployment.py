"""16.3, 16.4.9 Deployment and redeployment; 10.3.2, 10.3.5 what a leader commands; 16.4.5.5 Henry VI."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.s16_3_deployment import deployment, redeployment
from pbem.games.plantagenet_1450.s16_4_5_5_riding import get_down
from pbem.games.plantagenet_1450.s20_scenarios import setup
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    YORK,
    army,
    asked,
    empty,
    put,
    run,
)
from tests.says import says


def test_16_3_c61_units_join_leaders_wherever_they_are() -> None:
    state = empty(york="lancaster")
    put(state, "warwick", LEEDS, side="york")
    put(state, "norfolk", "foreign:burgundy", side="york")
    state.pool["york"] = {"longbowmen": 2, "billmen": 1}
    run(deployment, state, ["deploy warwick pool norfolk"])
    assert army(state, "warwick") == ["longbowmen"]
    assert army(state, "norfolk") == ["billmen"]
    assert state.pool["york"] == {"longbowmen": 1}


def test_c158_both_deploy_at_once_and_in_secret() -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", YORK)
    state.pool = {"york": {"spears": 1}, "lancaster": {"billmen": 1}}
    game = run(deployment, state, ["deploy warwick", "deploy clifford"])
    first, second = asked(game, "deploy")
    assert (first.side, second.side) == ("york", "lancaster")
    assert all(request.secret for request in (first, second))
    assert (army(state, "warwick"), army(state, "clifford")) == (["spears"], ["billmen"])


def test_c158_who_has_nothing_to_assign_is_not_asked() -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", YORK, "2 longbowmen")
    state.pool = {"york": {}, "lancaster": {"longbowmen": 1}}
    assert not run(deployment, state).asked


def test_10_3_2_command_limits_the_units_of_a_leader() -> None:
    state = empty()
    put(state, "fauconberg", LEEDS, "1 longbowmen 1 men_at_arms own", side="york")
    state.pool["york"] = {"longbowmen": 2}
    (request,) = asked(run(deployment, state, ["deploy fauconberg pool"]), "deploy")
    assert request.stack is not None
    assert request.stack.limits == {"fauconberg": 1, "pool": -1}


def test_10_3_5_c55_royal_leaders_bring_two_men_at_arms_and_nobles_one() -> None:
    state = setup("towton_1461")
    own = {id: [u.kind for u in one.army if u.origin == "own"] for id, one in state.leaders.items()}
    assert own["edward_march"] == own["margaret"] == ["men_at_arms"] * 2
    assert own["warwick"] == own["clifford"] == ["men_at_arms"]
    assert leaders.commanded(state.leaders["edward_march"].army) == 6


def test_16_4_9_c99_only_leaders_in_friendly_areas_or_abroad_take_units() -> None:
    state = empty(york="york", lincoln="lancaster")
    put(state, "warwick", LEEDS, side="york")
    put(state, "norfolk", "1817", side="york")
    put(state, "fauconberg", "foreign:france", side="york")
    state.pool["york"] = {"longbowmen": 1}
    game = run(redeployment, state, ["deploy fauconberg"])
    (request,) = asked(game, "deploy")
    assert request.stack is not None
    assert set(request.stack.limits) == {"warwick", "fauconberg", "pool"}
    assert army(state, "fauconberg") == ["longbowmen"]


def test_16_4_9_p13_who_is_inside_a_fortification_takes_no_units() -> None:
    state = empty(york="york")
    put(state, "warwick", PONTEFRACT, side="york", inside=True)
    state.pool["york"] = {"longbowmen": 1}
    assert not run(redeployment, state).asked


def test_16_4_5_5_p1_henry_rides_as_a_unit_and_commands_nothing() -> None:
    state = empty(york="lancaster")
    put(state, "henry_vi", YORK, "1 longbowmen 2 men_at_arms own")
    put(state, "somerset", YORK, "2 billmen", side="lancaster")
    put(state, "clifford", YORK, "2 billmen")
    game = run(deployment, state, ["henry_vi: ride somerset"])
    assert "henry_vi: ride clifford" not in [o.line for o in game.asked[0].options]
    assert army(state, "henry_vi") == []
    assert army(state, "somerset") == ["billmen", "billmen", "longbowmen"]
    assert leaders.room(state, "somerset") == 0


def test_c212_henry_gets_down_at_redeployment_and_may_take_units_again() -> None:
    state = empty(york="lancaster")
    put(state, "henry_vi", TOWTON, rides="somerset")
    put(state, "somerset", TOWTON, "2 billmen", side="lancaster")
    state.pool["lancaster"] = {"longbowmen": 1}
    run(redeployment, state, ["henry_vi: dismount", "deploy henry_vi"])
    assert state.leaders["henry_vi"].rides == ""
    assert army(state, "henry_vi") == ["longbowmen"]


def test_16_4_5_5_who_rides_stays_with_who_carries_him() -> None:
    state = empty()
    put(state, "henry_vi", TOWTON, rides="somerset")
    put(state, "somerset", TOWTON, side="lancaster")
    leaders.go(state, "somerset", YORK)
    assert state.leaders["henry_vi"].at == YORK
    assert leaders.with_force(state, YORK, "lancaster") == ["somerset"]
    game = run(_down, state)
    assert leaders.with_force(state, YORK, "lancaster") == ["henry_vi", "somerset"]
    assert says(game.story[0], "games.plantagenet_1450.s16_4_5_5_riding.get_down", "Henry VI")


async def _down(table: object) -> None:
    get_down(table, "henry_vi")  # type: ignore[arg-type]
