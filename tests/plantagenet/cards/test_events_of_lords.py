"""Immediate Events about Lords, their Troops, Assets and Vassals. Each is over when it is resolved."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.s3_1_arts_of_war import resolve_event
from pbem.games.plantagenet.state import State, Troops
from tests.plantagenet.cards.hand import asked, give, hold
from tests.plantagenet.cards.turns import drawn, gain
from tests.plantagenet.field import army, empty, favour, put, vassal
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    state = empty()
    put(state, "york", "ely", coin=0)
    put(state, "march", "ludlow", coin=0)
    put(state, "henry_vi", "coventry", coin=0)
    favour(state, "york", "ely", "ludlow")
    state.influence = 0
    return state


def test_y10_event_tax_collectors_double_coin_once_each(state: State) -> None:
    game = drawn(state, "Y10", ["york: tax ely", "march: tax ludlow"])
    plain = 1
    assert [option.line for option in game.asked[0].options][-1] == "done"
    assert game.rolled == [], "their own Seats"
    assert state.lords["york"].coin >= 2 * plain
    assert state.lords["york"].coin % 2 == 0
    assert state.wear == {"ely": "depleted", "ludlow": "depleted"}
    assert state.in_force == []


def test_y10_event_tax_collectors_take_checks_and_may_be_left_out(state: State) -> None:
    favour(state, "york", "cambridge", "london", "st_albans", "bedford", "hertford")
    state.lords["york"].at = "london"
    drawn(state, "Y10", ["york: tax london", "done"], dice=[6])
    assert (state.influence, state.lords["york"].coin) == (-1, 0)


def test_c47_tax_collectors_double_stafford_branch_but_not_so_wise_so_young() -> None:
    state = empty("II")
    put(state, "devon", "exeter", coin=0)
    favour(state, "york", "exeter")
    drawn(state, "Y10", ["devon: tax exeter"])
    plain = state.lords["devon"].coin
    state.wear.clear()
    give(state, "devon", "Y29")
    state.lords["devon"].coin = 0
    drawn(state, "Y10", ["devon: tax exeter"])
    assert state.lords["devon"].coin == plain + 2
    state.wear.clear()
    state.lords["devon"].capabilities, state.lords["devon"].coin = ["Y34"], 0
    drawn(state, "Y10", ["devon: tax exeter"])
    assert state.lords["devon"].coin == plain + 1


def test_y10_event_tax_collectors_let_a_parade_be_played_first(state: State) -> None:
    favour(state, "york", "london")
    state.lords["york"].at = "london"
    game = Scripted(state, ["play y20", "done"], secrets=hold(state, "Y20"))
    game.run(resolve_event, "york", "Y10")
    assert state.in_force == ["Y20"]


def check_loans(card: str, scenario: str, lord: str, box: str, other: str) -> None:
    state = empty(scenario)
    put(state, lord, box, coin=0, provender=0)
    put(state, other, "coventry", coin=0, provender=0)
    drawn(state, card)
    assert (state.lords[lord].coin, state.lords[lord].provender) == (1, 1)
    assert (state.lords[other].coin, state.lords[other].provender) == (0, 0)
    assert all(mat.coin == 0 for mat in state.lords.values() if mat.at == "calendar")
    assert state.in_force == []


def test_y23_event_charles_the_bold_a_coin_and_a_provender_each() -> None:
    check_loans("Y23", "II", "edward_iv", "burgundy", "margaret")


def test_l30_event_french_war_loans_a_coin_and_a_provender_each() -> None:
    check_loans("L30", "II", "margaret", "france", "edward_iv")


def test_y23_event_charles_the_bold_nobody_on_the_map_gets_nothing() -> None:
    state = empty("II")
    assert drawn(state, "Y23").story[1:] == []
    assert all(mat.coin == 0 for mat in state.lords.values())


def test_y31_event_earl_rivers_one_or_two_militia_each() -> None:
    state = empty("II")
    put(state, "edward_iv", "burgundy")
    put(state, "devon", "exeter")
    for lord in ("edward_iv", "devon"):
        army(state, lord, longbowmen=1)
    drawn(state, "Y31", ["edward_iv: take 2 militia", "devon: take 1 militia"])
    assert state.lords["edward_iv"].troops.militia == 2
    assert state.lords["devon"].troops.militia == 1
    drawn(state, "Y31", ["all take 2 militia"])
    assert state.lords["devon"].troops.militia == 3
    drawn(state, "Y31", ["done"])
    assert state.in_force == []


def test_l14_event_scots_a_men_at_arms_a_militia_or_both(state: State) -> None:
    put(state, "exeter_1", "scotland")
    for lord in ("henry_vi", "exeter_1"):
        army(state, lord, longbowmen=1)
    drawn(state, "L14", ["henry_vi: take 1 men_at_arms 1 militia", "exeter_1: take 1 militia"])
    assert state.lords["henry_vi"].troops == Troops(1, 1, 1)
    assert state.lords["exeter_1"].troops == Troops(0, 1, 1)
    army(state, "york", men_at_arms=forces.in_pool(state, "men_at_arms") + 2)
    game = drawn(state, "L14", ["done"])
    assert not any("men_at_arms" in option.line for option in game.asked[0].options)
    assert state.in_force == []


def test_l22_event_french_troops_for_one_lord_at_a_port(state: State) -> None:
    army(state, "henry_vi", longbowmen=1)
    game = drawn(state, "L22")
    assert game.asked == [], "nobody is at a Port"
    state.lords["henry_vi"].at = "scotland"
    assert drawn(state, "L22").asked == []
    state.lords["henry_vi"].at = "newcastle"
    drawn(state, "L22", ["henry_vi: take 2 men_at_arms 1 militia"])
    assert state.lords["henry_vi"].troops == Troops(2, 1, 1)
    drawn(state, "L22", ["done"])
    assert state.in_force == []


def test_l25_event_welsh_rebellion_two_troops_from_each_yorkist_in_wales() -> None:
    state = empty("II")
    put(state, "pembroke", "ludlow")
    put(state, "gloucester_1", "cardiff")
    put(state, "devon", "exeter")
    army(state, "pembroke", men_at_arms=1, militia=2)
    army(state, "gloucester_1", militia=2)
    favour(state, "york", "ludlow", "cardiff")
    state.influence = 0
    drawn(state, "L25", ["pembroke: lose men_at_arms"])
    assert state.lords["pembroke"].troops == Troops(militia=1)
    assert state.lords["gloucester_1"].at == "calendar", "no Troops left (C76)"
    assert state.influence == 0
    assert state.favour["ludlow"] == "york"
    assert state.in_force == []


def test_l25_event_welsh_rebellion_is_not_asked_where_all_is_lost() -> None:
    state = empty("II")
    put(state, "pembroke", "ludlow")
    army(state, "pembroke", men_at_arms=1, militia=1)
    game = drawn(state, "L25")
    assert game.asked == []
    assert state.lords["pembroke"].at == "calendar"


def test_l25_event_welsh_rebellion_with_hidden_mats_is_asked_all_the_same() -> None:
    state = empty("II")
    state.options["hidden_mats"] = "yes"
    put(state, "pembroke", "ludlow")
    army(state, "pembroke", men_at_arms=1, militia=1)
    drawn(state, "L25", ["pembroke: lose men_at_arms", "pembroke: lose militia"])
    assert state.lords["pembroke"].at == "calendar"


def test_l25_event_welsh_rebellion_else_favour_from_two_strongholds() -> None:
    state = empty("II")
    favour(state, "york", "ludlow", "cardiff", "hereford", "york")
    drawn(state, "L25", ["remove ludlow", "remove cardiff"])
    assert state.favour == {"hereford": "york", "york": "york"}
    drawn(state, "L25")
    assert state.favour == {"york": "york"}


def test_y17_event_she_wolf_of_france_yorkist_vassals_one_box_longer(state: State) -> None:
    vassal(state, "york", "devon", box=3)
    vassal(state, "march", "essex", box=16)
    vassal(state, "henry_vi", "beaumont", box=3)
    drawn(state, "Y17")
    boxes = [state.vassals[id].box for id in ("devon", "essex", "beaumont")]
    assert boxes == [4, 16, 3]
    assert state.in_force == []


def test_l19_event_henrys_proclamation_yorkist_vassals_are_due(state: State) -> None:
    state.box = 2
    vassal(state, "york", "devon", box=5)
    vassal(state, "henry_vi", "beaumont", box=5)
    drawn(state, "L19")
    assert (state.vassals["devon"].box, state.vassals["beaumont"].box) == (2, 5)
    assert state.in_force == []


@pytest.mark.parametrize("event", ["Y17", "L19"])
def test_1_5_4_hastings_has_no_service_that_an_event_could_move(event: str) -> None:
    state = empty("II")
    put(state, "edward_iv", "london")
    gain(state, "edward_iv", "Y24")
    game = drawn(state, event)
    assert state.lords["edward_iv"].vassals == ["hastings"]
    assert game.story[1:] == []


def test_l27_event_l_universelle_aragne_tests_two_vassals() -> None:
    state = empty("II")
    put(state, "edward_iv", "london")
    put(state, "devon", "exeter")
    vassal(state, "devon", "essex")
    gain(state, "edward_iv", "Y24")
    state.influence = 0
    game = drawn(
        state,
        "L27",
        ["test essex", "devon: keep essex +1"],
        dice=[1, 6],
    )
    assert asked(game, "spider") == ["lancaster", "lancaster"]
    assert asked(game, "keep_vassal") == ["york", "york"]
    assert state.lords["devon"].vassals == ["essex"]
    assert state.lords["edward_iv"].vassals == []
    assert state.lords["edward_iv"].capabilities == [], "Hastings takes his card along"
    assert state.influence == -3
    assert state.in_force == []


def test_c115_the_spider_is_no_levy_vassal_but_loyalty_counts() -> None:
    state = empty("II")
    put(state, "devon", "exeter")
    vassal(state, "devon", "essex")
    state.in_force.append("L34")
    game = drawn(state, "L27", ["devon: keep essex"], dice=[6])
    (keep,) = [request for request in game.asked if request.kind == "keep_vassal"]
    assert keep.options[0].note.startswith("costs 1")
    assert state.vassals["essex"].status == "disbanded"


def test_y26_event_dubious_clarence_a_check_disbands_clarence() -> None:
    state = empty("II")
    put(state, "edward_iv", "london")
    put(state, "clarence", "york")
    state.influence = 0
    drawn(state, "Y26", ["edward_iv: win clarence"], dice=[1])
    assert state.lords["clarence"].at == "calendar"
    assert state.influence == -1
    game = drawn(state, "Y26")
    assert game.asked == []
    put(state, "clarence", "france")
    drawn(state, "Y26", ["no"])
    drawn(state, "Y26", ["edward_iv: win clarence"], dice=[6])
    assert state.lords["clarence"].at == "france"
    assert state.in_force == []
    assert lords.on_map(state, "clarence")
