"""16.4.6.9 Melee: odds, results, rounds and breaking off."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s16_4_6_9_melee import apply, fight_round, melee, ratio, result
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, Modifier, State
from tests.plantagenet_1450.field import (
    LEEDS,
    TOWTON,
    asked,
    columns,
    deal,
    empty,
    fight,
    line_up,
    put,
    run,
)
from tests.says import says


def field(york: int = 1, lancaster: int = 1, column: int = 4) -> tuple[State, Battle]:
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", TOWTON)
    battle = fight(state)
    for side, id, many in (("york", "warwick", york), ("lancaster", "clifford", lancaster)):
        line_up(battle, side, id, **{f"billmen{n}": column for n in range(many)})
    return state, battle


@pytest.mark.parametrize(
    ("attackers", "defenders", "attacker", "defender"),
    [
        (5, 3, "1-1", "1-1"),
        (3, 5, "1-2", "1-1"),
        (6, 3, "2-1", "1-2"),
        (3, 6, "1-2", "2-1"),
        (2, 5, "1-3", "2-1"),
        (4, 4, "1-1", "1-1"),
        (9, 1, "4-1", "1-4"),
        (1, 9, "1-4", "4-1"),
    ],
)
def test_16_4_6_9_c82_odds_are_rounded_in_favour_of_the_defender(
    attackers: int, defenders: int, attacker: str, defender: str
) -> None:
    """The rulebook's examples, 5 against 3 and 3 against 5, come first."""
    assert ratio(attackers, defenders, attacks=True) == attacker
    assert ratio(defenders, attackers, attacks=False) == defender


@pytest.mark.parametrize(
    ("column", "die", "code"),
    [("1-1", 1, "-"), ("1-1", 4, "M-1"), ("2-1", 3, "M-1"), ("4-1", 6, "M+4"), ("4-1", 7, "M+4")],
)
def test_16_4_6_9_c5_the_combat_results_table(column: str, die: int, code: str) -> None:
    assert result(column, die) == code


def test_16_4_6_9_c84_disrupted_units_move_down_and_wavering_ones_are_eliminated() -> None:
    state, battle = field(0, 0)
    line_up(battle, "york", "warwick", billmen=4, longbowmen=0, spears=WAVERING, knights=ELIMINATED)
    run(apply, state, [], [], "york", "D")
    assert columns(battle, "york") == [ELIMINATED, ELIMINATED, WAVERING, 3]


def test_16_4_6_9_in_a_morale_check_all_roll_wavering_units_with_morale_0() -> None:
    state, battle = field(0, 0)
    line_up(battle, "york", "warwick", billmen=4, longbowmen=3, spears=WAVERING, knights=ELIMINATED)
    game = run(apply, state, [], [3, 3, 2], "york", "M+1")
    assert len(game.rolled) == 3
    assert columns(battle, "york") == [ELIMINATED, ELIMINATED, WAVERING, 3]


def test_16_4_6_9_c83_both_results_are_applied_at_once() -> None:
    state, battle = field()
    run(fight_round, state, [], [3, 3])
    assert columns(battle, "york") == columns(battle, "lancaster") == [3]


def test_c83_each_sides_result_falls_on_the_other() -> None:
    state, battle = field()
    run(fight_round, state, [], [3, 1])
    assert columns(battle, "york") == [4]
    assert columns(battle, "lancaster") == [3]


def test_16_4_6_9_only_units_in_columns_count_for_odds() -> None:
    state, battle = field(2, 1)
    line_up(battle, "lancaster", "clifford", spears=WAVERING)
    game = run(fight_round, state, [], [1, 1])
    assert says(game.story[0], "games.plantagenet_1450.s16_4_6_9_melee.fight_round", "York", "2-1")


def test_6_5_a_card_changes_the_melee_die_in_its_round_only() -> None:
    state, battle = field()
    battle.round = 1
    battle.modifiers.append(Modifier("crt_die", "york", 1, 1))
    run(fight_round, state, [], [2, 1])
    assert columns(battle, "lancaster") == [3]
    battle.round = 2
    run(fight_round, state, [], [1, 1])
    assert columns(battle, "lancaster") == [3]


def test_16_4_6_9_the_defender_says_first_whether_he_retreats() -> None:
    state, battle = field()
    game = run(melee, state, ["fight on", "retreat"], [1, 1])
    assert [request.side for request in asked(game, "break_off")] == ["lancaster", "york"]
    assert (battle.retreats, battle.winner) == ("york", "lancaster")


def test_16_4_6_9_if_the_defender_retreats_the_attacker_is_not_asked() -> None:
    state, battle = field()
    game = run(melee, state, ["retreat"], [1, 1])
    assert len(asked(game, "break_off")) == 1
    assert battle.winner == "york"


def test_16_4_6_9_rounds_go_on_until_somebody_retreats() -> None:
    state, battle = field()
    run(melee, state, ["fight on", "fight on", "fight on", "retreat"], [1, 1, 1, 1])
    assert battle.round == 2


def test_c85_a_side_without_units_in_columns_has_lost_at_once() -> None:
    state, battle = field(column=0)
    run(melee, state, [], [3, 1])
    assert (battle.winner, battle.retreats) == ("york", "")


def test_c85_also_after_the_missiles() -> None:
    state, battle = field()
    for one in battle.fighters:
        one.column = WAVERING if one.side == "york" else 4
    run(melee, state)
    assert (battle.winner, battle.round) == ("lancaster", 0)


def test_c85_if_nobody_stands_the_defender_wins() -> None:
    state, battle = field(column=0)
    run(melee, state, [], [3, 3])
    assert battle.winner == "lancaster"


def test_c173_rally_comes_before_anybody_is_found_to_have_nobody_left() -> None:
    state, battle = field(column=0)
    deal(state, "lancaster", "L54")
    run(melee, state, ["play l54", "retreat"], [3, 1])
    assert battle.winner == "york"
    assert columns(battle, "lancaster") == [1]
