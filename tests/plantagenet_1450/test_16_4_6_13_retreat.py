"""16.4.6.13 Retreat."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s3_map import controller, distance
from pbem.games.plantagenet_1450.s16_4_6_10_aftermath import aftermath
from pbem.games.plantagenet_1450.s16_4_6_13_retreat import refuges, retreat
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    WEST,
    army,
    empty,
    fight,
    line_up,
    put,
    run,
)
from tests.says import says


def beaten(**control: str) -> State:
    """Clifford (Quality 5) has to leave Towton; Warwick is at Leeds."""
    state = empty(**control)
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    put(state, "clifford", TOWTON, "2 billmen")
    return state


def ends(state: State, id: str = "clifford", battle: str = TOWTON) -> dict[str, int]:
    return {one.to: one.breaches for one in refuges(state, id, battle)}


def test_16_4_6_13_p3_at_least_three_hexes_away() -> None:
    assert min(distance(TOWTON, at) for at in ends(beaten())) == 3


def test_16_4_6_13_at_most_quality_and_two() -> None:
    assert max(distance(TOWTON, at) for at in ends(beaten())) == 5 + 2


def test_16_4_6_13_never_through_an_enemy_leader_or_fortress() -> None:
    state = beaten(york="york")
    found = refuges(state, "clifford", TOWTON)
    assert not any({LEEDS, PONTEFRACT} & {*one.path, one.to} for one in found)


def test_16_4_6_13_each_zone_of_control_entered_is_a_breach() -> None:
    state = beaten()
    assert ends(state)["1212"] == 0
    put(state, "norfolk", "1412", "1 billmen", side="york")
    put(state, "fauconberg", "1212", "1 billmen", side="york")
    found = ends(state)
    assert found["1113"] == 1
    assert found["1710"] == 0


def test_c179_for_each_breach_every_unit_rolls_at_the_leaders_marker() -> None:
    state = beaten()
    put(state, "fauconberg", "1212", "1 billmen", side="york")
    state.leaders["clifford"].fatigue = 3
    run(retreat, state, ["clifford: retreat 1113"], [4, 5], ["clifford"], TOWTON)
    assert army(state, "clifford") == ["billmen"]


def test_c94_nearer_only_if_nothing_else_is_left_and_then_it_is_a_breach() -> None:
    state = empty()
    put(state, "clifford", "1928", "2 billmen")
    for id, at in (("warwick", "1827"), ("norfolk", "1829"), ("fauconberg", "2028")):
        put(state, id, at, "1 billmen", side="york")
    put(state, "edward_march", "1828", "1 billmen")
    put(state, "gloucester", "1929", "1 billmen")
    put(state, "hastings", "1927", "1 billmen")
    assert ends(state, "clifford", "1928") == {"towr": 1}


def test_c94_without_any_hex_the_army_is_lost_and_he_rolls_as_a_lone_leader() -> None:
    state = beaten(kent="york")
    state.leaders["clifford"].at = "towr"
    state.leaders["warwick"].at = "1928"
    battle = fight(state, "towr")
    battle.winner = battle.retreats = "york"
    battle.retreats = "lancaster"
    line_up(battle, "york", "warwick", billmen=4)
    line_up(battle, "lancaster", "clifford", billmen=4)
    run(aftermath, state, [], [1, 1, 6, 2])
    assert state.leaders["clifford"].status == "captive"
    assert army(state, "clifford") == []


def test_c178_each_leader_goes_his_own_way_in_his_owners_order() -> None:
    state = beaten()
    put(state, "exeter", TOWTON, "1 billmen")
    answers = ["exeter: retreat 1710", "clifford: retreat 1711"]
    game = run(retreat, state, answers, [], ["clifford", "exeter"], TOWTON)
    assert (state.leaders["exeter"].at, state.leaders["clifford"].at) == ("1710", "1711")
    assert game.asked[0].side == "lancaster"


def test_c178_attackers_leave_their_own_hex_and_end_three_from_the_target() -> None:
    state = beaten()
    found = ends(state, "warwick", TOWTON)
    assert min(distance(TOWTON, at) for at in found) == 3
    assert WEST not in found


def test_16_4_6_13_c211_across_the_scottish_border_each_unit_is_lost_on_5_or_6() -> None:
    state = beaten()
    state.leaders["clifford"].at = "1006"
    assert "foreign:scotland" in ends(state, "clifford", "1006")
    answers = ["clifford: retreat scotland"]
    run(retreat, state, answers, [4, 5], ["clifford"], "1006")
    assert army(state, "clifford") == ["billmen"]
    assert state.leaders["clifford"].at == "foreign:scotland"


@pytest.mark.parametrize(("side", "dice", "left"), [("york", [2, 3], 1), ("lancaster", [4, 5], 1)])
def test_16_4_6_13_c211_the_enemys_level_in_scotland_is_added_to_the_dice(
    side: str, dice: list[int], left: int
) -> None:
    state = beaten()
    state.leaders["clifford"].at = "1006"
    state.relations["scotland"] = Relations(side, 2)
    answers = ["clifford: retreat scotland"]
    (request,) = run(retreat, state, answers, dice, ["clifford"], "1006").asked
    note = next(one.note for one in request.options if one.line == answers[0])
    assert says(
        str(note() if callable(note) else note),
        "games.plantagenet_1450.s16_4_6_13_retreat.refuge_note",
        dice[1],
        word="each",
    )
    assert len(army(state, "clifford")) == left


def test_c179_the_first_line_is_the_way_with_fewest_breaches_to_a_friendly_area() -> None:
    state = beaten(york="lancaster")
    able = refuges(state, "clifford", TOWTON)
    assert able[0].breaches == 0
    assert controller(state, able[0].to) == "lancaster"
    assert controller(state, able[-1].to) == ""
