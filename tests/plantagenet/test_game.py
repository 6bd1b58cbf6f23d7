"""Plantagenet as a rule set: the registry, the hand, the invariants."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.engine.scenarios import starting_state
from pbem.errors import Impossible, UnknownGame, UnknownScenario
from pbem.games import find
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import LordState, State, Troops
from tests.plantagenet.field import put


def test_the_registry_finds_it_whatever_the_case() -> None:
    assert find("Plantagenet") is PLANTAGENET


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match=r"Its games are: .*plantagenet"):
        find("nevsky")


def test_scenarios_in_the_rulebooks_order() -> None:
    assert list(PLANTAGENET.scenarios())[:2] == ["Ia", "Ib"]
    with pytest.raises(UnknownScenario):
        starting_state(PLANTAGENET, "bosworth field", {})


def test_1_9_1_a_side_may_look_at_its_held_events_and_its_plan() -> None:
    state = setup("Ia")
    state.held["york"] = ["a"]
    state.plan["york"] = ["b", "c"]
    state.held["lancaster"] = ["d"]
    assert PLANTAGENET.secrets.hand(state, "york") == ("a", "b", "c")
    assert PLANTAGENET.secrets.hand(state, "lancaster") == ("d",)


def test_setups_hold_the_invariants() -> None:
    for scenario in PLANTAGENET.scenarios():
        PLANTAGENET.check(starting_state(PLANTAGENET, scenario, {}))


def overdraw(state: State) -> None:
    state.lords["york"].troops = Troops(mercenaries=7)


def two_places(state: State) -> None:
    state.lords["york"].vassals = ["devon"]


def mat_on_the_calendar(state: State) -> None:
    state.lords["salisbury"].coin = 1


def wrong_box(state: State) -> None:
    state.lords["york"].at = "burgundy"


def no_troops(state: State) -> None:
    state.lords["york"].troops = Troops()


def debts(state: State) -> None:
    state.lords["york"].coin = -1


def fleet(state: State) -> None:
    state.lords["york"].ships = 3


def ten_fleets(state: State) -> None:
    for id in state.lords:
        put(state, id, "ely" if id == "york" else "london", ships=1)


def favour_in_a_box(state: State) -> None:
    state.favour["ireland"] = "york"


def far_ahead(state: State) -> None:
    state.influence = 46


def one_card_twice(state: State) -> None:
    state.lords["york"].capabilities = ["Y1"]
    state.in_force = ["Y1"]


def lost_keeper(state: State) -> None:
    state.lords["henry_vi"] = LordState(at="captive", keeper="salisbury")


def enemies_together(state: State) -> None:
    state.lords["york"].at = "london"


@pytest.mark.parametrize(
    "harm",
    [
        overdraw,
        two_places,
        mat_on_the_calendar,
        wrong_box,
        no_troops,
        debts,
        fleet,
        ten_fleets,
        favour_in_a_box,
        far_ahead,
        one_card_twice,
        lost_keeper,
        enemies_together,
    ],
)
def test_the_invariants_notice(harm: Callable[[State], None]) -> None:
    state = setup("Ia")
    harm(state)
    with pytest.raises(Impossible):
        PLANTAGENET.check(state)
