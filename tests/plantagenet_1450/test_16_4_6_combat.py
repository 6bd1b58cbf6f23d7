"""16.4.6 Combat: who attacks whom, withdrawal into a fortification, main and subsidiary forces."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s16_4_1_initiative import fill_actions
from pbem.games.plantagenet_1450.s16_4_6_0_withdrawal import withdraw
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import call_up, highest, least_cost
from pbem.games.plantagenet_1450.s16_4_6_combat import attack
from pbem.games.plantagenet_1450.state import Garrison, State, Unit
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    WEST,
    YORK,
    army,
    empty,
    fight,
    lines,
    menu,
    put,
    run,
)


def facing(**control: str) -> State:
    """Warwick at Leeds beside Clifford at Towton."""
    state = empty(**control)
    put(state, "warwick", LEEDS, "3 billmen", side="york")
    put(state, "clifford", TOWTON, "1 billmen")
    return state


def attacks(state: State, side: str = "york") -> list[str]:
    return [line for line in lines(menu(fill_actions, state=state, side=side)) if "attack" in line]


def test_16_4_6_an_adjacent_enemy_force_may_be_attacked() -> None:
    state = facing()
    assert attacks(state) == [f"warwick: attack {TOWTON}"]
    assert attacks(state, "lancaster") == [f"clifford: attack {LEEDS}"]
    state.leaders["clifford"].at = "1614"
    assert attacks(state) == []


def test_16_4_6_combat_is_voluntary() -> None:
    shown = lines(menu(fill_actions, state=facing(), side="york"))
    assert {"pass", "activate warwick"} <= set(shown)


def test_16_4_6_at_plus_2_nobody_attacks_but_he_may_be_attacked() -> None:
    state = facing()
    state.leaders["warwick"].fatigue = 4
    filled = menu(fill_actions, state=state, side="york")
    assert "+2 marker" in filled.barred[f"warwick: attack {TOWTON}"]
    assert attacks(state, "lancaster") == [f"clifford: attack {LEEDS}"]


def test_c220_across_an_estuary_nobody_is_attacked() -> None:
    state = empty()
    put(state, "warwick", "1714", "3 billmen", side="york")
    put(state, "clifford", "1814", "1 billmen")
    assert attacks(state) == []


def test_c116_who_shares_a_one_hex_area_is_attacked_there() -> None:
    state = empty()
    put(state, "warwick", "2531", "3 billmen", side="york")
    put(state, "clifford", "2531", "1 billmen")
    assert attacks(state) == ["warwick: attack 2531"]


def test_a_lone_leader_neither_attacks_nor_is_attacked() -> None:
    state = facing()
    state.leaders["clifford"].army = []
    assert attacks(state) == attacks(state, "lancaster") == []


def test_16_4_6_c71_all_leaders_of_an_attack_gain_a_level_of_fatigue() -> None:
    state = facing()
    put(state, "norfolk", LEEDS, "1 billmen", side="york")
    put(state, "fauconberg", LEEDS, "1 billmen", side="york", fatigue=4)
    won(state)
    assert state.leaders["warwick"].fatigue == state.leaders["norfolk"].fatigue == 1
    assert state.leaders["clifford"].status == "free"
    assert state.leaders["clifford"].fatigue == 0


def won(state: State) -> None:
    """Warwick attacks Towton: five billmen against one, the rest as it falls."""
    answers = ["commit none", "commit none", "give none", "clifford: retreat 1710"]
    dice = [1, 1, 6, 1, 4, 4, 4, 1]  # levies, melee, morale, losses
    run(attack, state, answers, dice, "warwick", TOWTON, ())


def test_16_4_6_0_c1_c70_leaders_and_men_at_arms_withdraw_to_the_capacity() -> None:
    state = empty(york="lancaster")
    put(
        state, "somerset", PONTEFRACT, "4 men_at_arms 1 billmen 1 men_at_arms own", side="lancaster"
    )
    put(state, "clifford", PONTEFRACT, "1 billmen")
    run(withdraw, state, ["withdraw with somerset"], [], "lancaster", PONTEFRACT, "warwick")
    garrison = state.garrisons[PONTEFRACT]
    assert garrison.units == [Unit("men_at_arms")] * 3
    assert state.leaders["somerset"].inside
    assert army(state, "somerset") == []
    assert army(state, "clifford") == ["billmen"]
    assert not state.leaders["clifford"].inside


def test_16_4_6_0_c1_c70_those_already_inside_take_up_room() -> None:
    state = empty(york="lancaster")
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")] * 2)
    put(state, "clifford", PONTEFRACT, "2 men_at_arms")
    run(withdraw, state, ["withdraw"], [], "lancaster", PONTEFRACT, "warwick")
    assert len(state.garrisons[PONTEFRACT].units) == 3


@pytest.mark.parametrize("control", [{}, {"york": "york"}])
def test_c70_only_in_a_friendly_area(control: dict[str, str]) -> None:
    state = empty(**control)
    put(state, "clifford", PONTEFRACT, "2 men_at_arms")
    assert not run(withdraw, state, [], [], "lancaster", PONTEFRACT, "warwick").asked


def test_c165_if_all_withdraw_there_is_no_battle_and_the_attackers_are_tired() -> None:
    state = facing(york="lancaster")
    state.leaders["clifford"].at = PONTEFRACT
    run(attack, state, ["withdraw"], [], "warwick", PONTEFRACT, ())
    assert state.battle is None
    assert state.leaders["warwick"].fatigue == 1
    assert state.leaders["clifford"].inside
    assert attacks(state) == []


def test_16_4_6_0_c1_c70_who_is_inside_comes_out_at_a_later_activation() -> None:
    state = facing(york="lancaster")
    put(state, "clifford", PONTEFRACT, inside=True, fatigue=2)
    assert "activate clifford" in lines(menu(fill_actions, state=state, side="lancaster"))


def test_16_4_6_1_c73_all_leaders_of_the_main_hex_fight() -> None:
    state = facing()
    put(state, "norfolk", LEEDS, "1 billmen", side="york")
    game = run(
        attack,
        state,
        ["commit norfolk", "commit none", "give none", "clifford: retreat 1710"],
        [1, 1, 6, 1, 4, 4, 4, 1],
        "warwick",
        TOWTON,
        (),
    )
    assert "Warwick" in game.story[0]
    assert [v for label, v in game.rolled if label.startswith("loss")] == [4, 4, 1]


def test_16_4_6_2_c72_c166_the_menu_names_the_hexes_that_can_join() -> None:
    state = facing()
    put(state, "norfolk", WEST, "1 billmen", side="york")
    put(state, "fauconberg", YORK, "1 billmen", side="york", fatigue=4)
    (option,) = [
        one
        for one in menu(fill_actions, state=state, side="york").options
        if one.line == f"warwick: attack {TOWTON}"
    ]
    assert option.group == (WEST,)
    assert "join on 1-4" in option.note


def test_16_4_6_2_c72_quality_less_the_least_cost() -> None:
    state = facing()
    put(state, "norfolk", WEST, "1 billmen", side="york")
    assert least_cost(state, "york", LEEDS, WEST, TOWTON) == 2
    assert highest(state, "warwick", TOWTON, WEST) == 4


def test_16_4_6_2_c72_the_way_leads_through_zones_but_not_through_the_target() -> None:
    state = facing()
    assert least_cost(state, "york", LEEDS, YORK, TOWTON) == 3
    state.leaders["clifford"].at = "1710"
    assert least_cost(state, "york", "1514", YORK, "1817") == 2
    assert least_cost(state, "york", "1514", YORK, TOWTON) > 2


def test_c167_nor_through_enemy_leaders() -> None:
    state = facing()
    put(state, "exeter", WEST, "1 billmen")
    assert least_cost(state, "york", LEEDS, YORK, "1817") > 3


def test_c167_a_force_in_a_castle_that_is_the_enemys_joins_as_from_any_other_hex() -> None:
    """P4: it stood there when the area changed hands."""
    for owner in ("york", "lancaster"):
        state = empty(york=owner)
        put(state, "warwick", LEEDS, "1 billmen", side="york")
        put(state, "norfolk", PONTEFRACT, "1 billmen", side="york")
        put(state, "clifford", TOWTON, "1 billmen")
        assert least_cost(state, "york", LEEDS, PONTEFRACT, TOWTON) < 10


@pytest.mark.parametrize(("die", "joins"), [(4, True), (5, False)])
def test_16_4_6_2_c72_a_subsidiary_force_joins_or_not_and_is_tired_either_way(
    die: int, joins: bool
) -> None:
    state = facing()
    put(state, "norfolk", WEST, "1 billmen", side="york")
    battle = fight(state)
    battle.leaders["york"], battle.origins = ["warwick"], [LEEDS]
    run(call_up, state, [], [die], (WEST,))
    assert (battle.leaders["york"] == ["warwick", "norfolk"]) == joins
    assert (WEST in battle.origins) == joins
    assert state.leaders["norfolk"].fatigue == 1


def test_c72_c215_a_natural_1_always_joins() -> None:
    state = empty()
    put(state, "exeter", LEEDS, "3 billmen")
    put(state, "clifford", YORK, "1 billmen")
    put(state, "warwick", TOWTON, "1 billmen", side="york")
    assert highest(state, "exeter", TOWTON, YORK) == 1
