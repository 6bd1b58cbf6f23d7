"""6.0 Special rules that act in Battle or on captivity: Ia and Ib."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s3_2_4_disband as disbanding
from pbem.games.plantagenet import s4_4_1_array as array
from pbem.games.plantagenet import s4_4_2_rounds as rounds
from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet import s4_4_battle as battle
from pbem.games.plantagenet import s6_0_i_special_rules as rule
from pbem.games.plantagenet.state import State
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.says import sentence
from tests.scripted import Scripted

MEN = {"men_at_arms": 2}


# 6.0 Ia Capture of the King


def fought(scenario: str = "Ia", **places: str) -> State:
    state = battlefield(dict.fromkeys(places, MEN), scenario=scenario)
    arrayed(state, "york", places)
    return state


def test_6_0_Ia_yorkists_who_beat_henry_add_10_and_hold_him() -> None:
    state = fought(york="center", march="left", rutland="gone", henry_vi="gone")
    with_vassal(state, "henry_vi", "essex")
    game = Scripted(state, ["march: hold henry_vi"], [1])
    game.run(ending.ending)
    henry = state.lords["henry_vi"]
    assert [option.line for option in game.asked[0].options] == [
        "york: hold henry_vi",
        "march: hold henry_vi",
    ]
    assert (henry.at, henry.keeper) == ("captive", "march")
    assert state.influence == 5 + 1 + 10
    assert state.vassals["essex"].status == "disbanded"
    assert [label for label, _ in game.rolled] == ["death rutland"]


def test_6_0_Ia_it_does_not_matter_that_he_fled() -> None:
    state = fought(york="center", henry_vi="gone")
    state.battle.lords["henry_vi"].fled = True  # type: ignore[union-attr]
    Scripted(state).run(ending.ending)
    assert state.lords["henry_vi"].keeper == "york"


def test_6_0_Ia_while_his_keeper_is_asked_for_henry_is_not_on_the_calendar() -> None:
    state = fought(york="center", march="left", henry_vi="gone")
    game = Scripted(state)
    with pytest.raises(AssertionError):
        game.run(ending.ending)
    assert game.asked[-1].kind == "keeper"
    assert state.lords["henry_vi"].at != "calendar"


def test_c75_no_capture_if_nobody_won() -> None:
    state = fought(york="gone", henry_vi="gone")
    Scripted(state, [], [1, 1]).run(ending.ending)
    assert state.lords["henry_vi"].at == "calendar"
    assert state.influence == 0


def test_6_0_Ia_henry_is_no_captive_if_his_side_wins() -> None:
    state = fought(york="gone", henry_vi="gone", exeter_1="center")
    Scripted(state, [], [1, 1]).run(ending.ending)
    assert state.lords["henry_vi"].at == "calendar"
    assert state.influence == -5


def test_6_0_Ia_other_lords_still_check_death() -> None:
    state = fought(york="center", henry_vi="gone", exeter_1="gone")
    Scripted(state, [], [3]).run(ending.ending)
    assert state.lords["exeter_1"].at == "out"
    assert state.lords["henry_vi"].at == "captive"


def test_6_0_Ia_with_all_captors_lost_he_disbands_to_the_calendar() -> None:
    state = fought(york="center", henry_vi="gone")
    state.battle.lords["york"].routed.men_at_arms = 2  # type: ignore[union-attr]
    game = Scripted(state, [], [6, 6])
    game.run(ending.ending)
    assert (state.lords["henry_vi"].at, state.lords["henry_vi"].box) == ("calendar", 2)
    assert state.influence == 5 + 10
    assert any("gets away" in text for text in game.story)


def held() -> State:
    state = battlefield({"march": MEN})
    rule.hold(state, "march")
    return state


def test_6_0_Ia_a_captive_is_not_on_map_and_cannot_be_levied() -> None:
    state = held()
    henry = state.lords["henry_vi"]
    assert henry.at == "captive"
    assert henry.at not in ("calendar", "coventry")
    assert (henry.box, henry.exile) == (0, False)


@pytest.mark.parametrize("how", ["disband", "exile", "death"])
def test_6_0_Ia_he_is_free_when_his_keeper_leaves(how: str) -> None:
    state = held()
    state.box = 4
    if how == "death":
        disbanding.remove_lord(state, "march")
    else:
        disbanding.disband_lord(state, "march", exile=how == "exile")
    henry = state.lords["henry_vi"]
    assert (henry.at, henry.keeper, henry.box, henry.exile) == ("calendar", "", 4 + 6 - 5, False)
    assert state.influence == -10


def test_6_0_Ia_the_release_is_told_once() -> None:
    state = held()
    disbanding.disband_lord(state, "march")
    game = Scripted(state)
    rule.tell_release(game.table)
    rule.tell_release(game.table)
    assert game.story == [
        sentence(
            "games.plantagenet.s6_0_i_special_rules.tell_release", "Henry VI", 2, "Lancastrians", 10
        )
    ]
    assert state.flags == []


def test_6_0_Ia_another_lord_leaving_frees_nobody() -> None:
    state = held()
    state.lords["rutland"].at = "coventry"
    disbanding.disband_lord(state, "rutland")
    assert state.lords["henry_vi"].at == "captive"
    assert state.influence == 0


def test_6_0_Ia_a_keeper_who_loses_a_battle_loses_him() -> None:
    state = fought(march="gone", exeter_1="center")
    rule.hold(state, "march")
    game = Scripted(state, [], [2])
    game.run(ending.ending)
    assert state.lords["henry_vi"].at == "calendar"
    assert state.influence == -2 - 10
    assert game.story[-1].startswith("Henry VI is free")


# 6.0 Ib Norfolk is Late


def towton(**armies: dict[str, int]) -> State:
    return battlefield(armies, at="york", scenario="Ib")


def test_6_0_Ib_norfolk_stays_in_reserve_until_round_2() -> None:
    state = towton(norfolk=MEN, march=MEN, exeter_1=MEN)
    array.begin(Scripted(state).table, "york", "york")
    game = Scripted(state)
    game.run(array.array)
    fight = array.current(state)
    only = game.asked[-1].only()
    assert only is not None
    assert only.line == "march: center"
    assert fight.lords["norfolk"].place == "reserve"
    with pytest.raises(IllegalOrder, match="Late"):
        match(game.asked[-1], "norfolk: center")
    fight.round = 1
    Scripted(state).run(rounds.reposition)
    assert fight.lords["norfolk"].place == "reserve"
    fight.round = 2
    Scripted(state, ["norfolk: left"]).run(rounds.reposition)
    assert fight.lords["norfolk"].place == "left"


def test_6_0_Ib_others_advance_from_reserve_in_round_1_he_does_not() -> None:
    state = towton(norfolk=MEN, march=MEN, warwick_y=MEN, exeter_1=MEN)
    array.begin(Scripted(state).table, "york", "york")
    Scripted(state, ["march: center", "done"]).run(array.array)
    fight = array.current(state)
    assert (fight.lords["warwick_y"].place, fight.lords["norfolk"].place) == ("reserve", "reserve")
    fight.round = 1
    game = Scripted(state, ["warwick_y: left"])
    game.run(rounds.reposition)
    assert fight.lords["norfolk"].place == "reserve"
    with pytest.raises(IllegalOrder, match="Late"):
        match(game.asked[0], "norfolk: right")


def test_6_0_Ib_alone_in_the_field_in_round_1_he_fights_in_round_2() -> None:
    state = towton(norfolk=MEN, march=MEN, exeter_1=MEN)
    game = Scripted(
        state,
        [
            *("march: flee", "stand", "stand"),
            *("stand", "exeter_1: flee"),
        ],
        [1, 1],
    )
    game.run(battle.battle, "york", "lancaster")
    assert state.lords["norfolk"].at == "york"
    assert state.influence == 2


def test_c86_waiting_norfolk_may_flee() -> None:
    state = towton(norfolk=MEN, march=MEN, exeter_1=MEN)
    game = Scripted(state, ["norfolk: flee", "march: flee", "norfolk: check death"], [1, 1])
    game.run(battle.battle, "york", "lancaster")
    assert state.influence == -3 - 2


def test_c86_norfolk_is_late_in_one_battle_only() -> None:
    state = towton(norfolk=MEN, march=MEN, exeter_1=MEN)
    for expected in ("norfolk", ""):
        array.begin(Scripted(state).table, "york", "york")
        assert rule.hold_back(state, array.current(state)) == expected


def test_6_0_Ib_a_battle_without_another_yorkist_lord_does_not_count() -> None:
    state = towton(norfolk=MEN, exeter_1=MEN)
    array.begin(Scripted(state).table, "york", "york")
    assert rule.hold_back(state, array.current(state)) == ""
    assert state.flags == []


def test_6_0_Ib_a_battle_without_norfolk_does_not_count() -> None:
    state = towton(march=MEN, warwick_y=MEN, exeter_1=MEN)
    array.begin(Scripted(state).table, "york", "york")
    assert rule.hold_back(state, array.current(state)) == ""


# 6.0 Ib Test of Arms


@pytest.mark.parametrize("before", ["", "york", "lancaster"])
def test_6_0_Ib_after_a_battle_at_york_it_favours_the_winner(before: str) -> None:
    state = towton(march=MEN, exeter_1=MEN)
    state.favour["york"] = before
    Scripted(state, ["stand", "march: flee"], [1]).run(battle.battle, "york", "york")
    assert state.favour["york"] == "lancaster"


def test_6_0_Ib_a_battle_elsewhere_does_not_change_favour() -> None:
    state = battlefield({"march": MEN, "exeter_1": MEN}, at="leicester", scenario="Ib")
    Scripted(state, ["stand", "march: flee"], [1]).run(battle.battle, "leicester", "york")
    assert "leicester" not in state.favour


def test_c87_a_battle_nobody_wins_changes_nothing() -> None:
    state = towton(march=MEN, exeter_1=MEN)
    game = Scripted(state)
    rule.test_of_arms(game.table, "york", "")
    assert "york" not in state.favour
    assert game.story == []


def test_6_0_test_of_arms_is_for_towton_only() -> None:
    state = battlefield({"march": MEN, "exeter_1": MEN}, at="york", scenario="Ia")
    Scripted(state, ["stand", "march: flee"], [1]).run(battle.battle, "york", "york")
    assert "york" not in state.favour
