"""4.8 End Campaign: 4.8.1 Tides of War, 4.8.2 Disembark, 4.8.4 Grow, 4.8.5 Waste, 4.8.6 Reset."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s4_8_end_campaign as rule
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_8_1_tides_of_war import awards
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import army, empty, favour, lines, put, vassal
from tests.scripted import Scripted


@pytest.fixture
def quiet() -> State:
    """A Turn without marks, nobody on the map, Influence 0."""
    state = empty()
    state.box = 2
    state.influence = 0
    return state


def points(state: State, side: str) -> int:
    return sum(number for number, _ in awards(state, side))


# 4.8.1 Tides of War


def test_4_8_1_one_point_for_any_lords_in_an_area(quiet: State) -> None:
    put(quiet, "york", "ludlow")
    put(quiet, "march", "pembroke")
    put(quiet, "salisbury", "dover")
    put(quiet, "somerset_1", "cardiff")
    assert points(quiet, "york") == 2
    assert points(quiet, "lancaster") == 1


def test_4_8_1_two_points_to_dominate_regardless_of_lords(quiet: State) -> None:
    favour(quiet, "york", *facts().areas["north"])
    put(quiet, "somerset_1", "carlisle")
    assert awards(quiet, "york")[0] == (2, "Dominating the North")
    assert (1, "a Lord in the North") in awards(quiet, "lancaster")
    del quiet.favour["hexham"]
    assert (2, "Dominating the North") not in awards(quiet, "york")


def test_c79_harlech_counts_for_dominating_wales(quiet: State) -> None:
    wales = [place for place in facts().areas["wales"] if place != "harlech"]
    favour(quiet, "york", *wales)
    assert (2, "Dominating Wales") not in awards(quiet, "york")
    favour(quiet, "york", "harlech")
    assert (2, "Dominating Wales") in awards(quiet, "york")


@pytest.mark.parametrize(("place", "worth"), [("london", 2), ("calais", 2), ("harlech", 1)])
def test_4_8_1_special_strongholds(quiet: State, place: str, worth: int) -> None:
    favour(quiet, "york", place)
    assert points(quiet, "york") == worth
    put(quiet, "march", place)
    here = 1 if place == "harlech" else 0
    assert points(quiet, "york") == worth + here


def test_4_8_1_no_award_for_a_special_stronghold_with_an_enemy_lord(quiet: State) -> None:
    favour(quiet, "york", "london")
    put(quiet, "somerset_1", "london")
    assert points(quiet, "york") == 0
    assert points(quiet, "lancaster") == 0


def test_4_8_1_example_five_cities_to_one(quiet: State) -> None:
    favour(quiet, "york", "bristol", "ely", "lincoln", "oxford", "wells")
    favour(quiet, "lancaster", "york")
    assert points(quiet, "york") == 2
    assert points(quiet, "lancaster") == 0


def test_4_8_1_one_point_each_for_most_towns_and_fortresses(quiet: State) -> None:
    favour(quiet, "lancaster", "derby", "lynn")
    assert points(quiet, "lancaster") == 2


def test_c79_nobody_scores_for_equal_numbers(quiet: State) -> None:
    favour(quiet, "york", "derby")
    favour(quiet, "lancaster", "bedford")
    assert points(quiet, "york") == points(quiet, "lancaster") == 0


def test_c79_special_strongholds_are_no_cities(quiet: State) -> None:
    favour(quiet, "york", "london")
    favour(quiet, "lancaster", "ely")
    assert awards(quiet, "lancaster") == [(2, "the most Cities")]


@pytest.mark.parametrize("box", [1, 4, 6, 9, 11, 14])
def test_4_8_1_marked_turns_bring_printed_ratings_exile_boxes_too(box: int) -> None:
    state = empty()
    state.box = box
    put(state, "york", "ely")
    put(state, "march", "burgundy")
    assert points(state, "york") == 5 + 2


@pytest.mark.parametrize("box", [2, 3, 5, 7, 8, 10, 12, 13, 15])
def test_4_8_1_other_turns_do_not(box: int) -> None:
    state = empty()
    state.box = box
    put(state, "york", "ely")
    assert points(state, "york") == 0


def test_c12_a_lord_at_sea_scores_nothing() -> None:
    state = empty()
    put(state, "warwick_y", "north_sea")
    assert points(state, "york") == 0


def test_c14_all_gains_are_netted_and_applied_once(quiet: State) -> None:
    quiet.influence = 44
    favour(quiet, "york", "london", "calais", "harlech")
    favour(quiet, "lancaster", "ely", "derby")
    Scripted(quiet).run(rule.tides_of_war)
    assert quiet.influence == 45
    quiet.influence = 44
    favour(quiet, "lancaster", "lynn", "london", "calais")
    Scripted(quiet).run(rule.tides_of_war)
    assert quiet.influence == 44 + 1 - 8


def test_4_8_1_every_award_is_told(quiet: State) -> None:
    favour(quiet, "york", "london", "ely")
    game = Scripted(quiet)
    game.run(rule.tides_of_war)
    assert "2 for Favour at London; 2 for the most Cities" in " ".join(game.story)


# 4.8.2 Disembark


def test_4_8_2_shipwreck_removes_the_lord_and_costs_as_unpaid(quiet: State) -> None:
    put(quiet, "warwick_y", "english_channel")
    vassal(quiet, "warwick_y", "devon")
    game = Scripted(quiet, dice=[4])
    game.run(rule.disembark)
    assert quiet.lords["warwick_y"].at == "out"
    assert "warwick_y" not in quiet.seats
    assert quiet.influence == -5 - 1
    assert quiet.vassals["devon"].status == "disbanded"


def test_4_8_2_landing_at_any_port_of_that_sea_whatever_its_favour(quiet: State) -> None:
    put(quiet, "warwick_y", "english_channel", provender=2)
    favour(quiet, "lancaster", "dover")
    put(quiet, "somerset_1", "calais")
    with pytest.raises(IllegalOrder, match="Enemy Lord"):
        Scripted(quiet, ["warwick: land calais"], dice=[5]).run(rule.disembark)
    game = Scripted(quiet, ["warwick: land dover"], dice=[5])
    game.run(rule.disembark)
    assert quiet.lords["warwick_y"].at == "dover"
    assert "warwick_y: land calais" not in lines(game.asked[0].menu)


def test_c123_owain_glyndwr_does_not_keep_a_landing_out_of_wales(quiet: State) -> None:
    quiet.in_force.append("Y25")
    put(quiet, "somerset_1", "irish_sea", provender=2)
    Scripted(quiet, ["somerset_1: land pembroke"], dice=[5]).run(rule.disembark)
    assert quiet.lords["somerset_1"].at == "pembroke"


def test_4_8_2_landed_lords_feed_at_once(quiet: State) -> None:
    put(quiet, "warwick_y", "english_channel", provender=1)
    Scripted(quiet, ["warwick: land dover"], dice=[6]).run(rule.disembark)
    assert quiet.lords["warwick_y"].provender == 0


def test_4_8_2_without_provender_they_pillage(quiet: State) -> None:
    put(quiet, "warwick_y", "english_channel", provender=0)
    Scripted(quiet, ["warwick: land dover"], dice=[6]).run(rule.disembark)
    assert quiet.wear["dover"] == "exhausted"
    assert quiet.influence == -4


def test_4_8_2_without_a_free_port_they_disband_normally(quiet: State) -> None:
    put(quiet, "warwick_y", "irish_sea")
    for port, lord in zip(
        facts().ports["irish_sea"], ["somerset_1", "exeter_1", "henry_vi"], strict=True
    ):
        put(quiet, lord, port)
    Scripted(quiet, dice=[5]).run(rule.disembark)
    assert quiet.lords["warwick_y"].at == "calendar"
    assert not quiet.lords["warwick_y"].exile
    assert quiet.influence == 0


def test_c80_each_lord_rolls_alone_rebels_first(quiet: State) -> None:
    put(quiet, "somerset_1", "north_sea")
    put(quiet, "york", "irish_sea")
    put(quiet, "march", "irish_sea")
    game = Scripted(quiet, dice=[1, 2, 3])
    game.run(rule.disembark)
    assert [label for label, _ in game.rolled] == [
        "york disembark",
        "march disembark",
        "somerset_1 disembark",
    ]


# 4.8.4 Grow


@pytest.mark.parametrize("box", range(1, 16))
def test_4_8_4_grow_in_boxes_4_9_and_14(box: int) -> None:
    state = empty()
    state.box = box
    state.wear = {"ely": "depleted", "london": "exhausted", "ireland": "exhausted"}
    Scripted(state).run(rule.grow)
    if box in (4, 9, 14):
        assert state.wear == {"london": "depleted", "ireland": "depleted"}
    else:
        assert state.wear["ely"] == "depleted"


# 4.8.5 Waste


def test_4_8_5_waste_halves_provender_and_transport_rounded_up() -> None:
    state = empty()
    state.box = 5
    put(state, "york", "ely", provender=5, carts=4, ships=1)
    put(state, "march", "ireland", provender=3, carts=0, ships=2)
    Scripted(state).run(rule.waste)
    york, march = state.lords["york"], state.lords["march"]
    assert (york.provender, york.carts, york.ships) == (3, 2, 1)
    assert (march.provender, march.carts, march.ships) == (2, 0, 1)


def test_c83_coin_and_troops_up_or_down_to_the_card() -> None:
    state = empty()
    state.box = 10
    put(state, "york", "ely", coin=7)
    army(state, "york", men_at_arms=5, militia=1)
    put(state, "march", "ely", coin=0)
    Scripted(state).run(rule.waste)
    assert state.lords["york"].coin == 2
    assert forces.present(state.lords["york"].troops) == {
        "men_at_arms": 2,
        "longbowmen": 2,
        "militia": 2,
    }
    assert state.lords["march"].coin == 1


def test_4_8_5_mercenaries_handgunners_and_vassals_stay() -> None:
    state = empty()
    state.box = 5
    put(state, "york", "ely")
    army(state, "york", mercenaries=6, handgunners=2)
    vassal(state, "york", "devon")
    Scripted(state).run(rule.waste)
    assert state.lords["york"].troops.mercenaries == 6
    assert state.lords["york"].troops.handgunners == 2
    assert state.lords["york"].troops.men_at_arms == 2
    assert state.lords["york"].vassals == ["devon"]


def test_c83_all_surplus_goes_before_anything_is_added() -> None:
    state = empty()
    state.box = 5
    put(state, "york", "ely")
    put(state, "somerset_1", "london")
    army(state, "york", militia=1)
    army(state, "somerset_1", men_at_arms=35)
    Scripted(state).run(rule.waste)
    assert state.lords["york"].troops.men_at_arms == 2
    assert state.lords["somerset_1"].troops.men_at_arms == 2


@pytest.mark.parametrize("box", [1, 4, 9, 11, 15])
def test_4_8_5_no_waste_in_other_boxes(box: int) -> None:
    state = empty()
    state.box = box
    put(state, "york", "ely", coin=7)
    Scripted(state).run(rule.waste)
    assert state.lords["york"].coin == 7


# 4.8.6 Reset


def test_4_8_6_this_campaign_events_leave_and_the_marker_advances() -> None:
    state = empty()
    campaign = [c for c, row in facts().cards.items() if row.event_kind == "this_campaign"]
    state.in_force = [campaign[0]]
    state.flipped["york"] = ["pass"]
    Scripted(state).run(rule.reset)
    assert state.in_force == []
    assert state.box == 2
    assert state.flipped == {"york": [], "lancaster": []}


def test_4_8_6_held_cards_may_be_discarded_rebels_first() -> None:
    state = empty()
    holds = {
        side: [c for c in state.cards[side] if facts().cards[c].event_kind == "hold"]
        for side in ("york", "lancaster")
    }
    state.held = {"york": ["a", "b"], "lancaster": ["c"]}
    secrets = {"a": holds["york"][0], "b": holds["york"][1], "c": holds["lancaster"][0]}
    game = Scripted(state, [f"discard {secrets['b']}", "keep", "keep"], secrets=secrets)
    game.run(rule.reset)
    assert [request.side for request in game.asked] == ["york", "york", "lancaster"]
    assert state.held == {"york": ["a"], "lancaster": ["c"]}


def test_4_8_6_the_menu_tells_nothing_about_the_hand() -> None:
    menus = []
    for card in ("Y1", "Y3"):
        state = empty()
        state.held["york"] = ["a"]
        game = Scripted(state, ["keep"], secrets={"a": card})
        game.run(rule.reset)
        assert not game.asked[0].forced
        menus.append(game.asked[0].options)
    assert menus[0] == menus[1]


def test_3_1_4_only_cards_that_could_be_held_are_offered() -> None:
    state = empty()
    holds = [c for c in state.cards["york"] if facts().cards[c].event_kind == "hold"]
    put(state, "york", "ely")
    state.lords["york"].capabilities = [holds[0]]
    assert rule.holdable(state, "york") == holds[1:]


def test_4_8_6_without_held_cards_nobody_is_asked() -> None:
    game = Scripted(empty())
    game.run(rule.reset)
    assert game.asked == []
