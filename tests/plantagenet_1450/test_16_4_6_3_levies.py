"""16.4.6.3 Levies, 16.4.6.4 Mercenaries, 16.4.6.5 Knights, 16.4.6.6 committed leaders; 6.5 Battle cards."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s6_5_battle_cards import total, window
from pbem.games.plantagenet_1450.s10_leaders import counters_left
from pbem.games.plantagenet_1450.s16_4_6_3_levies import number, raise_levies, rolls
from pbem.games.plantagenet_1450.s16_4_6_4_called import call_to_arms
from pbem.games.plantagenet_1450.s16_4_6_6_commitment import commit
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, army, deal, empty, fight, lines, put, run


def battle(**control: str) -> State:
    state = empty(**control)
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    put(state, "norfolk", LEEDS, "1 billmen", side="york")
    put(state, "clifford", TOWTON, "1 billmen")
    fight(state)
    return state


def test_16_4_6_3_c75_one_roll_for_each_adjacent_area_one_controls() -> None:
    state = battle(lincoln="york", nottingham="york", derby="lancaster", kent="york")
    assert rolls(state, "york", TOWTON) == 2 + 1
    assert rolls(state, "lancaster", TOWTON) == 1 + 1


def test_16_4_6_3_c75_two_more_for_the_controller_of_the_battle_area() -> None:
    state = battle(york="lancaster", derby="york")
    assert rolls(state, "lancaster", TOWTON) == 2
    assert rolls(state, "york", TOWTON) == 1


def test_16_4_6_3_c75_the_results_are_summed() -> None:
    state = battle(york="lancaster", derby="york")
    run(raise_levies, state, [], [3, 4, 6])
    assert state.battle is not None
    assert state.battle.levies == {"york": number("levies", 3), "lancaster": 1 + 2}


def test_c75_levies_are_limited_by_counters() -> None:
    state = battle(york="lancaster")
    assert state.battle is not None
    state.battle.levies["lancaster"] = 23
    run(raise_levies, state, [], [6, 6])
    assert state.battle.levies["lancaster"] == 24


@pytest.mark.parametrize(("result", "levies"), [(-2, 0), (3, 0), (4, 1), (6, 2), (9, 2)])
def test_c5_beyond_the_rows_of_a_table_its_end_row_counts(result: int, levies: int) -> None:
    assert number("levies", result) == levies


def test_16_4_6_4_mercenaries_join_a_leader_beyond_his_command() -> None:
    state = battle()
    state.leaders["norfolk"].army *= 3
    deal(state, "york", "L51")
    run(call_to_arms, state, ["call l51 norfolk"], [4])
    assert army(state, "norfolk") == ["billmen"] * 3 + ["handgunners"] * 2
    assert (state.hands["york"], state.discards) == ([], ["L51"])


def test_16_4_6_4_c76_the_attacker_plays_all_his_cards_before_the_defender() -> None:
    state = battle()
    deal(state, "york", "L41", "L43")
    deal(state, "lancaster", "L46")
    game = run(call_to_arms, state, ["call l41 warwick", "call none", "call l46 clifford"], [6, 6])
    assert [request.side for request in game.asked] == ["york", "york", "lancaster"]
    assert army(state, "clifford") == ["billmen"] + ["knights"] * 3


def test_16_4_6_5_knights_roll_on_their_column() -> None:
    state = battle()
    deal(state, "york", "L43")
    run(call_to_arms, state, ["call l43 warwick"], [6])
    assert army(state, "warwick") == ["billmen"] + ["knights"] * 3


def test_16_4_6_5_a_card_of_value_5_adds_one() -> None:
    from pbem.games.plantagenet_1450.facts import facts

    knights = [c for c in facts().cards.values() if c.side_bar and c.side_bar.unit == "knights"]
    five = [card.id for card in knights if card.points == 5]
    four = next(card.id for card in knights if card.points == 4)
    assert five
    for card, many in [(four, 1), *((card, 2) for card in five)]:
        state = battle()
        deal(state, "york", card)
        run(call_to_arms, state, [f"call {card} warwick"], [3])
        assert army(state, "warwick").count("knights") == many


def test_c209_a_resident_knight_brings_another_levy_roll_when_played() -> None:
    state = empty()
    put(state, "warwick", "0907", "1 billmen", side="york")
    put(state, "clifford", "0906", "1 billmen")
    fight(state, "0906")
    deal(state, "lancaster", "L46")
    game = run(call_to_arms, state, ["call l46 clifford"], [1, 6])
    assert [label for label, _ in game.rolled] == ["knights lancaster", "levies lancaster"]
    assert state.battle is not None
    assert state.battle.levies == {"lancaster": 2}


def test_c137_any_card_serves_for_its_side_bar_whatever_its_colour() -> None:
    from pbem.games.plantagenet_1450.facts import facts

    red = next(c.id for c in facts().cards.values() if c.side_bar and c.colour == "red")
    state = battle()
    deal(state, "york", red)
    game = run(call_to_arms, state, ["call none"])
    assert f"call {red.lower()} warwick" in lines(game.asked[0])


def test_c169_recruits_beyond_the_counters_are_lost() -> None:
    state = battle()
    state.pool["york"] = {"knights": 11}
    assert counters_left(state, "york", "knights") == 1
    deal(state, "york", "L43")
    run(call_to_arms, state, ["call l43 warwick"], [6])
    assert army(state, "warwick").count("knights") == 1


def test_16_4_6_6_c73_the_attacker_commits_first_one_leader_or_none() -> None:
    state = battle()
    game = run(commit, state, ["commit norfolk", "commit none"])
    assert [request.side for request in game.asked] == ["york", "lancaster"]
    assert lines(game.asked[0]) == ["commit warwick", "commit norfolk", "commit none"]
    assert state.battle is not None
    assert state.battle.committed == {"york": "norfolk"}


def test_6_5_a_battle_card_is_played_at_its_moment_and_once() -> None:
    state = battle()
    deal(state, "york", "L48")
    assert not run(window, state, [], [], "before_deploy").asked
    run(window, state, ["play l48"], [], "before_missile")
    assert state.battle is not None
    assert total(state.battle, "missile_die", "york") == 1
    assert total(state.battle, "missile_die", "lancaster") == -1
    assert state.discards == ["L48"]


def test_c173_the_attacker_is_offered_each_window_first() -> None:
    state = battle()
    deal(state, "york", "L48")
    deal(state, "lancaster", "L51")
    game = run(window, state, ["play none", "play l51"], [], "before_missile")
    assert [request.side for request in game.asked] == ["york", "lancaster"]
    assert state.battle is not None
    assert state.battle.shots == {"lancaster": [4, 4, 4]}


def test_6_2_1_a_card_of_one_colour_is_played_by_that_side_only() -> None:
    state = battle()
    deal(state, "york", "L55")
    assert not run(window, state, [], [], "before_deploy").asked
    deal(state, "lancaster", "L55")
    state.hands["york"] = []
    run(window, state, ["play l55"], [], "before_deploy")
    assert state.battle is not None
    assert total(state.battle, "committed_tactical", "york") == -9


def test_6_5_a_card_for_the_defender_only() -> None:
    state = battle()
    deal(state, "york", "L52")
    deal(state, "lancaster", "Y52")
    game = run(window, state, ["play y52"], [], "before_deploy")
    assert [request.side for request in game.asked] == ["lancaster"]
    assert state.battle is not None
    assert total(state.battle, "terrain_shift", "lancaster") == 1


def test_6_5_a_card_for_a_side_that_has_committed_a_leader() -> None:
    state = battle()
    assert state.battle is not None
    state.battle.round = 2
    deal(state, "york", "Y51")
    assert not run(window, state, [], [], "before_melee_round").asked
    state.battle.committed["york"] = "warwick"
    run(window, state, ["play y51"], [], "before_melee_round")
    assert total(state.battle, "crt_die", "york") == 1
    state.battle.round = 3
    assert total(state.battle, "crt_die", "york") == 0
    assert total(state.battle, "capture_die", "york") == 2
