"""4.4.2 Strike: Hits, Protection, Valour, Forces Rout."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s4_4_2_rounds as rounds
from pbem.games.plantagenet import s4_4_2_strike as rule
from pbem.games.plantagenet.state import Battle, State
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.scripted import Scripted


def field(valour: int = 0, **armies: dict[str, int]) -> tuple[State, Battle]:
    """York's side attacks."""
    state = battlefield(armies)
    return state, arrayed(state, "york", dict.fromkeys(armies, "center"), valour)


def test_4_4_2_what_has_routed_and_is_lost_stands_nowhere() -> None:
    """Losses are taken while the Battle is still told (4.4.3), or by a ruling in the middle of it."""
    state, battle = field(york={"militia": 1, "longbowmen": 2})
    battle.lords["york"].routed.militia = 1
    state.lords["york"].troops.militia = 0
    assert rule.unrouted_troops(state, "york") == {"longbowmen": 2}


@pytest.mark.parametrize(
    ("unit", "missile", "melee", "safe"),
    [
        ("retinue", 0, 6, 4),
        ("essex", 0, 4, 4),
        ("montagu", 0, 4, 4),
        ("men_at_arms", 0, 2, 3),
        ("longbowmen", 4, 0, 1),
        ("militia", 1, 1, 1),
        ("mercenaries", 1, 1, 3),
        ("handgunners", 4, 2, 3),
    ],
)
def test_4_4_2_forces_table(unit: str, missile: int, melee: int, safe: int) -> None:
    state, _ = field(york={"militia": 1})
    assert (rule.forces_row(unit).missile, rule.forces_row(unit).melee) == (missile, melee)
    assert rule.protection(state, "york", unit, "melee") == safe


def test_4_4_2_hits_of_all_lords_of_an_engagement_are_added_and_rounded_up_once() -> None:
    state, _ = field(york={"militia": 1}, march={"militia": 1}, rutland={"militia": 1})
    assert rule.strike_hits(state, ["york"], "missile") == 1
    assert rule.strike_hits(state, ["york", "march"], "missile") == 1
    assert rule.strike_hits(state, ["york", "march", "rutland"], "missile") == 2


def test_4_4_2_melee_counts_retinue_and_vassals() -> None:
    state, _ = field(york={"militia": 1, "longbowmen": 3})
    with_vassal(state, "york", "essex")
    assert rule.strike_hits(state, ["york"], "melee") == 6
    assert rule.strike_hits(state, ["york"], "missile") == 7


def test_4_4_2_routed_units_neither_strike_nor_absorb() -> None:
    state, battle = field(york={"men_at_arms": 2, "militia": 2})
    with_vassal(state, "york", "essex")
    york = battle.lords["york"]
    york.routed.men_at_arms, york.routed.militia = 1, 2
    york.routed_retinue = True
    york.routed_vassals.append("essex")
    assert rule.units(state, "york") == {"men_at_arms": 1}
    assert rule.strike_hits(state, ["york"], "melee") == 1


def test_c62_both_totals_are_fixed_before_any_hit_is_taken() -> None:
    """Henry's only Longbowmen Rout first, and York still takes their 2 Hits."""
    state, battle = field(york={"longbowmen": 1, "militia": 2}, henry_vi={"longbowmen": 1})
    answers = ["henry_vi: longbowmen", "york: militia all"]
    game = Scripted(state, answers, [6, 1, 1, 6, 6])
    game.run(rule.strike, ["york", "henry_vi"], "missile")
    assert game.story[0] == "Missiles: Henry VI strikes with 2 Hits, York strikes with 3 Hits."
    assert [request.side for request in game.asked] == ["lancaster", "lancaster", "york"]
    assert battle.lords["henry_vi"].routed.longbowmen == 1
    assert battle.lords["york"].routed.militia == 2


def test_c62_defender_takes_all_hits_first_then_attacker() -> None:
    state, _ = field(york={"longbowmen": 1}, henry_vi={"longbowmen": 1})
    game = Scripted(state, ["henry_vi: retinue all", "york: retinue all"], [1, 1, 1, 1])
    game.run(rule.strike, ["york", "henry_vi"], "missile")
    assert [label for label, _ in game.rolled] == [
        "protection henry_vi retinue",
        "protection henry_vi retinue 2",
        "protection york retinue",
        "protection york retinue 2",
    ]


def take(state: State, hits: int, answers: list[str], dice: list[int], kind: str) -> Scripted:
    battle = state.battle
    assert battle is not None
    battle.hits = {"york": hits, "lancaster": 0}
    game = Scripted(state, answers, dice)
    group = [id for id, lord in battle.lords.items() if lord.side == "york"]
    game.run(rule.take_hits, "york", group, kind)
    return game


def test_4_4_2_the_owner_applies_hit_by_hit_to_any_of_his_lords() -> None:
    state, battle = field(york={"militia": 2}, march={"men_at_arms": 1})
    answers = ["york: militia", "march: men_at_arms", "march: retinue"]
    game = take(state, 3, answers, [6, 3, 4], "melee")
    assert [option.line for option in game.asked[0].options] == [
        "york: militia",
        "york: militia all",
        "march: men_at_arms",
        "march: men_at_arms all",
        "york: retinue",
        "york: retinue all",
        "march: retinue",
        "march: retinue all",
    ]
    assert battle.lords["york"].routed.militia == 1
    assert rule.units(state, "march") == {"retinue": 1, "men_at_arms": 1}


def test_4_4_2_a_roll_within_protection_has_no_effect_above_it_routs() -> None:
    state, battle = field(york={"men_at_arms": 2})
    take(state, 2, ["york: men_at_arms", "york: men_at_arms"], [3, 4], "melee")
    assert battle.lords["york"].routed.men_at_arms == 1


def test_4_4_2_the_die_is_labelled_with_what_saves() -> None:
    state, _ = field(york={"men_at_arms": 2})
    game = take(state, 1, ["york: men_at_arms"], [2], "melee")
    (die,) = [event for event in game.table.events if event.kind == "die"]
    assert (die.text, die.needed, die.rule) == ("protection york men_at_arms", "1-3", "4.4.2")


def test_4_4_2_a_vassal_absorbs_hits_and_routs() -> None:
    state, battle = field(york={"men_at_arms": 2})
    with_vassal(state, "york", "essex")
    game = take(state, 1, ["york: essex"], [5], "melee")
    assert battle.lords["york"].routed_vassals == ["essex"]
    assert state.lords["york"].vassals == ["essex"]
    assert game.story == ["York's Vassal Essex Routs."]


def test_4_4_2_all_goes_on_until_the_unit_type_is_gone() -> None:
    state, battle = field(york={"militia": 2, "men_at_arms": 1})
    take(state, 4, ["york: militia all", "york: men_at_arms all"], [6, 1, 6, 2], "melee")
    assert battle.lords["york"].routed.militia == 2
    assert rule.units(state, "york") == {"retinue": 1, "men_at_arms": 1}


def test_4_4_2_all_stops_with_the_last_hit() -> None:
    state, battle = field(york={"militia": 5})
    game = take(state, 2, ["york: militia all"], [6, 6], "melee")
    assert len(game.asked) == 1
    assert battle.lords["york"].routed.militia == 2


def test_c62_a_unit_may_take_several_hits_until_it_fails() -> None:
    state, battle = field(york={"militia": 1})
    take(state, 3, ["york: retinue", "york: retinue", "york: retinue"], [4, 4, 5], "melee")
    assert battle.lords["york"].routed_retinue


def test_c62_hits_beyond_the_last_unrouted_unit_are_lost() -> None:
    state, battle = field(york={"militia": 1})
    game = take(state, 9, ["york: militia all"], [6, 5], "melee")
    asked, forced = [request.only() for request in game.asked]
    assert asked is None
    assert forced is not None
    assert forced.line == "york: retinue all"
    assert rule.units(state, "york") == {}
    assert battle.lords["york"].place == "center"


def test_4_4_2_routed_units_are_barred() -> None:
    state, battle = field(york={"militia": 1, "men_at_arms": 1})
    battle.lords["york"].routed.militia = 1
    game = take(state, 1, ["york: men_at_arms"], [1], "melee")
    with pytest.raises(IllegalOrder, match="have Routed"):
        match(game.asked[0], "york: militia")


# Valour


def test_4_4_2_retinue_reroll_example() -> None:
    """The Retinue fails, is rerolled for a Valour marker, fails again: it and its Lord Rout."""
    state, battle = field(valour=2, york={"men_at_arms": 2})
    game = take(state, 1, ["york: retinue", "reroll"], [5, 6], "melee")
    assert game.rolled == [("protection york retinue", 5), ("reroll york retinue", 6)]
    assert [request.kind for request in game.asked] == ["hits", "reroll"]
    assert battle.lords["york"].valour == 1
    assert battle.lords["york"].routed_retinue
    rounds.lord_rout(game.table)
    assert game.story[-1] == "York Routs: the Retinue has Routed."


def test_4_4_2_a_reroll_can_save_the_unit() -> None:
    state, battle = field(valour=1, york={"men_at_arms": 2})
    take(state, 1, ["york: retinue", "reroll"], [5, 4], "melee")
    assert battle.lords["york"].valour == 0
    assert not battle.lords["york"].routed_retinue


def test_4_4_2_a_roll_of_just_the_protection_is_safe_and_asks_for_no_valour() -> None:
    state, battle = field(valour=1, york={"men_at_arms": 2})
    game = take(state, 1, ["york: retinue"], [4], "melee")
    assert [request.kind for request in game.asked] == ["hits"]
    assert (battle.lords["york"].valour, battle.lords["york"].routed_retinue) == (1, False)


def test_4_4_2_one_reroll_of_each_failed_roll_one_marker_each() -> None:
    state, battle = field(valour=2, york={"militia": 3})
    game = take(state, 3, ["york: militia all", "reroll", "reroll"], [6, 6, 6, 1, 6], "melee")
    assert [request.kind for request in game.asked] == ["hits", "reroll", "reroll"]
    assert battle.lords["york"].routed.militia == 2
    assert battle.lords["york"].valour == 0


def test_4_4_2_rerolls_are_for_own_forces_only() -> None:
    state, battle = field(valour=1, york={"militia": 1}, march={"militia": 1})
    battle.lords["york"].valour = 0
    game = take(state, 1, ["york: militia"], [6], "melee")
    assert [request.kind for request in game.asked] == ["hits"]
    assert battle.lords["march"].valour == 1


def test_4_4_2_the_owner_may_let_it_rout() -> None:
    state, battle = field(valour=1, york={"militia": 2})
    take(state, 2, ["york: militia all", "rout", "rout"], [6, 6], "melee")
    assert battle.lords["york"].valour == 1
    assert battle.lords["york"].routed.militia == 2


def test_4_4_2_rout_all_ends_the_questions_of_this_strike_only() -> None:
    state, battle = field(valour=1, york={"militia": 4})
    take(state, 2, ["york: militia all", "rout all"], [6, 6], "missile")
    assert battle.lords["york"].valour == 1
    take(state, 1, ["york: militia", "rout"], [6], "melee")
    assert battle.lords["york"].routed.militia == 3


# An Engagement


def test_4_4_2_flanking_example_hits_and_protection_together() -> None:
    """A and B total their Hits, as do C and D; either of a side's Lords may take them."""
    state = battlefield(
        {
            "york": {"longbowmen": 1},
            "march": {"militia": 1},
            "henry_vi": {"militia": 1},
            "somerset_1": {"militia": 1},
        }
    )
    places = {"york": "left", "march": "center", "henry_vi": "center", "somerset_1": "right"}
    battle = arrayed(state, "york", places)
    group = list(places)
    game = Scripted(
        state,
        ["somerset_1: militia all", "somerset_1: retinue", "henry_vi: retinue", "march: militia"],
        [6, 1, 1, 6],
    )
    game.run(rule.strike, group, "missile")
    assert game.story[0] == (
        "Missiles: Henry VI and Somerset (1) strike with 1 Hit, York and March strike with 3 Hits."
    )
    assert battle.lords["somerset_1"].routed.militia == 1
    assert battle.lords["march"].routed.militia == 1


def test_4_4_2_what_routs_by_missiles_does_not_strike_in_melee() -> None:
    state, _ = field(york={"longbowmen": 1}, henry_vi={"men_at_arms": 2})
    game = Scripted(state, ["henry_vi: men_at_arms all"], [6, 6])
    game.run(rule.strike, ["york", "henry_vi"], "missile")
    assert rule.strike_hits(state, ["henry_vi"], "melee") == 3


def test_4_4_2_the_hits_left_are_public_and_cleared_after_the_strike() -> None:
    state, battle = field(york={"longbowmen": 1}, henry_vi={"men_at_arms": 2})
    game = Scripted(state, ["henry_vi: retinue all"], [1, 1])
    game.run(rule.strike, ["york", "henry_vi"], "missile")
    assert (battle.strike, battle.hits) == ("", {})
