"""7.1.3 Force Pool, 7.1.4 garrison and 7.1.5 Calais maintenance; 9.2.1, 13.1.4."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s7_1_3_upkeep import calais, force_pools, garrisons
from pbem.games.plantagenet_1450.sequence import MAINTENANCE
from pbem.games.plantagenet_1450.state import Garrison, State, Unit
from tests.plantagenet_1450.field import lines, put
from tests.plantagenet_1450.realm import play, realm
from tests.scripted import Scripted

DOVER, PONTEFRACT, CALAIS, BAMBURGH = "2430", "1514", "2531", "1402"


def recruited(treasury: int, legitimacy: int, side: str = "york", **units: int) -> State:
    state = realm()
    state.pool[side] = units
    state.treasury[side], state.legitimacy[side] = treasury, legitimacy
    return state


def pay(state: State, *answers: str) -> Scripted:
    return play(force_pools, state, answers=answers)[1]


def test_7_1_3_9_2_1_a_treasury_point_a_unit_of_the_force_pool() -> None:
    state = recruited(5, 10, longbowmen=2, billmen=1)
    pay(state, "keep")
    assert (state.treasury["york"], state.legitimacy["york"]) == (2, 10)
    assert state.pool["york"] == {"longbowmen": 2, "billmen": 1}


def test_7_1_3_what_the_treasury_cannot_pay_costs_legitimacy() -> None:
    state = recruited(1, 10, longbowmen=2, billmen=1)
    pay(state, "keep")
    assert (state.treasury["york"], state.legitimacy["york"]) == (0, 8)
    assert sum(state.pool["york"].values()) == 3


def test_c20_the_owner_says_how_many_he_keeps() -> None:
    state = recruited(5, 10, longbowmen=2, billmen=3)
    pay(state, "disband 2 billmen", "disband 1 longbowmen", "keep")
    assert state.pool["york"] == {"longbowmen": 1, "billmen": 1}
    assert state.treasury["york"] == 3


def test_c20_legitimacy_never_falls_below_0_for_it() -> None:
    state = recruited(1, 1, longbowmen=2, men_at_arms=2)
    pay(state, "keep")
    assert (state.treasury["york"], state.legitimacy["york"]) == (0, 0)
    assert state.pool["york"] == {"men_at_arms": 2}


def test_7_1_3_who_is_not_maintained_is_eliminated() -> None:
    state = recruited(1, 10, longbowmen=2, billmen=1)
    pay(state, "spare legitimacy")
    assert (state.treasury["york"], state.legitimacy["york"]) == (0, 10)
    assert sum(state.pool["york"].values()) == 1


def test_7_1_3_who_has_no_units_is_not_asked_and_c19_lancaster_comes_first() -> None:
    state = recruited(5, 10, longbowmen=1)
    assert [request.side for request in pay(state, "keep").asked] == ["york"]
    state.pool["lancaster"], state.treasury["lancaster"] = {"spears": 1}, 3
    asked = pay(state, "keep", "keep").asked
    assert [request.side for request in asked] == ["lancaster", "york"]
    assert "spare legitimacy" not in lines(asked[0])


def test_c20_the_force_pool_is_paid_before_garrisons_and_these_before_calais() -> None:
    steps = list(MAINTENANCE)
    order = ["turn", "treasury", "upkeep", "garrisons", "calais", "expulsion", "deal"]
    assert [step for step in steps if step in order] == order


def guarded(treasury: int) -> State:
    state = realm(kent="york", york="york")
    state.treasury["york"] = treasury
    state.garrisons = {
        at: Garrison("york", [Unit("men_at_arms")] * 2) for at in (DOVER, PONTEFRACT)
    }
    return state


def left(state: State) -> dict[str, int]:
    return {at: len(one.units) for at, one in state.garrisons.items()}


def test_7_1_4_a_treasury_point_a_unit_on_garrison_duty() -> None:
    state = guarded(7)
    play(garrisons, state, answers=("keep",))
    assert state.treasury["york"] == 3
    assert left(state) == {DOVER: 2, PONTEFRACT: 2}


def test_13_1_4_who_cannot_be_paid_is_eliminated_and_legitimacy_does_not_help() -> None:
    state = guarded(3)
    play(garrisons, state, answers=("keep",))
    assert (state.treasury["york"], state.legitimacy["york"]) == (0, 10)
    assert sum(left(state).values()) == 3


@pytest.mark.parametrize(("marker", "free"), [("lancaster", True), ("york", False)])
def test_c146_who_was_held_against_his_sides_marker_is_free_when_the_garrison_starves(
    marker: str, free: bool
) -> None:
    state = realm(kent=marker)
    state.garrisons[DOVER] = Garrison("york", [Unit("men_at_arms")])
    put(state, "clifford", DOVER, status="captive")
    play(garrisons, state, answers=("keep",))
    assert DOVER not in state.garrisons
    assert (state.leaders["clifford"].status == "free") == free


def test_c20_the_owner_may_dismiss_men_of_a_garrison() -> None:
    state = guarded(3)
    play(garrisons, state, answers=(f"dismiss 2 {DOVER}", f"dismiss 1 {PONTEFRACT}", "keep"))
    assert left(state) == {PONTEFRACT: 1}
    assert state.treasury["york"] == 2


def test_c191_a_garrison_is_paid_by_its_owner_wherever_the_marker_lies() -> None:
    state = guarded(5)
    state.control = {"kent": "lancaster"}
    state.treasury["lancaster"] = 5
    play(garrisons, state, answers=("keep",))
    assert state.treasury == {"york": 1, "lancaster": 5}


@pytest.mark.parametrize("die", range(1, 7))
def test_7_1_5_who_controls_calais_pays_what_the_table_says(die: int) -> None:
    state = realm(calais="york")
    state.treasury["york"] = 5
    _, game = play(calais, state, dice=(die,))
    assert state.treasury["york"] == 5 - facts().tables["calais_maintenance"]["cost"][die - 1]
    assert state.control["calais"] == "york"
    assert not game.asked


def test_c21_who_cannot_pay_all_loses_the_marker_and_6_legitimacy_and_keeps_his_treasury() -> None:
    state = realm(calais="york")
    state.treasury["york"] = 4
    state.garrisons[CALAIS] = Garrison("york", [Unit("men_at_arms")])
    play(calais, state, dice=(6,))
    assert "calais" not in state.control
    assert (state.treasury["york"], state.legitimacy["york"]) == (4, 4)
    assert CALAIS in state.garrisons


def test_7_1_5_nobody_rolls_for_neutral_calais() -> None:
    assert not play(calais, realm())[1].rolled


def test_c195_who_can_pay_must_and_c39_no_treasury_changes_the_die() -> None:
    state = realm(calais="lancaster")
    state.treasury["lancaster"] = 9
    _, game = play(calais, state, dice=(6,))
    assert not game.asked
    assert state.treasury["lancaster"] == 4


def test_p10_the_best_units_and_the_strongest_fortifications_are_paid_first() -> None:
    state = recruited(2, 0, longbowmen=2, men_at_arms=1, billmen=1)
    pay(state, "keep")
    assert set(state.pool["york"]) == {"men_at_arms", "billmen"}
    state = guarded(2)
    state.garrisons[BAMBURGH] = Garrison("york", [Unit("men_at_arms")] * 2)
    assert facts().forts[BAMBURGH].fort_value > facts().forts[DOVER].fort_value
    play(garrisons, state, answers=("keep",))
    assert left(state) == {BAMBURGH: 2}
