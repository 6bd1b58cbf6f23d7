"""Capabilities that act on Hits, Strikes and Engagements (4.4.2)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s4_4_1_array as array
from pbem.games.plantagenet import s4_4_2_engage as engage
from pbem.games.plantagenet import s4_4_2_strike as strike
from pbem.games.plantagenet.state import Battle, State
from tests.plantagenet.battlefield import arrayed, battlefield
from tests.plantagenet.cards.hand import fight, give
from tests.scripted import Scripted

ONE = {"militia": 1}


def field(places: dict[str, str], **cards: str) -> tuple[State, Battle]:
    """The Yorkists Attack, one Militia each; `cards` by Lord."""
    state = battlefield(dict.fromkeys(places, ONE))
    for lord, card in cards.items():
        give(state, lord, card)
    return state, arrayed(state, "york", places)


def guns(card: str, lord: str, enemy: str) -> None:
    """A die of Missile Hits in Round 1 from a Front Lord, for the card; kept it stays."""
    state = battlefield({lord: ONE, enemy: ONE})
    give(state, lord, card)
    side = "york" if card.startswith("Y") else "lancaster"
    arrayed(state, "york", {lord: "center", enemy: "center"})
    Scripted(state, [f"{lord}: keep"]).run(array.events)
    assert state.lords[lord].capabilities == [card]
    game = Scripted(state, [f"{lord}: fire"])
    game.run(array.events)
    assert state.lords[lord].capabilities == []
    assert Scripted(state).run(strike.card_hits, side, [lord], "melee") == 0
    game = Scripted(state, [], [4])
    assert game.run(strike.card_hits, side, [lord], "missile") == 4
    assert game.rolled == [(f"guns of {lord}", 4)]
    assert Scripted(state).run(strike.card_hits, side, [lord], "missile") == 0


def test_y1_capability_culverins_add_a_die_of_missile_hits_in_round_1() -> None:
    guns("Y1", "york", "exeter_1")


def test_y2_capability_culverins_add_a_die_of_missile_hits_in_round_1() -> None:
    guns("Y2", "march", "exeter_1")


def test_l1_capability_culverins_add_a_die_of_missile_hits_in_round_1() -> None:
    guns("L1", "exeter_1", "york")


def test_l2_capability_culverins_add_a_die_of_missile_hits_in_round_1() -> None:
    guns("L2", "somerset_1", "york")


def test_c63_only_front_lords_use_culverins_and_not_after_round_1() -> None:
    state, battle = field(
        {"york": "center", "march": "reserve", "exeter_1": "center"}, york="Y1", march="Y2"
    )
    game = Scripted(state, ["york: fire"])
    game.run(array.events)
    assert len(game.asked) == 1
    battle.round = 2
    assert Scripted(state).run(strike.card_hits, "york", ["york"], "missile") == 0


@pytest.mark.parametrize("cut_off", ["york", "exeter_1"])
def test_c63_no_guns_where_a_ravine_leaves_nobody_to_engage_in_round_1(cut_off: str) -> None:
    state, battle = field({"york": "center", "exeter_1": "center"}, york="Y1", exeter_1="L1")
    battle.lords[cut_off].cut_off = True
    game = Scripted(state)
    game.run(array.events)
    assert game.asked == []


def test_c63_guns_of_others_fire_beside_a_ravine() -> None:
    places = {"york": "center", "march": "left", "exeter_1": "center"}
    state, battle = field(places, york="Y1", march="Y2", exeter_1="L1")
    battle.lords["york"].cut_off = True
    game = Scripted(state, ["exeter_1: fire", "march: fire"])
    game.run(array.events)
    assert battle.lords["march"].guns == battle.lords["exeter_1"].guns == 1


def test_c63_the_defender_decides_first_and_the_dice_count_in_the_total() -> None:
    state, _ = field({"york": "center", "exeter_1": "center"}, york="Y1", exeter_1="L1")
    game = Scripted(state, ["exeter_1: keep", "york: fire"])
    game.run(array.events)
    assert [request.side for request in game.asked] == ["lancaster", "york"]
    answers = ["exeter_1: retinue all", "york: retinue all"]
    game = Scripted(state, answers, [2, *(1, 1, 1), 1])
    game.run(strike.strike, ["exeter_1", "york"], "missile")
    assert "York strikes with 3 Hits" in game.story[0], "two and a half, rounded up"


def test_y32_capability_final_charge_gives_three_hits_for_one_on_the_retinue() -> None:
    """Seven Hits on Oxford, five on Richard, whose Retinue takes the first."""
    state, battle = field({"richard_iii": "center", "oxford": "center"}, richard_iii="Y32")
    answers = ["richard_iii: charge", "oxford: retinue all"]
    game = Scripted(state, answers, [*[1] * 7, 5, 1, 1, 1, 1])
    game.run(strike.strike, ["oxford", "richard_iii"], "melee")
    text = "Melee: Oxford strikes with 5 Hits, Richard III strikes with 7 Hits."
    assert text in game.story
    labels = [label for label, _ in game.rolled]
    assert labels[7:9] == ["protection richard_iii retinue", "protection richard_iii militia"]
    assert battle.lords["richard_iii"].routed_retinue
    assert battle.lords["richard_iii"].charge == 0


def test_y32_capability_final_charge_not_with_missiles_nor_a_routed_retinue() -> None:
    state, battle = field({"richard_iii": "center", "oxford": "center"}, richard_iii="Y32")
    group = ["richard_iii"]
    assert Scripted(state).run(strike.card_hits, "york", group, "missile") == 0
    game = Scripted(state, ["richard_iii: hold"])
    assert game.run(strike.card_hits, "york", group, "melee") == 0
    assert battle.lords["richard_iii"].charge == 0
    battle.lords["richard_iii"].routed_retinue = True
    assert Scripted(state).run(strike.card_hits, "york", group, "melee") == 0


def test_c62_no_final_charge_nor_caltrops_at_an_enemy_without_units() -> None:
    state, battle = field({"richard_iii": "center", "oxford": "center"}, richard_iii="Y32")
    battle.events.append("Y19")
    battle.waiting = [["march", "exeter_1"]]
    battle.lords["oxford"].routed_retinue = True
    battle.lords["oxford"].routed.militia = 1
    game = Scripted(state)
    game.run(strike.strike, ["oxford", "richard_iii"], "melee")
    assert game.asked == []
    assert battle.memo == {}, "the Caltrops are left for the other Engagement"


def test_y36_capability_vanguard_fights_round_1_alone() -> None:
    places = {"york": "center", "norfolk": "left", "exeter_1": "center", "henry_vi": "left"}
    state, battle = field(places, norfolk="Y36")
    groups = Scripted(state, ["norfolk: alone"]).run(engage.engage)
    assert [sorted(group) for group in groups] == [["henry_vi", "norfolk"]]
    game = Scripted(state, ["fight all", "fight left center"])
    groups = game.run(engage.engage)
    assert [sorted(group) for group in groups] == [["henry_vi", "norfolk"], ["exeter_1", "york"]]
    battle.round = 2
    assert len(Scripted(state, ["fight center left"]).run(engage.engage)) == 2


def test_y36_capability_vanguard_without_choice_in_a_single_engagement() -> None:
    state, _ = field({"norfolk": "center", "exeter_1": "center"}, norfolk="Y36")
    assert len(Scripted(state).run(engage.engage)) == 1


def test_l31_capability_yeomen_of_the_crown_rout_in_place_of_her_retinue() -> None:
    state = battlefield({"york": ONE, "margaret": {"men_at_arms": 1, "militia": 1}})
    give(state, "margaret", "L31")
    battle = arrayed(state, "york", {"york": "center", "margaret": "center"}, valour=1)
    margaret = battle.lords["margaret"]
    answers = ["reroll", "margaret: rout men_at_arms"]
    Scripted(state, answers, [6, 6]).run(strike.take_hit, "margaret", "retinue", "melee", True)
    assert not margaret.routed_retinue
    assert margaret.routed.men_at_arms == 1
    Scripted(state, [], [6]).run(strike.take_hit, "margaret", "retinue", "melee", True)
    assert margaret.routed_retinue


def test_l31_capability_yeomen_are_not_obliged_and_help_nobody_else() -> None:
    state = battlefield({"york": ONE, "margaret": {"men_at_arms": 2, "militia": 1}})
    give(state, "margaret", "L31")
    battle = arrayed(state, "york", {"york": "center", "margaret": "center"})
    margaret = battle.lords["margaret"]
    Scripted(state, [], [6]).run(strike.take_hit, "margaret", "militia", "melee", True)
    game = Scripted(state, ["margaret: rout retinue"], [6])
    game.run(strike.take_hit, "margaret", "retinue", "melee", True)
    assert margaret.routed_retinue
    assert margaret.routed.men_at_arms == 0


def test_1_9_1_guns_that_were_not_used_stay_after_the_battle() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    give(state, "york", "Y1")
    fight(state, ["york: keep", "exeter_1: flee"], [1])
    assert state.lords["york"].capabilities == ["Y1"]
