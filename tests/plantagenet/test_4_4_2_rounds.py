"""4.4.2 Rounds: Flee, Reposition, Engage, Lord Rout."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s4_4_2_engage as engage
from pbem.games.plantagenet import s4_4_2_rounds as rule
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.state import Battle, State
from pbem.web.seat.highlights import concerns
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.says import sentence
from tests.scripted import Scripted

MEN = {"men_at_arms": 2}


def field(attacker: str = "york", **places: str) -> tuple[State, Battle]:
    state = battlefield(dict.fromkeys(places, MEN))
    return state, arrayed(state, attacker, places)


def lines(game: Scripted, number: int) -> list[str]:
    return [option.line for option in game.asked[number].options]


# Flee


def test_4_4_2_defenders_then_attackers_declare_who_flees_each_round() -> None:
    state, battle = field(york="center", march="left", henry_vi="center")
    game = Scripted(state, ["stand", "march: flee", "stand"])
    game.run(rule.flee)
    assert [request.side for request in game.asked] == ["lancaster", "york", "york"]
    assert lines(game, 1) == ["york: flee", "march: flee", "flee all", "stand"]
    assert (battle.lords["march"].fled, battle.lords["march"].place) == (True, "gone")
    assert not battle.lords["york"].fled


def test_4_4_2_a_lord_in_reserve_may_flee() -> None:
    state, battle = field(york="center", march="reserve", henry_vi="center")
    Scripted(state, ["stand", "march: flee", "stand"]).run(rule.flee)
    assert battle.lords["march"].fled


def test_4_4_2_if_all_lords_of_a_side_flee_the_battle_ends_at_once() -> None:
    state, battle = field(york="center", henry_vi="center", somerset_1="left")
    game = Scripted(state, ["flee all"])
    battle.round = 0
    game.run(rule.rounds)
    assert [request.side for request in game.asked] == ["lancaster"]
    assert rule.is_decided(battle)
    assert battle.lords["york"].place == "center"


def test_4_4_2_who_has_routed_cannot_flee() -> None:
    state, battle = field(york="center", henry_vi="center", somerset_1="gone")
    game = Scripted(state, ["stand", "stand"])
    game.run(rule.flee)
    assert lines(game, 0) == ["henry_vi: flee", "stand"]
    with pytest.raises(IllegalOrder, match="Routed already"):
        match(game.asked[0], "somerset_1: flee")
    assert not battle.lords["somerset_1"].fled


# Reposition


def test_4_4_2_reserve_advances_into_an_empty_front_position() -> None:
    state, battle = field(
        york="center", march="left", rutland="right", salisbury="reserve", henry_vi="center"
    )
    battle.lords["rutland"].place = "gone"
    Scripted(state).run(rule.reposition)
    assert battle.lords["salisbury"].place == "right"


def test_4_4_2_defender_then_attacker_advance_as_they_choose() -> None:
    state, battle = field(
        york="center",
        march="reserve",
        henry_vi="center",
        somerset_1="reserve",
        exeter_1="reserve",
    )
    game = Scripted(state, ["exeter_1: right", "march: left"])
    game.run(rule.reposition)
    assert [request.side for request in game.asked] == ["lancaster", "lancaster", "york"]
    assert lines(game, 0) == [
        "somerset_1: left",
        "somerset_1: right",
        "exeter_1: left",
        "exeter_1: right",
    ]
    assert battle.lords["somerset_1"].place == "left"
    assert battle.lords["march"].place == "left"


def test_4_4_2_one_lord_per_position_others_stay_in_reserve() -> None:
    state, battle = field(
        york="center",
        henry_vi="center",
        somerset_1="left",
        exeter_1="right",
        buckingham="reserve",
    )
    assert Scripted(state).run(rule.reposition) is None
    assert battle.lords["buckingham"].place == "reserve"


def test_4_4_2_an_empty_center_must_be_filled_from_a_wing_of_choice() -> None:
    state, battle = field(york="left", march="right", henry_vi="center")
    game = Scripted(state, ["march: center"])
    game.run(rule.reposition)
    assert lines(game, 0) == ["york: center", "march: center"]
    assert battle.lords["march"].place == "center"
    assert battle.lords["york"].place == "left"


def test_4_4_2_both_sides_refill_the_center_defender_first() -> None:
    state, battle = field(york="left", henry_vi="right")
    game = Scripted(state)
    game.run(rule.reposition)
    assert [request.side for request in game.asked] == ["lancaster", "york"]
    assert battle.lords["york"].place == battle.lords["henry_vi"].place == "center"


def test_4_4_2_reserve_may_fill_the_center_so_that_nobody_slides() -> None:
    state, battle = field(york="left", march="right", rutland="reserve", henry_vi="center")
    Scripted(state).run(rule.reposition)
    assert battle.lords["rutland"].place == "center"
    assert battle.lords["york"].place == "left"


# Engage


def test_4_4_2_opposite_lords_fight_each_other() -> None:
    state, _ = field(york="center", march="left", henry_vi="center", somerset_1="left")
    game = Scripted(state, ["fight left center"])
    assert game.run(engage.engage) == [["march", "somerset_1"], ["york", "henry_vi"]]
    assert "Engagement on the left: March fights Somerset (1)." in game.story


def test_4_4_2_the_attacker_declares_the_order_of_engagements() -> None:
    state, _ = field(
        "lancaster",
        york="center",
        march="left",
        rutland="right",
        henry_vi="center",
        somerset_1="left",
        exeter_1="right",
    )
    game = Scripted(state, ["fight right center left"])
    engagements = game.run(engage.engage)
    assert [request.side for request in game.asked] == ["lancaster"]
    assert len(game.asked[0].options) == 6
    assert [group[0] for group in engagements] == ["rutland", "york", "march"]


def test_4_4_2_flanking_example_all_four_lords_form_one_engagement() -> None:
    """B and C oppose each other, A Flanks C, D Flanks B."""
    state, _ = field(york="left", march="center", henry_vi="center", somerset_1="right")
    game = Scripted(state)
    engagements = game.run(engage.engage)
    assert engagements == [["york", "march", "henry_vi", "somerset_1"]]
    assert game.asked == []
    assert game.story == [
        "Engagement in the center: York Flanks Henry VI, March fights Henry VI, "
        "Somerset (1) Flanks March."
    ]


def test_4_4_2_a_wing_flanks_the_center_even_if_the_far_wing_is_there() -> None:
    _, battle = field(york="left", march="center", henry_vi="center", somerset_1="right")
    assert engage.opponents(battle, "york") == ["henry_vi"]
    battle.lords["york"].place = "right"
    assert engage.opponents(battle, "york") == ["somerset_1"]


def test_4_4_2_a_wing_flanks_the_far_wing_if_the_center_is_empty() -> None:
    _, battle = field(york="left", henry_vi="right")
    assert engage.opponents(battle, "york") == ["henry_vi"]


@pytest.mark.parametrize(
    ("answer", "engagements"),
    [
        ("march: face left", [["march", "henry_vi"], ["york", "somerset_1"]]),
        ("march: face right", [["march", "york", "henry_vi", "somerset_1"]]),
    ],
)
def test_4_4_2_a_center_lord_with_enemies_on_both_wings_chooses(
    answer: str, engagements: list[list[str]]
) -> None:
    state, battle = field(march="center", york="right", henry_vi="left", somerset_1="right")
    answers = [answer, "fight center right"][: len(engagements)]
    game = Scripted(state, answers)
    assert engage.opponents(battle, "march") == ["henry_vi", "somerset_1"]
    assert game.run(engage.engage) == engagements
    assert lines(game, 0) == ["march: face left", "march: face right"]
    about = [one.about for one in concerns(PLANTAGENET, "york", game.asked[0].options)]
    assert about == [("piece:march", "piece:henry_vi"), ("piece:march", "piece:somerset_1")]


def test_4_4_2_a_center_lord_with_enemies_on_one_wing_is_not_asked() -> None:
    state, _ = field(march="center", henry_vi="right")
    game = Scripted(state)
    assert game.run(engage.engage) == [["march", "henry_vi"]]
    assert game.asked == []


def test_c61_chains_join_engagements() -> None:
    """Two wings Flank the same center: all in it."""
    state, _ = field(york="left", march="center", rutland="right", henry_vi="center")
    assert Scripted(state).run(engage.engage) == [["york", "march", "rutland", "henry_vi"]]


def test_c61_a_flank_leaves_the_other_wing_alone() -> None:
    state, _ = field(
        york="left", march="center", rutland="right", henry_vi="center", somerset_1="right"
    )
    game = Scripted(state, ["fight center right"])
    assert game.run(engage.engage) == [["york", "march", "henry_vi"], ["rutland", "somerset_1"]]


def test_4_4_2_nobody_in_front_is_no_engagement() -> None:
    state, _ = field(york="reserve", henry_vi="center")
    game = Scripted(state)
    assert game.run(engage.engage) == []
    assert game.asked == []


def test_4_4_2_reserve_does_not_fight() -> None:
    state, _ = field(york="center", march="reserve", henry_vi="center")
    assert Scripted(state).run(engage.engage) == [["york", "henry_vi"]]


# Lord Rout


def lord_rout(state: State) -> list[str]:
    game = Scripted(state)
    rule.lord_rout(game.table)
    return game.story


def test_4_4_2_a_lord_routs_with_his_last_troops_whatever_else_he_has() -> None:
    state, battle = field(york="center", henry_vi="center")
    with_vassal(state, "york", "essex")
    battle.lords["york"].routed.men_at_arms = 2
    assert lord_rout(state) == [
        (
            "York Routs: "
            + sentence("games.plantagenet.s4_4_2_rounds.lord_rout", word="last")
            + " have Routed."
        )
    ]
    assert battle.lords["york"].place == "gone"
    assert not battle.lords["york"].fled
    assert battle.lords["henry_vi"].place == "center"


def test_4_4_2_a_lord_routs_with_his_retinue() -> None:
    state, battle = field(york="center", henry_vi="center")
    battle.lords["york"].routed_retinue = True
    assert lord_rout(state) == ["York Routs: the Retinue has Routed."]
    assert battle.lords["york"].place == "gone"


def test_4_4_2_a_lord_with_retinue_and_one_troop_fights_on() -> None:
    state, battle = field(york="center", henry_vi="center")
    with_vassal(state, "york", "essex")
    battle.lords["york"].routed.men_at_arms = 1
    battle.lords["york"].routed_vassals.append("essex")
    assert lord_rout(state) == []
    assert battle.lords["york"].place == "center"
