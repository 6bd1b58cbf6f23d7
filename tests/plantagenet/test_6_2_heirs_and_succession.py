"""6.2 Heirs and Succession: the order of Heirs, and what a removal brings in each War."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import invariants
from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_1_arts_of_war import discard_this_levy, public_cards
from pbem.games.plantagenet.s3_2_4_disband import disband_lord, remove_lord
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s4_8_2_disembark import disembark
from pbem.games.plantagenet.s5_victory import WarIsOver
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.sequence import step
from pbem.games.plantagenet.state import State
from tests.plantagenet.battlefield import arrayed
from tests.plantagenet.field import put
from tests.plantagenet.wars import dies, war
from tests.says import says
from tests.scripted import Scripted

# 6.2.1 Heirs


def test_6_2_1_the_heirs_by_rank() -> None:
    for side, named in (
        ("york", ["york", "march", "rutland", "gloucester_1", "warwick_y"]),
        ("lancaster", ["henry_vi", "margaret", "somerset_1", "somerset_2", "henry_tudor"]),
    ):
        ranked = [heir.id for heir in facts().heirs if heir.side == side]
        assert ranked[: len(named)] == named
        for number, heir in enumerate(h for h in facts().heirs if h.side == side):
            assert {facts().lords[card].heir_rank for card in heir.lords} == {number + 1}


def test_6_2_1_the_highest_present_of_the_kings_side_is_king() -> None:
    state = war("I")
    assert [heir.id for heir in heirs.present(state, "lancaster")] == ["henry_vi", "somerset_1"]
    assert [heir.id for heir in heirs.present(state, "york")] == ["york", "march", "rutland"]
    state = war("IIY", "york")
    assert heirs.present(state, "york")[0].id == "march"


# War I


def test_6_3_I_removal_of_henry_adds_margaret_and_changes_cards() -> None:
    state = war("I")
    state.box = 3
    state.lords["somerset_1"].capabilities = ["L17"]
    game = dies(state, "henry_vi")
    margaret = state.lords["margaret"]
    assert (margaret.at, margaret.box, margaret.exile) == ("calendar", 4, False)
    assert state.seats["margaret"] == "london"
    cards = state.cards["lancaster"]
    assert {"L27", "L31"} <= set(cards)
    assert not {"L15", "L17"} & set(cards)
    assert state.lords["somerset_1"].capabilities == []
    assert any(
        says(
            text,
            "games.plantagenet.s6_2_heirs_and_succession.replace_or_add",
            "Margaret",
            4,
            word="added",
        )
        for text in game.story
    )


def test_6_3_I_cards_of_henry_stay_away_for_good() -> None:
    state = war("I")
    dies(state, "henry_vi")
    game = dies(state)
    assert game.story == []
    assert "L27" in state.cards["lancaster"]


@pytest.mark.parametrize("first", ["somerset_1", "rutland"])
def test_6_3_I_removal_of_somerset_adds_the_next_and_others_nobody(first: str) -> None:
    state = war("I")
    dies(state, first)
    assert heirs.in_war(state, "somerset_2") == (first == "somerset_1")
    assert not heirs.in_war(state, "margaret")
    assert state.cards == war("I").cards


def test_6_2_2_disband_and_exile_are_no_removal() -> None:
    state = war("I")
    disband_lord(state, "henry_vi", exile=True)
    assert dies(state).story == []
    assert not heirs.in_war(state, "margaret")


def test_6_2_2_succession_in_scenario_ia_brings_nobody() -> None:
    state = setup("Ia")
    remove_lord(state, "henry_vi")
    Scripted(state).run(heirs.succession)
    assert "margaret" not in state.lords


def test_c106_margaret_musters_with_edward() -> None:
    state = war("I")
    dies(state, "henry_vi")
    muster_lord(state, "margaret", "london")
    margaret = state.lords["margaret"]
    assert margaret.capabilities == ["L26"]
    assert margaret.vassals == ["edward_prince_of_wales"]
    assert "L26" not in public_cards(state, "lancaster")
    invariants.check(state)
    disband_lord(state, "margaret")
    assert state.lords["margaret"].capabilities == []
    assert "L26" not in state.cards["lancaster"]
    muster_lord(state, "margaret", "london")
    assert state.lords["margaret"].capabilities == ["L26"]


def test_c106_in_scenario_ii_she_levies_edward_like_any_card() -> None:
    state = setup("II")
    muster_lord(state, "margaret", "france")
    assert state.lords["margaret"].capabilities == []
    assert "L26" in state.cards["lancaster"]


def test_c108_henry_and_somerset_gone_lose_war_i_before_anybody_is_added() -> None:
    state = war("I")
    remove_lord(state, "henry_vi")
    remove_lord(state, "somerset_1")
    with pytest.raises(WarIsOver):
        Scripted(state).run(heirs.succession)
    assert state.war_winner == "york"
    assert not heirs.in_war(state, "margaret")


def test_6_3_I_york_march_and_rutland_gone_lose_war_i() -> None:
    state = war("I")
    for lord in ("york", "march"):
        dies(state, lord)
    assert not state.war_winner
    remove_lord(state, "rutland")
    with pytest.raises(WarIsOver):
        Scripted(state).run(heirs.succession)
    assert (state.war_winner, state.winner) == ("lancaster", "")


# War IIY


def test_6_3_IIY_edward_replaces_march_when_york_is_removed() -> None:
    state = war("IIY")
    assert {"Y14", "Y18", "Y19", "Y20"} <= set(state.cards["york"])
    dies(state, "york")
    assert (state.lords["march"].at, state.lords["edward_iv"].at) == ("out", "ludlow")
    assert (state.seats.get("march"), state.seats["edward_iv"]) == (None, "london")
    assert {"Y23", "Y24", "Y28", "Y31"} <= set(state.cards["york"])
    assert not {"Y14", "Y18", "Y19", "Y20"} & set(state.cards["york"])
    assert "march" not in state.removed


def test_6_3_IIY_rutland_as_king_adds_and_gloucester_follows_as_richard() -> None:
    state = war("IIY")
    dies(state, "york", "march")
    assert {"Y20", "Y21", "Y28", "Y35"} <= set(state.cards["york"])
    # two Heirs left: Pembroke comes to the next box
    assert (state.lords["pembroke"].at, state.lords["pembroke"].box) == ("calendar", 2)
    dies(state, "rutland")
    assert state.lords["richard_iii"].at == "calendar"
    assert state.lords["richard_iii"].box == 9
    assert {"Y32", "Y33", "Y34", "Y35"} <= set(state.cards["york"])
    assert not {"Y20", "Y21", "Y28"} & set(state.cards["york"])


def test_6_3_IIY_pembroke_comes_once() -> None:
    state = war("IIY", "rutland")
    assert state.lords["pembroke"].at == "out"
    dies(state, "march")
    assert state.lords["pembroke"].box == 2
    dies(state, "pembroke")
    assert state.lords["pembroke"].at == "out"


def test_6_3_IIY_margaret_follows_henry_without_exile() -> None:
    state = war("IIY")
    assert {"L17", "L18", "L20", "L21"} <= set(state.cards["lancaster"])
    dies(state, "henry_vi")
    assert (state.lords["margaret"].box, state.lords["margaret"].exile) == (2, False)
    cards = set(state.cards["lancaster"])
    assert {"L27", "L28", "L31"} <= cards
    assert not {"L17", "L18", "L20", "L21"} & cards


def test_6_3_IIY_a_somerset_as_highest_heir_keeps_shared_cards_in_place() -> None:
    state = war("IIY", "margaret")
    put(state, "somerset_1", "wells")
    state.lords["somerset_1"].capabilities = ["L20"]
    game = dies(state, "henry_vi")
    assert state.lords["somerset_1"].capabilities == ["L20"]
    assert not any("L20" in text for text in game.story)
    assert {"L20", "L21", "L27"} <= set(state.cards["lancaster"])
    assert not {"L17", "L18"} & set(state.cards["lancaster"])


def test_6_3_IIY_a_removed_heir_does_not_come_back() -> None:
    state = war("IIY", "margaret", "somerset_2")
    dies(state, "henry_vi")
    assert not heirs.in_war(state, "margaret")
    remove_lord(state, "somerset_1")
    with pytest.raises(WarIsOver):
        Scripted(state).run(heirs.succession)
    assert (state.war_winner, state.winner) == ("york", "")


def test_c104_all_four_yorkists_gone_end_the_game() -> None:
    state = war("IIY", "york", "rutland")
    dies(state, "edward_iv")
    remove_lord(state, "richard_iii")
    with pytest.raises(WarIsOver):
        Scripted(state).run(heirs.succession)
    assert state.winner == "lancaster"
    assert "Dynastic" in state.ending


# Held cards that leave


def test_6_2_2_no_card_is_asked_for_once_the_war_is_lost() -> None:
    state = war("IIY", "henry_vi", "margaret", "somerset_2")
    assert "L20" in state.cards["lancaster"]
    state.held["lancaster"] = ["x"]
    remove_lord(state, "somerset_1")
    game = Scripted(state)
    with pytest.raises(WarIsOver):
        game.run(heirs.succession)
    assert state.war_winner == "york"
    assert game.asked == []


def test_6_2_2_a_held_event_that_leaves_is_shown() -> None:
    state = war("IIY")
    state.held["york"] = ["x", "y"]
    secrets = {"x": "Y1", "y": "Y19"}
    remove_lord(state, "york")
    game = Scripted(state, ["discard y19", "no"], secrets=secrets)
    game.run(heirs.succession)
    assert state.held["york"] == ["x"]
    asked = [request for request in game.asked if request.kind == "leaving"]
    # Y14 and Y18 are no Hold Events: no question. Y20 leaves as well.
    assert [request.question[:8] for request in asked] == ["Caltrops", "Yorkist "]
    assert {option.shows for option in asked[0].options} == {"Y19", ""}
    assert {option.unheld for option in asked[0].options} == {"Y19", ""}


def test_6_2_2_nothing_is_asked_where_all_can_see_it() -> None:
    state = war("IIY")
    state.held["york"] = ["x"]
    state.lords["rutland"].capabilities = ["Y20"]
    state.lords["march"].capabilities = ["Y14"]
    state.in_force = ["Y18"]
    remove_lord(state, "york")
    game = Scripted(state, ["no"], secrets={"x": "Y1"})
    game.run(heirs.succession)
    assert [request.question[:8] for request in game.asked] == ["Caltrops"]
    assert state.in_force == []
    assert state.lords["edward_iv"].capabilities == state.lords["rutland"].capabilities == []


def test_6_2_2_a_card_played_in_the_present_battle_leaves_without_a_question() -> None:
    state = war("IIY")
    state.held["york"] = ["x"]
    put(state, "rutland", "york")
    put(state, "henry_vi", "york")
    arrayed(state, "york", {"rutland": "center", "henry_vi": "center"}).events = ["Y19"]
    remove_lord(state, "york")
    game = Scripted(state, ["no"], secrets={"x": "Y1"})
    game.run(heirs.succession)
    assert [request.question[:8] for request in game.asked] == ["Yorkist "]
    assert "Y19" not in state.cards["york"]
    assert array_events(state) == ["Y19"], "it acts to the end of the Battle"


def array_events(state: State) -> list[str]:
    assert state.battle is not None
    return state.battle.events


def test_1_5_3_with_hidden_mats_a_leaving_card_is_asked_for_wherever_it_is() -> None:
    for at_mat in ([], ["Y20"]):
        state = war("IIY")
        state.options["hidden_mats"] = "yes"
        state.held["york"] = ["x"]
        put(state, "rutland", "york")
        state.lords["rutland"].capabilities = list(at_mat)
        remove_lord(state, "york")
        game = Scripted(state, ["no", "no"], secrets={"x": "Y1"})
        game.run(heirs.succession)
        assert [request.question[:8] for request in game.asked] == ["Caltrops", "Yorkist "]
        assert state.lords["rutland"].capabilities == []


def test_6_2_2_a_special_vassal_leaves_with_his_card() -> None:
    state = war("IIY")
    put(state, "clarence", "york")
    state.lords["clarence"].capabilities = ["L21"]
    state.lords["clarence"].vassals = ["clifford"]
    state.cards["lancaster"].append("L19")
    heirs.dismiss_special(state, "clarence", "L21")
    assert state.lords["clarence"].vassals == state.lords["clarence"].capabilities == []


# War IIL


def test_6_3_IIY_somerset_2_goes_to_the_next_box() -> None:
    state = war("IIY")
    state.box = 4
    put(state, "somerset_1", "wells")
    dies(state, "somerset_1")
    assert (state.lords["somerset_2"].at, state.lords["somerset_2"].box) == ("calendar", 5)
    assert state.seats["somerset_2"] == "wells"


def test_6_3_IIL_cards_follow_the_king_and_the_highest_heir() -> None:
    state = war("IIL")
    assert {"L15", "L17"} <= set(state.cards["lancaster"])
    assert {"Y14", "Y20"} <= set(state.cards["york"])
    dies(state, "york", "henry_vi")
    assert {"Y20", "Y21"} <= set(state.cards["york"])
    assert "Y14" not in state.cards["york"]
    assert {"L27", "L31"} <= set(state.cards["lancaster"])
    assert not {"L15", "L17"} & set(state.cards["lancaster"])
    dies(state, "margaret", "march", "rutland")
    assert {"L16", "L27"} <= set(state.cards["lancaster"])
    assert "L31" not in state.cards["lancaster"]
    assert {"Y25", "Y30"} <= set(state.cards["york"])


def test_6_2_2_example_y20_stays_where_it_is() -> None:
    state = war("IIL")
    put(state, "march", "ludlow")
    state.lords["march"].capabilities = ["Y20"]
    game = dies(state, "york")
    assert state.lords["march"].capabilities == ["Y20"]
    assert not any("Y20" in text for text in game.story)


# The third War


def test_6_3_IIIY_removal_changes_neither_lords_nor_cards() -> None:
    state = war("IIIY")
    before = {side: list(cards) for side, cards in state.cards.items()}
    dies(state, "york")
    assert state.lords["march"].at == "ludlow"
    assert state.lords["edward_iv"].at == "out"
    assert state.cards == before


def test_6_0_the_last_heir_of_the_third_war_loses_the_game() -> None:
    state = war("IIIY")
    remove_lord(state, "margaret")
    with pytest.raises(WarIsOver):
        Scripted(state).run(heirs.succession)
    assert state.winner == "york"


def test_6_0_setup_counts_as_removal_in_the_third_war() -> None:
    state = war("IIIY")  # York and March stay, Rutland and Gloucester are put aside
    dies(state, "york")
    remove_lord(state, "march")
    with pytest.raises(WarIsOver):
        Scripted(state).run(heirs.succession)
    assert state.winner == "lancaster"


# Y28


@pytest.mark.parametrize(("id", "kept"), [("IIY", False), ("IIL", False), ("II", True)])
def test_6_3_IIY_gloucester_as_heir_is_set_aside(id: str, kept: bool) -> None:
    state = setup("II") if id == "II" else war(id, "york")
    assert "Y28" in state.cards["york"]
    state.in_force = ["Y28"]
    discard_this_levy(state)
    assert state.in_force == []
    assert ("Y28" in state.cards["york"]) == kept
    assert state.set_aside == ([] if kept else ["Y28"])
    if not kept:
        dies(state)  # and it stays away
        assert "Y28" not in state.cards["york"]


# In the middle of other rules


def test_6_2_2_a_death_in_battle_calls_the_heir_at_once() -> None:
    state = war("IIY")
    put(state, "york", "coventry")
    put(state, "march", "coventry")
    put(state, "warwick_l", "coventry")
    arrayed(state, "york", {"york": "gone", "march": "center", "warwick_l": "gone"})
    game = Scripted(state, [], [1, 6])  # the Defender checks first
    state.lords["warwick_l"].carts = state.lords["warwick_l"].provender = 0
    game.run(ending.ending)
    assert state.battle is not None
    assert "edward_iv" in state.battle.lords
    assert state.lords["edward_iv"].at == "coventry"


def test_6_2_2_a_replaced_lord_checks_death_under_his_new_name() -> None:
    state = war("IIY")
    for lord in ("york", "march", "warwick_l"):
        put(state, lord, "coventry")
        state.lords[lord].carts = state.lords[lord].provender = 0
    arrayed(state, "york", {"york": "gone", "march": "gone", "warwick_l": "center"})
    game = Scripted(state, ["york: check death"], [6, 6])
    game.run(ending.ending)
    assert [label for label, _ in game.rolled] == ["death york", "death edward_iv"]
    assert state.removed == ["york", "edward_iv"]
    assert heirs.present(state, "york")[0].id == "rutland"


def test_4_8_2_shipwreck_is_a_removal_too() -> None:
    state = war("IIY")
    for lord in ("york", "march"):
        put(state, lord, "north_sea", provender=4)
    game = Scripted(state, ["edward_iv: land scarborough"], [1, 6])
    state.lords = {id: state.lords[id] for id in sorted(state.lords, key=lambda id: id != "york")}
    game.run(disembark)
    assert (state.lords["york"].at, state.lords["march"].at) == ("out", "out")
    assert state.lords["edward_iv"].at == "scarborough"


def test_6_0_the_end_of_a_war_stops_the_step_at_once() -> None:
    state = war("I")
    state.step = "disembark"
    for lord in ("york", "march", "rutland", "salisbury"):
        put(state, lord, "north_sea")
    game = Scripted(state, [], [1, 1, 1])
    state.lords = {
        id: state.lords[id] for id in sorted(state.lords, key=lambda id: id == "salisbury")
    }
    game.run(step)
    assert (state.step, state.war_winner) == ("respite", "lancaster")
    assert state.lords["salisbury"].at == "north_sea"
