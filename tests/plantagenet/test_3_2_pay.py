"""3.2 Pay: Troops with Sharing, Pillage and Unpaid Disband; Lords; Vassals."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s3_2_pay as rule
from pbem.games.plantagenet.s3_2_1_pay_troops import PAY, settle
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s3_4_3_levy_vassal import muster_vassal
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State, Troops
from tests.says import sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    later = setup("Ia")
    later.box = 2
    return later


def put(state: State, lord: str, at: str, troops: int, coin: int) -> None:
    """A Lord with so many Militia and so much Coin."""
    if state.lords[lord].at == "calendar":
        muster_lord(state, lord, at)
    mat = state.lords[lord]
    mat.at, mat.troops, mat.coin = at, Troops(militia=troops), coin


def only(state: State, *keep: str) -> None:
    """Nobody but these Lords on the map."""
    for id, lord in state.lords.items():
        if id not in keep:
            lord.at, lord.box, lord.troops = "calendar", 9, Troops()


def test_3_2_the_first_turn_has_no_pay() -> None:
    state = setup("Ia")
    state.lords["york"].vassals = ["dudley"]
    state.vassals["dudley"].status, state.vassals["dudley"].lord = "mustered", "york"
    state.vassals["dudley"].box = 1
    game = Scripted(state)
    for step in (rule.pay_troops, rule.pay_lords, rule.pay_vassals):
        game.run(step)
    assert game.asked == []
    assert state.lords["york"].coin == 2
    assert state.influence == 0


def test_2_2_4_example_rebel_yorkists_pay_before_lancastrians(state: State) -> None:
    game = Scripted(state)
    game.run(rule.pay_troops)
    payers = [text.split(" Pays ")[0] for text in game.story]
    assert payers == ["York", "March", "Henry VI", "Somerset (1)"]
    assert [state.lords[id].coin for id in ("york", "march", "henry_vi")] == [1, 0, 2]


def test_3_2_1_one_coin_per_six_troops_rounded_up_and_no_more(state: State) -> None:
    only(state, "york")
    put(state, "york", "ely", 7, 5)
    state.lords["york"].vassals = ["hastings"] * 6
    Scripted(state).run(rule.pay_troops)
    assert state.lords["york"].coin == 3


def test_3_2_1_lords_at_one_locale_must_share(state: State) -> None:
    only(state, "york", "march")
    put(state, "york", "ely", 6, 3)
    put(state, "march", "ely", 7, 0)
    game = Scripted(state)
    game.run(rule.pay_troops)
    assert state.lords["york"].coin == 0
    assert state.influence == 0


def test_3_2_1_lords_elsewhere_do_not_share(state: State) -> None:
    only(state, "york", "march")
    put(state, "york", "ely", 6, 3)
    put(state, "march", "cambridge", 6, 0)
    Scripted(state).run(rule.pay_troops)
    assert state.lords["york"].coin == 2
    assert state.lords["march"].provender == 2


def test_3_2_1_each_pays_his_own_troops_first(state: State) -> None:
    only(state, "york", "march")
    put(state, "york", "ely", 6, 1)
    put(state, "march", "ely", 6, 0)
    game = Scripted(state)
    game.run(settle, "york", PAY, ["march", "york"])
    assert game.asked[0].kind == "pillage"
    assert [option.line for option in game.asked[0].options] == ["march: pillage"]


def test_c18_the_owner_chooses_whose_coin_when_there_is_more_than_enough(state: State) -> None:
    only(state, "york", "march", "rutland")
    put(state, "york", "ely", 6, 2)
    put(state, "march", "ely", 6, 2)
    put(state, "rutland", "ely", 6, 0)
    game = Scripted(state, ["march: pay rutland"])
    game.run(rule.pay_troops)
    assert [state.lords[id].coin for id in ("york", "march", "rutland")] == [1, 0, 0]


def test_c18_the_owner_chooses_whose_debt_when_there_is_too_little(state: State) -> None:
    only(state, "york", "march", "rutland")
    put(state, "york", "ely", 6, 2)
    put(state, "march", "ely", 6, 0)
    put(state, "rutland", "ely", 6, 0)
    game = Scripted(state, ["york: pay rutland"])
    game.run(rule.pay_troops)
    assert [request.kind for request in game.asked] == ["share", "pillage"]
    assert game.asked[1].options[0].line == "march: pillage"


def test_c18_nobody_is_asked_where_nothing_can_be_chosen(state: State) -> None:
    only(state, "york", "march", "rutland", "salisbury")
    put(state, "york", "ely", 6, 2)
    put(state, "salisbury", "ely", 6, 2)
    put(state, "march", "ely", 6, 0)
    put(state, "rutland", "ely", 6, 0)
    game = Scripted(state)
    game.run(rule.pay_troops)
    assert all(request.only() for request in game.asked)
    assert [state.lords[id].coin for id in ("york", "salisbury")] == [0, 0]


def test_3_2_1_too_little_coin_is_still_spent(state: State) -> None:
    only(state, "york")
    put(state, "york", "ely", 13, 2)
    state.wear["ely"] = "exhausted"
    game = Scripted(state)
    game.run(rule.pay_troops)
    assert game.story[0] == "York Pays the Troops with 2 Coin."
    assert state.lords["york"].at == "calendar"


def test_3_2_1_pillage_gains_assets_and_costs_double(state: State) -> None:
    only(state, "march")
    put(state, "march", "gloucester", 6, 0)
    state.lords["march"].provender = 0
    state.favour |= {"gloucester": "york", "hereford": "york", "bristol": "lancaster"}
    Scripted(state).run(rule.pay_troops)
    assert state.influence == -8
    assert (state.lords["march"].coin, state.lords["march"].provender) == (1, 2)
    assert board.exhausted(state, "gloucester")
    assert board.favour(state, "gloucester") == "lancaster"
    assert board.favour(state, "hereford") == ""
    assert board.favour(state, "oxford") == "lancaster"
    assert board.favour(state, "bristol") == "lancaster"


@pytest.mark.parametrize("place", ["york", "lynn", "gloucester", "london", "calais", "harlech"])
def test_3_2_1_what_the_menu_says_pillage_costs_is_what_it_costs(state: State, place: str) -> None:
    only(state, "march")
    put(state, "march", place, 6, 0)
    state.lords["march"].provender = state.influence = 0
    game = Scripted(state)
    game.run(rule.pay_troops)
    paid, coin, provender = 1, state.lords["march"].coin, state.lords["march"].provender
    (option,) = next(request for request in game.asked if request.kind == "pillage").options
    gains = f"gains {coin + paid} Coin, {provender} Provender"
    assert option.note == f"{gains}; costs {-state.influence} Influence"


def test_3_2_1_pillage_shifts_by_way_and_not_by_sea(state: State) -> None:
    only(state, "henry_vi")
    put(state, "henry_vi", "lynn", 6, 0)
    state.favour["ipswich"] = "lancaster"
    Scripted(state).run(rule.pay_troops)
    assert state.influence == 4
    assert board.favour(state, "norwich") == "york"
    assert board.favour(state, "ipswich") == "lancaster"


def test_c19_pillage_at_london_takes_both_markers_and_costs_twelve(state: State) -> None:
    only(state, "york")
    put(state, "york", "london", 6, 0)
    state.favour["london"], state.london_twice = "york", True
    Scripted(state).run(rule.pay_troops)
    assert state.influence == -12
    assert board.favour(state, "london") == "lancaster"
    assert not state.london_twice


def test_c19_pillage_next_to_london_takes_both_markers(state: State) -> None:
    only(state, "york")
    put(state, "york", "guildford", 6, 0)
    state.favour["london"], state.london_twice = "york", True
    Scripted(state).run(rule.pay_troops)
    assert board.favour(state, "london") == ""
    assert not state.london_twice


def test_c19_at_carlisle_scotland_is_not_shifted(state: State) -> None:
    only(state, "york")
    put(state, "york", "carlisle", 6, 0)
    Scripted(state).run(rule.pay_troops)
    assert "scotland" not in state.favour
    assert state.exile_boxes["scotland"] == "lancaster"


def test_3_2_1_only_one_of_several_unpaid_lords_pillages(state: State) -> None:
    only(state, "york", "march")
    put(state, "york", "ely", 6, 0)
    put(state, "march", "ely", 6, 0)
    game = Scripted(state, ["march: pillage"])
    game.run(rule.pay_troops)
    assert [request.kind for request in game.asked] == ["pillage", "share"]
    assert state.influence == -8
    assert (state.lords["march"].provender, state.lords["march"].coin) == (3, 0)
    assert state.lords["york"].provender == 2
    assert state.lords["york"].at == "ely"


def test_3_2_1_after_pillage_the_full_need_is_paid_anew(state: State) -> None:
    only(state, "york")
    put(state, "york", "bedford", 12, 1)
    state.lords["york"].provender = 0
    Scripted(state).run(rule.pay_troops)
    assert state.lords["york"].at == "calendar"
    assert state.influence == -4 - 5


def test_c20_after_pillage_only_lords_still_unpaid_pay_anew(state: State) -> None:
    only(state, "york", "march")
    put(state, "york", "ely", 6, 1)
    put(state, "march", "ely", 12, 1)
    Scripted(state).run(rule.pay_troops)
    assert state.lords["march"].at == "ely"
    assert (state.lords["york"].coin, state.lords["march"].coin) == (0, 0)


def test_3_2_1_at_an_exhausted_stronghold_unpaid_lords_disband(state: State) -> None:
    only(state, "york")
    put(state, "york", "ely", 6, 0)
    state.wear["ely"] = "exhausted"
    game = Scripted(state)
    game.run(rule.pay_troops)
    assert game.asked == []
    assert state.influence == -5
    assert board.favour(state, "ely") == "york"


def test_3_2_1_a_depleted_stronghold_can_still_be_pillaged(state: State) -> None:
    only(state, "york")
    put(state, "york", "ely", 6, 0)
    state.wear["ely"] = "depleted"
    Scripted(state).run(rule.pay_troops)
    assert state.lords["york"].at == "ely"
    assert board.exhausted(state, "ely")


def test_1_3_1_in_an_exile_box_a_lord_disbands_instead_of_pillaging(state: State) -> None:
    only(state, "york")
    put(state, "york", "ireland", 6, 0)
    Scripted(state).run(rule.pay_troops)
    assert state.influence == -5
    assert (state.lords["york"].at, state.lords["york"].box) == ("calendar", 3)
    assert state.lords["york"].exile
    assert state.wear == {}


def test_3_2_1_example_salisbury_and_rutland_disband_unpaid(state: State) -> None:
    only(state, "salisbury", "rutland")
    put(state, "salisbury", "bedford", 12, 0)
    put(state, "rutland", "bedford", 12, 0)
    muster_vassal(state, "salisbury", "dudley")
    muster_vassal(state, "rutland", "essex")
    Scripted(state, ["salisbury: pillage"]).run(rule.pay_troops)
    pillage = 4
    assert state.influence == -pillage - 7
    assert [state.lords[id].at for id in ("salisbury", "rutland")] == ["calendar", "calendar"]
    assert state.vassals["dudley"].status == "disbanded"


def test_c20_special_vassals_count_for_the_loss(state: State) -> None:
    only(state, "march")
    put(state, "march", "ireland", 6, 0)
    state.lords["march"].vassals = ["hastings"]
    Scripted(state).run(rule.pay_troops)
    assert state.influence == -3


def test_3_2_2_pay_one_at_strongholds_and_two_in_exile_boxes(state: State) -> None:
    state.lords["york"].at = "ireland"
    game = Scripted(state, ["pay", "pay"])
    game.run(rule.pay_lords)
    assert state.influence == -3 + 2
    assert [request.side for request in game.asked] == ["york", "lancaster"]
    assert "costs 3 Influence" in game.asked[0].options[0].note


def test_3_2_2_a_side_may_disband_any_of_its_lords_first(state: State) -> None:
    state.lords["york"].at = "ireland"
    game = Scripted(state, ["york: disband", "march: disband", "pay"])
    game.run(rule.pay_lords)
    assert state.influence == 2
    york, march = state.lords["york"], state.lords["march"]
    assert (york.at, york.box, york.exile) == ("calendar", 3, True)
    assert (march.at, march.box, march.exile) == ("calendar", 6, False)
    assert game.story[:2] == [
        sentence(
            "games.plantagenet.s3_2_pay.disband_by_choice",
            "York",
            "in Ireland",
            sentence(
                "games.plantagenet.s3_2_4_disband.whereabouts",
                sentence("games.plantagenet.s3_2_4_disband.whereabouts", 3, word="box"),
                word="Exile",
            ),
            word="Disbands",
        ),
        sentence(
            "games.plantagenet.s3_2_pay.disband_by_choice",
            "March",
            "at Ludlow",
            "now " + sentence("games.plantagenet.s3_2_4_disband.whereabouts", 6, word="box"),
            word="Disbands",
        ),
    ]


def test_c21_a_side_pays_even_into_negative_points(state: State) -> None:
    state.influence = 1
    Scripted(state, ["pay", "pay"]).run(rule.pay_lords)
    assert state.influence == 1 - 2 + 2


def test_3_2_2_no_lord_on_the_map_nothing_to_pay(state: State) -> None:
    only(state, "york")
    game = Scripted(state, ["york: disband"])
    game.run(rule.pay_lords)
    assert state.influence == 0


def test_3_2_3_a_paid_vassal_shifts_one_box_right(state: State) -> None:
    muster_vassal(state, "york", "dudley")
    state.box = 3
    game = Scripted(state, ["dudley: pay"])
    game.run(rule.pay_vassals)
    assert state.influence == -1
    assert state.vassals["dudley"].box == 4
    assert state.lords["york"].vassals == ["dudley"]


def test_3_2_3_an_unpaid_vassal_disbands_at_no_loss(state: State) -> None:
    muster_vassal(state, "york", "dudley")
    state.box = 3
    Scripted(state, ["dudley: disband"]).run(rule.pay_vassals)
    assert state.influence == 0
    assert state.lords["york"].vassals == []
    assert (state.vassals["dudley"].status, state.vassals["dudley"].box) == ("disbanded", 8)


def test_3_2_3_only_markers_in_the_current_box_are_due(state: State) -> None:
    muster_vassal(state, "york", "fauconberg")
    muster_vassal(state, "henry_vi", "dudley")
    state.box = 3
    game = Scripted(state, ["dudley: pay"])
    game.run(rule.pay_vassals)
    assert [request.side for request in game.asked] == ["lancaster"]


def test_3_2_3_several_vassals_at_once(state: State) -> None:
    for vassal in ("dudley", "essex", "norfolk"):
        muster_vassal(state, "york", vassal)
    state.box = 3
    Scripted(state, ["essex: disband", "pay all"]).run(rule.pay_vassals)
    assert state.influence == -2
    assert state.lords["york"].vassals == ["dudley", "norfolk"]


def test_3_2_4_disband_clears_the_mat_and_counts_printed_influence(state: State) -> None:
    muster_vassal(state, "york", "fauconberg")
    state.lords["york"].capabilities = ["Y3"]
    rule.disband_lord(state, "york")
    york = state.lords["york"]
    assert (york.box, york.coin, york.troops.total()) == (3, 0, 0)
    assert york.capabilities == york.vassals == []
    assert (state.vassals["fauconberg"].status, state.vassals["fauconberg"].box) == ("disbanded", 5)


def test_3_2_4_a_special_vassal_takes_his_capability_along(state: State) -> None:
    state.lords["york"].vassals = ["hastings"]
    state.lords["york"].capabilities = ["Y24", "Y3"]
    rule.disband_vassal(state, "york", "hastings")
    assert state.lords["york"].capabilities == ["Y3"]


def test_6_0_Ia_a_disbanding_keeper_loses_the_captive_king(state: State) -> None:
    state.lords["henry_vi"].at, state.lords["henry_vi"].keeper = "captive", "york"
    game = Scripted(state, ["york: disband", "pay", "pay"])
    game.run(rule.pay_lords)
    king = state.lords["henry_vi"]
    assert (king.at, king.box) == ("calendar", 3)
    assert state.influence == -10 - 1 + 1
    assert any("Henry VI is free" in text for text in game.story)
