"""4.4 A whole Battle, and 4.4.4 Aftermath."""

from __future__ import annotations

import pytest

from pbem.engine import codec
from pbem.games.plantagenet.s4_4_battle import battle
from pbem.games.plantagenet.state import State
from tests.plantagenet.battlefield import battlefield
from tests.says import sentence
from tests.scripted import Scripted


def test_4_4_a_small_battle_from_array_to_aftermath() -> None:
    """York has 2 Longbowmen and 1 Men-at-Arms, Exeter 2 Men-at-Arms, Valour 2 each."""
    state = battlefield(
        {"york": {"longbowmen": 2, "men_at_arms": 1}, "exeter_1": {"men_at_arms": 2}}
    )
    state.favour["coventry"] = "york"
    state.lords["exeter_1"].carts = 1
    state.actions = 1
    game = Scripted(
        state,
        [
            "stand",
            "stand",
            "exeter_1: men_at_arms all",
            "rout all",
            "york: longbowmen",
            "reroll",
            "york: retinue all",
        ],
        [
            *(4, 4),  # 4 Missile Hits on Exeter: both Men-at-Arms Rout
            *(1, 1),  # the other two on his Retinue
            *(1, 1, 1, 1),  # 4 Melee Hits on his Retinue, all that is left
            *(6, 2),  # 3 Melee Hits on York: a Longbowmen, rerolled in vain
            *(1, 1),
            6,  # Losses: it is gone
            3,  # Death
        ],
    )
    game.run(battle, "coventry", "york")
    assert state.battle is None
    assert state.influence == 2
    assert state.lords["york"].carts == 1
    assert state.lords["york"].troops.longbowmen == 1
    assert state.lords["york"].moved
    assert state.actions == 0
    assert state.lords["exeter_1"].at == "out"
    assert game.story == [
        sentence("games.plantagenet.s4_4_1_array.begin", "Coventry", "York", "s", "Exeter (1)"),
        "The Lancastrians array Exeter (1) in the center.",
        "The Yorkists array York in the center.",
        "Round 1.",
        "Engagement in the center: York fights Exeter (1).",
        "Missiles: Exeter (1) strikes with no Hits, York strikes with 4 Hits.",
        "A Men-at-Arms unit of Exeter (1) Routs.",
        "A Men-at-Arms unit of Exeter (1) Routs.",
        "Melee: Exeter (1) strikes with 3 Hits, York strikes with 4 Hits.",
        "A Longbowmen unit of York Routs.",
        (
            "Exeter (1) Routs: "
            + sentence("games.plantagenet.s4_4_2_rounds.lord_rout", word="last")
            + " have Routed."
        ),
        sentence("games.plantagenet.s4_4_3_ending.win", "Yorkists", "Coventry", 2),
        "York takes 1 Cart as Spoils.",
        "York loses 1 Longbowman for good.",
        "Exeter (1) is dead.",
    ]


def test_4_4_2_a_new_round_begins_while_both_sides_have_unrouted_lords() -> None:
    state = battlefield({"york": {"men_at_arms": 1}, "exeter_1": {"men_at_arms": 1}})
    game = Scripted(
        state,
        ["stand", "stand", "exeter_1: retinue all", "york: retinue all", "exeter_1: flee"],
        [1, 1, 1, 1, 1, 1, 1, 1, 4],
    )
    game.run(battle, "coventry", "york")
    assert [text for text in game.story if text.startswith("Round")] == ["Round 1.", "Round 2."]
    assert state.lords["exeter_1"].at == "calendar"


def test_4_4_2_a_lord_whose_retinue_routs_fights_on_to_the_end_of_the_round() -> None:
    state = battlefield({"york": {"longbowmen": 1}, "exeter_1": {"men_at_arms": 2}})
    game = Scripted(
        state,
        [
            *("stand", "stand", "exeter_1: retinue", "rout all", "york: retinue all"),
        ],
        [6, 1, 1, 1, 1, 1, 1, 1],
    )
    game.run(battle, "coventry", "york")
    assert "Melee: Exeter (1) strikes with 2 Hits, York strikes with 3 Hits." in game.story
    assert "Exeter (1) Routs: the Retinue has Routed." in game.story


def test_4_4_2_a_wing_steps_in_after_the_center_flees() -> None:
    """York Flees from the center, so March must slide there from the left."""
    state = battlefield(
        {"york": {"men_at_arms": 1}, "march": {"men_at_arms": 1}, "exeter_1": {"men_at_arms": 1}}
    )
    game = Scripted(
        state,
        [
            *("york: center", "march: left", "stand", "york: flee", "stand"),
            *("exeter_1: retinue all", "march: retinue all", "exeter_1: flee"),
        ],
        [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    )
    game.run(battle, "coventry", "york")
    assert "March slides over and stands in the center." in game.story
    assert "Engagement in the center: March fights Exeter (1)." in game.story
    assert state.lords["york"].at == "calendar"
    assert state.lords["march"].moved


def test_4_4_2_all_flee_ends_the_battle_without_a_strike() -> None:
    state = battlefield(
        {"york": {"militia": 1}, "somerset_1": {"militia": 1}, "exeter_1": {"militia": 1}}
    )
    game = Scripted(
        state,
        ["somerset_1: center", "exeter_1: left", "flee all", "exeter_1: check death"],
        [4, 5],
    )
    game.run(battle, "coventry", "york")
    assert state.influence == 7
    assert state.lords["exeter_1"].at == "calendar"
    assert state.lords["somerset_1"].at == "out"
    assert state.lords["york"].moved


def test_4_4_4_only_survivors_are_marked_fought() -> None:
    state = battlefield({"york": {"militia": 1}, "exeter_1": {"militia": 1}})
    Scripted(state, ["exeter_1: flee"], [1]).run(battle, "coventry", "york")
    assert state.lords["york"].moved
    assert not state.lords["exeter_1"].moved


def test_4_4_the_position_is_public_at_every_question() -> None:
    """A snapshot between mails shows the Battle, the Engagement and the Hits that are left."""
    state = battlefield({"york": {"longbowmen": 1, "militia": 1}, "exeter_1": {"men_at_arms": 2}})
    game = Scripted(state, ["stand", "stand"])
    with pytest.raises(AssertionError, match="an answer is missing: lancaster hits"):
        game.run(battle, "coventry", "york")
    again = codec.load(State, codec.dump(state))
    assert again == state
    assert again.battle is not None
    assert again.battle.fighting == ["exeter_1", "york"]
    assert (again.battle.step, again.battle.strike) == ("strike", "missile")
    assert again.battle.hits == {"lancaster": 3, "york": 0}
