"""7.3 and 7.4 Attacks, and 7.7 the luckless aggressor."""

from __future__ import annotations

import pytest

from pbem.games.warriors.s7_3_attack import attacks, bonus, dice, lowest_hit
from pbem.games.warriors.state import State
from tests.says import sentence
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, engaged, example, fight, lines, put, where


def ready() -> State:
    state = example()
    engaged(state, "north_midlands", york="warwick", lancaster="talbot")
    return state


def test_c11_dice_are_the_smaller_of_strength_and_leadership() -> None:
    state = ready()
    assert dice(state, "york") == 6
    assert dice(state, "lancaster") == 5
    state.nobles["audley"].at = "wales"
    state.nobles["talbot"].troops = 0
    assert dice(state, "lancaster") == 1


def test_c11_the_bonus_is_never_negative() -> None:
    state = ready()
    assert (bonus(state, "york"), bonus(state, "lancaster")) == (1, 0)
    assert (lowest_hit(state, "york"), lowest_hit(state, "lancaster")) == (5, 6)


def test_7_3_2_battle_3_against_1_hits_on_four_and_more() -> None:
    state = ready()
    assert state.battle is not None
    state.battle.commanders["lancaster"] = "audley"
    assert lowest_hit(state, "york") == 4


def test_c38_both_roll_with_the_strength_at_the_start_of_the_round() -> None:
    game = Scripted(ready(), dice=[6] * 6 + [6] * 5)
    game.run(attacks)
    assert game.state.battle.hits == {"lancaster": 6, "york": 5}


MISS = [1] * 6 + [1] * 5
FIGHT = ["fight", "fight"]


def test_c36_the_marker_turns_with_each_miss_and_goes_with_a_hit() -> None:
    state = ready()
    for dice_, missed in (([1] * 11, 1), ([1] * 11, 2), ([6, *[1] * 10], 0), ([1] * 11, 1)):
        Scripted(state, dice=list(dice_)).run(attacks)
        assert state.battle is not None
        assert state.battle.missed == missed


def test_c36_after_the_third_miss_the_non_aggressor_may_force_the_aggressor_out() -> None:
    answers = ["no", *FIGHT, *FIGHT, *FIGHT, "force", "withdraw yorkshire"]
    state = example()
    game = fight(state, "north_midlands", answers, [*MISS, *MISS, *MISS, *[1] * 5])
    (choice,) = asked(game, "luckless")
    assert (choice.side, lines(choice)) == ("lancaster", ["force", "fight"])
    assert asked(game, "forced_withdrawal")[0].side == "york"
    assert state.nobles["warwick"].at == state.nobles["hastings"].at == "yorkshire"
    assert state.nobles["warwick"].disgraced


def test_c36_if_he_fights_on_the_marker_goes_and_the_count_starts_afresh() -> None:
    answers = ["no", *FIGHT * 3, "fight", *FIGHT, "withdraw west_midlands"]
    state = example()
    game = fight(state, "north_midlands", answers, [*MISS * 5, *[1] * 6])
    assert len(asked(game, "luckless")) == 1
    assert sentence("games.warriors.s7_7_end_of_battle.luckless", word="battle") in game.story
    assert game.story.count(sentence("games.warriors.s7_3_attack.count_misses", "York", "1st")) == 2


def test_c36_the_non_aggressors_misses_do_not_matter() -> None:
    state = ready()
    for _ in range(3):
        Scripted(state, dice=[*[6] * 6, *[1] * 5]).run(attacks)
    assert state.battle is not None
    assert state.battle.missed == 0


def test_c35_a_forced_withdrawal_is_pursued() -> None:
    answers = ["no", *FIGHT * 3, "force", "withdraw yorkshire", "default"]
    state = example()
    fight(state, "north_midlands", answers, [*MISS * 3, 6, 1, 1, 1, 1])
    assert state.nobles["warwick"].troops + state.nobles["hastings"].troops == 5


def test_c35_with_nowhere_to_go_troops_are_lost_and_all_nobles_flee() -> None:
    state = empty("battle")
    put(state, "york", "wales", "york", 6)
    put(state, "ferrers", "wales", "york", 2)
    put(state, "ormond", "wales", "lancaster", 2)
    put(state, "dacre", "northwest", "lancaster", 1)
    put(state, "audley", "west_midlands", "lancaster", 1)
    put(state, "devon", "southwest", "lancaster", 1)
    put(state, "egremont", "ireland", "lancaster", 1)
    answers = ["no", *["fight"] * 3, "force"]
    game = fight(state, "wales", answers, [*([1] * 8 + [1] * 3) * 3, 3, 6])
    assert not asked(game, "forced_withdrawal")
    assert where(state, "ferrers") == ("covert", "york")
    assert where(state, "york") == ("burgundy", "york")
    assert state.nobles["york"].troops == 0


@pytest.mark.parametrize("forced", [True, False])
def test_7_7_the_battle_goes_on_until_a_side_is_gone_or_withdraws(forced: bool) -> None:
    answers = ["no", *FIGHT * 2, *FIGHT, "force", "withdraw yorkshire"]
    state = example()
    if not forced:
        answers = ["no", *FIGHT, "fight", "withdraw yorkshire"]
    fight(state, "north_midlands", answers, [*MISS * (3 if forced else 2), *[1] * 5])
    assert state.nobles["warwick"].at == "yorkshire"
    assert state.nobles["talbot"].at == "north_midlands"
