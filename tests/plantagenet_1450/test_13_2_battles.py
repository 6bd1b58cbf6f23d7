"""13.2 Musters, and the battles and ambushes that cards bring about in an impulse (C58, C59, C143, C183)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.request import Request
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_effects import carry_out
from pbem.games.plantagenet_1450.s6_2_5_selectors import Resolution, resolution
from pbem.games.plantagenet_1450.s13_2_musters import dismiss, most, muster
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import army, asked, lines, put, run
from tests.plantagenet_1450.impulses import plays, whole
from tests.says import sentence
from tests.scripted import Scripted

DERBY, LEICESTER, NORFOLK = anchor("derby"), anchor("leicester"), anchor("norfolk")


def rivals(**control: str) -> State:
    """Warwick in Leicester (Command 5, Quality 6), Clifford beside him in Derby."""
    state = whole(**control)
    put(state, "warwick", LEICESTER, side="york")
    put(state, "clifford", DERBY)
    state.pool["york"] = {"longbowmen": 2, "billmen": 1}
    return state


def mustered(
    state: State, answers: list[str], dice: list[int], kinds: tuple[str, ...] = ("any",)
) -> tuple[Scripted, Resolution]:
    play = resolution("L30", "york")
    game = run(muster, state, answers, dice, play, "warwick", kinds)
    return game, play


# -- 13.2 -------------------------------------------------------------------------------------------


def test_13_2_1_the_muster_table_has_die_and_quality_against_command() -> None:
    assert [most(total, 4) for total in (4, 5, 7, 9, 11, 13)] == [1, 2, 2, 3, 4, 4]
    assert [most(total, 1) for total in (4, 6, 7, 20)] == [0, 0, 1, 1]


def test_13_2_1_c58_units_come_from_the_force_pool_besides_his_own_men() -> None:
    state = rivals()
    _, play = mustered(state, ["muster 1 billmen", "muster 2 longbowmen"], [3])
    assert army(state, "warwick") == ["billmen", "longbowmen", "longbowmen", "men_at_arms"]
    assert state.pool["york"] == {}
    assert play.mustered == ["warwick"]


class Entries(Scripted):
    """Forgets what was told before each answer, as a game does at each entry."""

    def _answer(self, request: Request) -> Any:
        self.table.events.clear()
        return super()._answer(request)


def test_13_2_1_nobody_is_said_to_muster_none_when_he_did_an_entry_later() -> None:
    state = rivals()
    game = Entries(state, ["muster 1 billmen", "muster none"], [6])
    game.table.say("6.2.5", "told before")
    step = {"op": "muster", "leader": "warwick", "units": ["any"]}
    game.run(carry_out, resolution("L30", "york"), [step])
    assert army(state, "warwick") == ["billmen", "men_at_arms"]
    assert len(game.story) == 1
    game.run(carry_out, resolution("L30", "york"), [{**step, "leader": "nobody"}])
    assert len(game.story) == 2


def test_13_2_1_fewer_may_be_selected() -> None:
    state = rivals()
    mustered(state, ["muster 1 longbowmen", "muster none"], [6])
    assert army(state, "warwick") == ["longbowmen", "men_at_arms"]
    assert state.pool["york"] == {"longbowmen": 1, "billmen": 1}


def test_13_2_1_the_result_is_the_most_that_come() -> None:
    state = rivals()
    put(state, "warwick", LEICESTER, side="york")
    state.leaders["audley"].side = "york"
    rated = facts().leaders["warwick"].ratings["york"]
    room = most(1 + rated.quality, rated.command)
    game, _ = mustered(state, [f"muster {min(room, 2)} longbowmen", "muster none"], [1])
    assert f"{room} at most" in asked(game, "muster")[0].question


def test_c143_treasury_is_named_after_the_die_without_a_counter() -> None:
    state = rivals()
    state.pool["york"] = {"longbowmen": 5}
    state.treasury = {"york": 6, "lancaster": 6}
    game, _ = mustered(state, ["bid 6", "muster 5 longbowmen"], [1])
    assert game.rolled == [("muster warwick", 1)]
    assert game.passed == []
    assert state.treasury == {"york": 0, "lancaster": 6}


def test_13_2_2_only_the_types_that_the_card_allows_else_his_own_men_alone() -> None:
    state = rivals()
    game, _ = mustered(state, ["muster 1 billmen"], [6], ("billmen", "spears"))
    assert lines(asked(game, "muster")[0]) == ["muster 1 billmen", "muster none"]
    state = rivals()
    mustered(state, [], [], ("spears",))
    assert army(state, "warwick") == ["men_at_arms"]


def test_13_2_2_a_royal_leader_has_two_men_at_arms_of_his_own() -> None:
    state = rivals()
    state.pool["york"] = {}
    put(state, "richard_york", LEICESTER)
    run(muster, state, [], [], resolution("L30", "york"), "richard_york", ("any",))
    assert army(state, "richard_york") == ["men_at_arms"] * 2


def test_c183_nobody_musters_twice_in_a_play() -> None:
    state = rivals()
    _, play = mustered(state, ["muster none"], [6])
    run(muster, state, [], [], play, "warwick", ("any",))
    assert army(state, "warwick") == ["men_at_arms"]


def test_13_2_3_afterwards_all_that_were_mustered_are_eliminated() -> None:
    state = rivals()
    game, play = mustered(state, ["muster 2 longbowmen", "muster none"], [6])
    dismiss(game.table, play)
    assert state.leaders["warwick"].army == []
    assert state.pool["york"] == {"billmen": 1}


# -- interception on the road -----------------------------------------------------------------------


@pytest.mark.parametrize("card", ["l28", "y36"])
@pytest.mark.parametrize("die", [1, 2])
def test_l28_y36_nothing_comes_of_it_on_1_and_2(card: str, die: int) -> None:
    state = rivals()
    plays(state, "york", f"event {card}", dice=[die])
    assert state.battle is None
    assert state.leaders["clifford"].status == "free"


WON = (1, 1, 6, 1, 6)
"""No Levies; York's Melee shakes the one man-at-arms of Clifford's, who wavers; Warwick's stands."""


def hunt(
    state: State,
    card: str = "l28",
    answers: tuple[str, ...] = ("commit none", "commit none", "clifford: go stafford"),
    dice: tuple[int, ...] = (3, *WON, 1, 1),
) -> Scripted:
    return plays(state, "york", f"event {card}", answers, dice)


def without_pools(**control: str) -> State:
    state = rivals(**control)
    state.pool = {"york": {}, "lancaster": {}}
    return state


@pytest.mark.parametrize("card", ["l28", "y36"])
def test_c59_l28_y36_both_muster_and_fight_and_the_loser_goes_to_an_adjacent_area(
    card: str,
) -> None:
    state = without_pools()
    game = hunt(state, card)
    rolled = [name for name, _ in game.rolled]
    assert rolled[:3] == [f"card {card}", "levies york", "levies lancaster"]
    assert state.leaders["clifford"].at == anchor("stafford")
    assert all(not leader.army for leader in state.leaders.values())
    assert (state.battle, state.leaders["warwick"].fatigue) == (None, 0)


def test_c59_there_is_no_withdrawal_and_no_retreat_by_hexes() -> None:
    game = hunt(without_pools(derby="lancaster"), dice=(3, 1, 1, *WON[2:], 1, 1))
    assert {"withdraw_inside", "retreat"}.isdisjoint(request.kind for request in game.asked)


def test_16_4_6_14_who_eliminates_his_opponent_holds_the_area() -> None:
    state = without_pools()
    hunt(state)
    assert state.control == {"derby": "york"}


def test_c143_the_attacker_musters_first() -> None:
    state = rivals()
    state.pool["lancaster"] = {"spears": 1}
    answers = (
        "muster none",
        "muster none",
        "commit none",
        "commit none",
        "clifford: go stafford",
    )
    game = hunt(state, answers=answers, dice=(3, 6, 6, *WON, 1, 1))
    assert [request.side for request in asked(game, "muster")] == ["york", "lancaster"]


def test_13_2_3_whoever_was_mustered_goes_home_after_the_battle() -> None:
    state = rivals()
    state.pool["lancaster"] = {}
    answers = ("muster 2 longbowmen", "muster none", "commit none", "commit none")
    dice = (3, 6, 1, 1, 1, 1, 6, 1, 6, 1, 1)
    hunt(state, answers=(*answers, "clifford: go stafford"), dice=dice)
    assert state.leaders["warwick"].army == []
    assert state.pool["york"] == {"billmen": 1}


def test_c183_only_the_two_named_leaders_fight_without_fatigue() -> None:
    state = without_pools()
    put(state, "norfolk", LEICESTER, "2 billmen", side="york")
    state.leaders["warwick"].fatigue = 3
    game = hunt(
        state,
        answers=("choose warwick", "commit none", "commit none", "clifford: go stafford"),
    )
    told = "\n".join(game.story)
    assert "York has 1 unit of Men-at-Arms" in told
    assert army(state, "norfolk") == ["billmen", "billmen"]


def test_c183_nothing_gives_a_river_shift_and_the_defenders_hex_the_terrain() -> None:
    state = without_pools()
    game = hunt(state)
    lancaster = next(
        line for line in game.story if line.startswith("Lancaster has 1 unit of Men-at-Arms in")
    )
    terrain = facts().terrain[facts().hexes[DERBY].terrain]["defender_shift"]
    assert lancaster == f"Lancaster has 1 unit of Men-at-Arms in column {5 + terrain}."


def test_c183_whom_the_loser_carries_goes_with_him() -> None:
    state = without_pools()
    state.leaders["clifford"].status = "waiting"
    put(state, "margaret", DERBY)
    put(state, "devon", DERBY, carrier="margaret")
    hunt(
        state,
        answers=("choose margaret", "commit none", "commit none", "margaret: go stafford"),
        dice=(3, 1, 1, 6, 1, 6, 6, 1, 1),
    )
    assert state.leaders["devon"].at == state.leaders["margaret"].at == anchor("stafford")


def test_c59_a_loser_without_a_free_area_is_captured() -> None:
    state = without_pools(york="york")
    for area, foe in zip(facts().areas["derby"].adjacent, facts().noble_cards, strict=False):
        if foe not in ("clifford", "warwick"):
            put(state, foe, anchor(area), side="york")
    for area in facts().areas["derby"].adjacent:
        if not any(leader.at == anchor(area) for leader in state.leaders.values()):
            put(state, "edward_march", anchor(area))
    picked = ("choose warwick", "commit none", "commit none")
    game = hunt(state, answers=picked, dice=(3, 1, *WON, 1, 1))
    assert (
        sentence(
            "games.plantagenet_1450.s13_2_giving_way.give_way", "Lord Clifford", word="nowhere"
        )
        in game.story
    )
    assert state.leaders["clifford"].status == "captive"


def test_l28_only_leaders_in_england_near_an_enemy_attack() -> None:
    state = without_pools()
    put(state, "norfolk", anchor("kent"), side="york")
    put(state, "richard_york", "foreign:ireland")
    put(state, "exeter", "foreign:ireland")
    game = hunt(state)
    assert asked(game, "card_leader")[0].only() is not None


def test_c145_a_king_out_of_his_wits_attacks_nobody_but_may_be_attacked() -> None:
    state = without_pools()
    put(state, "henry_vi", DERBY, crowned=True, mad=True)
    state.leaders["clifford"].status = "waiting"
    plays(state, "lancaster", "event l28", dice=[3])
    assert state.battle is None
    hunt(
        state,
        answers=("commit none", "henry_vi: go stafford"),
        dice=(3, 1, 1, 6, 1, 6, 6, 1, 1),
    )
    assert state.leaders["henry_vi"].at == anchor("stafford")


def test_c145_who_is_out_of_his_wits_musters_nobody_but_his_own_men() -> None:
    state = rivals()
    put(state, "henry_vi", DERBY, mad=True)
    state.pool["lancaster"] = {"billmen": 2}
    game = run(muster, state, [], [], resolution("L28", "york"), "henry_vi", ("any",))
    assert (game.asked, game.rolled) == ([], [])
    assert army(state, "henry_vi") == ["men_at_arms"] * 2
    assert state.pool["lancaster"] == {"billmen": 2}


# -- ambushed escort --------------------------------------------------------------------------------


def test_l29_an_ambushed_noble_rolls_as_a_lone_leader_and_goes_to_an_adjacent_area() -> None:
    state = rivals()
    plays(state, "york", "event l29", ["clifford: go stafford"], [4, 4])
    assert state.leaders["clifford"].at == anchor("stafford")
    assert state.pool["york"] == {"longbowmen": 2, "billmen": 1}


def test_l29_he_is_captured_above_his_quality() -> None:
    state = rivals(york="york")
    plays(state, "york", "event l29", dice=[4, 6, 1])
    assert state.leaders["clifford"].status == "captive"


def test_l29_not_who_is_royal_or_has_company_or_is_far_off() -> None:
    state = rivals()
    put(state, "exeter", DERBY)
    put(state, "margaret", anchor("stafford"))
    put(state, "devon", anchor("cornwall"))
    game = plays(state, "york", "event l29", dice=[6])
    assert len(game.asked) == 1


def test_l29_nothing_on_1_to_3() -> None:
    for die in (1, 2, 3):
        state = rivals()
        plays(state, "york", "event l29", dice=[die])
        assert state.leaders["clifford"].at == DERBY


def test_c145_l29_a_king_out_of_his_wits_ambushes_nobody() -> None:
    state = whole(york="lancaster")
    put(state, "norfolk", DERBY, side="york")
    put(state, "henry_vi", LEICESTER, mad=True)
    game = plays(state, "lancaster", "event l29", dice=[4])
    assert [name for name, _ in game.rolled] == ["card l29"]
    state.leaders["henry_vi"].mad = False
    game = plays(state, "lancaster", "event l29", dice=[4, 6, 1])
    assert state.leaders["norfolk"].status == "captive"
