"""Capabilities that bring a Special Vassal (1.5.4)."""

from __future__ import annotations

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s3_2_4_disband import disband_vassal
from pbem.games.plantagenet.state import State, Troops
from tests.plantagenet.cards.turns import gain, leave, levy
from tests.plantagenet.field import army, empty, favour, put


def with_card(scenario: str, lord: str, card: str, at: str = "lincoln") -> State:
    state = empty(scenario)
    put(state, lord, at)
    gain(state, lord, card)
    return state


def goes_with_his_card(state: State, lord: str, vassal: str, card: str) -> bool:
    """Both come together and leave together."""
    assert state.lords[lord].vassals == [vassal]
    assert state.lords[lord].capabilities == [card]
    disband_vassal(state, lord, vassal)
    return not state.lords[lord].capabilities and not state.lords[lord].vassals


def test_y24_capability_hastings_brings_men_at_arms_and_command() -> None:
    state = empty("II")
    put(state, "edward_iv", "london")
    army(state, "edward_iv", men_at_arms=1)
    gain(state, "edward_iv", "Y24")
    plain = lords.card("edward_iv").command
    assert state.lords["edward_iv"].troops == Troops(men_at_arms=3)
    assert lords.command(state, "edward_iv") == plain + 1
    assert goes_with_his_card(state, "edward_iv", "hastings", "Y24")
    assert lords.command(state, "edward_iv") == plain
    assert state.lords["edward_iv"].troops == Troops(men_at_arms=3), "C10: ordinary Troops"


def check_captain(scenario: str, lord: str, card: str, vassal: str) -> None:
    state = with_card(scenario, lord, card)
    plain = lords.card(lord).valour
    assert lords.valour(state, lord) == plain + 1
    assert lords.loss(state, lord) == lords.card(lord).influence + 1, "he counts as a Vassal"
    assert goes_with_his_card(state, lord, vassal, card)
    assert lords.valour(state, lord) == plain
    again = with_card(scenario, lord, card)
    leave(again, lord)
    assert not again.lords[lord].vassals


def test_l19_capability_andrew_trollope_brings_valour() -> None:
    check_captain("Ia", "somerset_1", "L19", "trollope")


def test_l21_capability_my_fathers_blood_brings_clifford() -> None:
    check_captain("Ia", "henry_vi", "L21", "clifford")


def test_l21_capability_my_fathers_blood_beside_trollope() -> None:
    state = with_card("Ia", "somerset_1", "L19")
    gain(state, "somerset_1", "L21")
    assert state.lords["somerset_1"].vassals == ["trollope", "clifford"]
    assert lords.valour(state, "somerset_1") == lords.card("somerset_1").valour + 2


def test_l26_capability_edward_joins_margaret() -> None:
    check_captain("II", "margaret", "L26", "edward_prince_of_wales")


def test_l23_capability_montagu_joins_warwick() -> None:
    state = with_card("II", "warwick_l", "L23")
    assert goes_with_his_card(state, "warwick_l", "montagu", "L23")


def stanley() -> State:
    state = with_card("III", "henry_tudor", "L35", "pembroke")
    favour(state, "lancaster", "pembroke")
    return state


def test_l35_capability_thomas_stanley_one_levy_troops_without_lordship() -> None:
    state = stanley()
    plain = lords.card("henry_tudor").lordship
    answers = ["henry_tudor: troops", *["henry_tudor: carts"] * plain]
    levy(state, "lancaster", answers)
    assert state.wear["pembroke"] == "depleted"
    assert state.lords["henry_tudor"].carts >= 2 * plain
    assert goes_with_his_card(state, "henry_tudor", "thomas_stanley", "L35")


def test_l35_capability_thomas_stanley_after_all_lordship_is_used() -> None:
    state = stanley()
    plain = lords.card("henry_tudor").lordship
    game = levy(state, "lancaster", [*["henry_tudor: carts"] * plain, "henry_tudor: troops"])
    last = [option.line for option in game.asked[-1].options]
    assert last == ["henry_tudor: troops", "henry_tudor: done", "done"]


def test_l35_capability_thomas_stanley_only_once_a_levy() -> None:
    state = stanley()
    plain = lords.card("henry_tudor").lordship
    levy(
        state,
        "lancaster",
        ["henry_tudor: troops", "henry_tudor: troops", "done"][: 2 + (plain > 1)],
    )

    assert state.lords["henry_tudor"].extra == {"L35": 0}
