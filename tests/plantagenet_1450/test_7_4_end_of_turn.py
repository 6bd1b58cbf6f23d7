"""7.4 The end of a turn: automatic victories (20.1), goals (4.0), natural death (20.2), the last turn."""

from __future__ import annotations

import pytest

from pbem.engine.scenarios import starting_state
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s7_4_end_of_turn import turn_ends
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.s20_victory import End
from pbem.games.plantagenet_1450.sequence import step
from pbem.games.plantagenet_1450.state import Modifier, State
from tests.plantagenet_1450.field import put
from tests.plantagenet_1450.realm import hold, play, realm

LONDON, YORK = "1928", "1612"


def ended(turn: int, york: int = 10, lancaster: int = 10, **control: str) -> State:
    """A position at the end of a turn; Henry VI is in London."""
    state = realm(**control)
    state.turn, state.impulse = turn, 6
    state.legitimacy = {"york": york, "lancaster": lancaster}
    put(state, "henry_vi", LONDON, crowned=True)
    return state


def end(state: State, *dice: int) -> State:
    play(turn_ends, state, dice=dice)
    return state


def won(state: State) -> tuple[str, str]:
    return end(state).winner, state.ending


def test_20_1_after_turn_3_parliament_crowns_richard_with_legitimacy_30() -> None:
    for legitimacy, at, winner in ((30, YORK, "york"), (29, YORK, ""), (30, "2531", "")):
        state = ended(3, york=legitimacy)
        put(state, "richard_york", at)
        put(state, "edward_march", YORK)
        assert end(state).winner == winner
    reason = End.PARLIAMENT.reason(winner="York", turn=3, level=30)
    state = ended(3, york=30)
    put(state, "richard_york", YORK)
    assert won(state) == ("york", reason)


def test_20_1_after_turn_4_york_wins_if_richard_is_still_in_england() -> None:
    state = ended(4)
    put(state, "richard_york", YORK)
    assert won(state) == ("york", End.COUNCIL.reason(winner="York", turn=4))


@pytest.mark.parametrize(
    ("at", "status"),
    [(YORK, "captive"), ("", "dead"), ("foreign:ireland", "free"), ("2531", "free")],
)
def test_c150_a_dead_or_captive_richard_is_not_in_england(at: str, status: str) -> None:
    state = ended(4)
    put(state, "richard_york", at, status=status)
    assert end(state).winner == ""
    assert state.turn == 5


def test_20_1_after_turn_6_lancaster_wins_if_edward_is_not_crowned() -> None:
    state = ended(6)
    put(state, "edward_march", YORK)
    assert won(state) == ("lancaster", End.NO_EDWARD.reason(winner="Lancaster", turn=6))
    state = ended(6, york=10)
    put(state, "edward_march", YORK, crowned=True)
    assert end(state).winner == ""


def test_c151_a_crowned_edward_who_died_is_not_crowned_at_the_end_of_turn_6() -> None:
    state = ended(6)
    put(state, "edward_march", "", status="dead", crowned=True)
    assert end(state).winner == "lancaster"


def test_c110_automatic_victories_come_before_goals() -> None:
    state = ended(3, york=30)  # Edward is not in play: the goal of turn 3 would cost York two
    put(state, "richard_york", YORK)
    assert end(state).winner == "york"
    assert state.legitimacy["york"] == 30


def test_c110_a_goal_may_bring_the_first_automatic_victory_about() -> None:
    state = ended(2, lancaster=29, york=10)
    assert end(state).winner == "lancaster"
    assert state.turn == 2


def test_c186_of_two_victories_at_the_end_of_a_turn_the_first_printed_counts() -> None:
    state = ended(4, lancaster=40, york=20)
    put(state, "richard_york", YORK)
    assert end(state).winner == "lancaster"


def test_20_2_has_no_automatic_victory() -> None:
    state = ended(8, lancaster=40)
    state.scenario = "end_of_the_plantagenets"
    put(state, "edward_march", "", status="dead")
    assert end(state).winner == ""


@pytest.mark.parametrize(("turn", "met", "missed"), [(1, (0, 0), (-2, 1)), (2, (0, 0), (-2, 1))])
def test_4_0_a_goal_missed_costs_legitimacy_and_gives_it_to_the_other_side(
    turn: int, met: tuple[int, int], missed: tuple[int, int]
) -> None:
    for control, mad, changes in (("lancaster", False, met), ("york", True, missed)):
        state = ended(turn, **dict.fromkeys(list(facts().groups)[3:13], "york"))
        state.control["london"] = control
        state.leaders["henry_vi"].mad = mad
        end(state)
        assert (state.legitimacy["lancaster"] - 10, state.legitimacy["york"] - 10) == changes


GOALS = [goal for goal in facts().tables["goal"] if "result" not in goal]


def test_c109_only_goals_of_the_reconstruction_may_be_switched_off() -> None:
    state = ended(4)
    state.options = {"historical_goals": "no"}
    put(state, "richard_york", YORK)
    assert won(state)[0] == "york"
    for turn in range(1, 6):
        state = ended(turn)
        state.options = {"historical_goals": "no"}
        end(state)
        assert state.legitimacy == {"york": 10, "lancaster": 10}


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal["goal"])
def test_4_0_every_goal_of_history_is_judged_at_the_end_of_its_turn(
    goal: dict[str, object],
) -> None:
    """Nobody meets one in a realm that nobody governs, whoever is king."""
    turn = int(str(goal["turn"]))
    state = ended(turn)
    state.leaders["henry_vi"].status = "captive" if turn < 7 else "waiting"
    if turn == 6:  # else the fourth automatic victory ends the game before
        put(state, "edward_march", YORK, crowned=True)
    if goal["side"] == "king":
        put(state, "gloucester", YORK, crowned=True)
    _, game = play(turn_ends, state)
    assert any(str(goal["goal"]) in line and "missed" in line for line in game.story)


def test_c185_without_a_king_the_goal_of_the_kings_side_is_not_scored() -> None:
    for crowned, change in ((False, 0), (True, -2)):
        state = ended(9)
        state.leaders["henry_vi"].at = "foreign:scotland"
        put(state, "gloucester", YORK, crowned=crowned)
        end(state)
        assert state.legitimacy["york"] - 10 == change


def test_c102_the_protector_is_no_king_for_goals() -> None:
    state = ended(9)
    state.leaders["henry_vi"].mad = True
    put(state, "richard_york", YORK)
    end(state)
    assert state.legitimacy == {"york": 10, "lancaster": 10}


def test_7_4_what_cards_changed_for_the_turn_is_over() -> None:
    state = ended(1, london="lancaster")
    state.flags = {"no_campaign_start": "end_of_turn", "berwick_scottish": ""}
    state.changes = [Modifier("siege_die", "york", 1)]
    end(state)
    assert state.flags == {"berwick_scottish": ""}
    assert (state.changes, state.turn, state.impulse) == ([], 2, 0)


def buried(turn: int, die: int = 1, status: str = "free") -> State:
    state = ended(turn)
    state.scenario = "end_of_the_plantagenets"
    put(state, "edward_march", YORK, crowned=True, status=status)
    return end(state, *([] if turn == 10 or status == "dead" else [die]))


@pytest.mark.parametrize("die", range(1, 7))
def test_20_2_edward_dies_at_the_end_of_turn_7_on_1_to_4(die: int) -> None:
    assert (buried(7, die).leaders["edward_march"].status == "dead") == (die <= 4)


def test_c217_natural_death_comes_after_goals_and_never_in_turn_10() -> None:
    state = buried(8, 1)
    state.leaders["henry_vi"].status = "waiting"
    assert state.leaders["edward_march"].status == "dead"
    last = buried(10)
    assert last.leaders["edward_march"].status == "free"
    assert last.winner
    assert buried(7, 1, "captive").leaders["edward_march"].status == "dead"
    assert buried(7, 1, "dead").turn == 8


def test_c217_the_goals_of_turn_8_still_know_a_king_who_dies_at_its_end() -> None:
    state = ended(8)
    state.scenario = "end_of_the_plantagenets"
    state.leaders["henry_vi"].at = "foreign:scotland"
    put(state, "edward_march", YORK, crowned=True)
    _, game = play(turn_ends, state, dice=(1,))
    assert any("Keep the crown): met." in line for line in game.story)
    assert state.leaders["edward_march"].status == "dead"


def test_20_1_after_the_last_turn_the_sole_king_decides() -> None:
    assert won(ended(10)) == ("lancaster", End.SOLE_KING.reason(winner="Lancaster"))


@pytest.mark.parametrize(("york", "winner"), [(19, "draw"), (20, "york")])
def test_20_1_without_a_sole_king_a_lead_of_ten(york: int, winner: str) -> None:
    state = ended(10, york=york)
    state.leaders["henry_vi"].at = "foreign:scotland"
    assert end(state).winner == winner


def test_c111_the_rise_of_edward_ends_after_turn_6() -> None:
    state = starting_state(PLANTAGENET_1450, "wars_of_the_roses", {"rise_of_edward": "yes"})
    state.turn = 6
    state.control["york"] = "york"
    put(state, "edward_march", anchor("norfolk"), crowned=True)
    assert won(state) == ("draw", End.NO_KING.reason())
    assert [one.name for one in PLANTAGENET_1450.options("end_of_the_plantagenets")] == [
        "historical_goals"
    ]
    assert PLANTAGENET_1450.options("towton_1461") == ()


def test_c130_when_the_game_is_over_both_hands_lie_open() -> None:
    state = ended(10)
    state.step = "turn_ends"
    secrets = hold(state, "york", "L38", "L41")
    secrets |= hold(state, "lancaster", "L22")
    _, game = play(step, state, secrets=secrets)
    assert any("York held" in line for line in game.story)
    assert any("Lancaster held" in line for line in game.story)
