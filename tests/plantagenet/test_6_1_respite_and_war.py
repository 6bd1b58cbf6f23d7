"""6.1 Respite and War: Surrender, Natural Causes, which War follows, and how the whole game ends."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet import s5_victory as victory
from pbem.games.plantagenet import s6_1_respite_and_war as war
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.s6_3_the_wars import set_up
from pbem.games.plantagenet.s6_scenarios import next_war, setup
from pbem.games.plantagenet.sequence import step
from pbem.games.plantagenet.state import LordState, State
from tests.plantagenet.battlefield import arrayed
from tests.plantagenet.field import put
from tests.says import sentence
from tests.scripted import Scripted


def start(id: str, *removed: str) -> State:
    before = setup("wars_of_the_roses")
    before.removed = list(removed)
    return before if id == "I" else set_up(id, before)


def won(id: str, side: str, box: int = 6, *removed: str) -> State:
    state = start(id, *removed)
    state.war_winner, state.step, state.box = side, "respite", box
    return state


# Which War follows (6.1.2)


@pytest.mark.parametrize(
    ("id", "winner", "following"),
    [
        *[("I", "york", "IIY"), ("I", "lancaster", "IIL"), ("IIY", "york", "IIIY")],
        *[("IIY", "lancaster", "IIIL"), ("IIL", "york", "IIIY"), ("IIL", "lancaster", "IIIL")],
        *[("IIIY", "york", ""), ("IIIL", "lancaster", "")],
    ],
)
def test_6_1_2_the_outcome_decides_the_next_war(id: str, winner: str, following: str) -> None:
    assert next_war(start(id), winner) == following


def test_6_1_2_other_scenarios_have_none() -> None:
    assert next_war(setup("Ia"), "york") == ""


def test_c107_a_new_war_starts_clean() -> None:
    state = won("I", "york", 6, "salisbury", "henry_vi")
    state.options["hidden_mats"] = "yes"
    state.held["york"], state.wear, state.influence = ["x"], {"york": "depleted"}, 30
    state.set_aside, state.london_twice = ["Y28"], True
    game = Scripted(state)
    game.run(step)
    new = game.state
    assert (new.scenario, new.step, new.box, new.influence) == ("IIY", "arts_of_war", 1, 0)
    assert (new.held, new.wear, new.london_twice) == ({"york": [], "lancaster": []}, {}, False)
    assert (new.war_winner, new.winner, new.hidden_mats) == ("", "", True)
    # 6.2.2 of the removed only Heirs stay so
    assert (new.removed, new.set_aside) == (["henry_vi"], ["Y28"])
    assert any("The Kingmaker" in text for text in game.story)


# Victory in a War (5, 6.0)


def checked(state: State) -> State:
    state.step = "victory_check"
    Scripted(state).run(step)
    return state


@pytest.mark.parametrize(
    ("id", "king"), [("I", "lancaster"), ("IIY", "york"), ("IIL", "lancaster")]
)
def test_c122_without_lords_on_either_side_the_kings_side_wins_the_war(id: str, king: str) -> None:
    state = start(id)
    state.influence = 20 if king == "lancaster" else -20
    leave_all(state)
    checked(state)
    assert (state.king, state.war_winner, state.winner) == (king, king, "")


def test_c122_in_the_third_war_the_game_is_a_draw() -> None:
    state = start("IIIY")
    leave_all(state)
    checked(state)
    assert (state.war_winner, state.winner) == ("", victory.DRAW)


def leave_all(state: State) -> None:
    """Nobody on the map, nobody an Exile of the next box."""
    for lord in state.lords.values():
        lord.at = "calendar" if lord.at != "out" else "out"
        lord.box, lord.exile = 15, False


@pytest.mark.parametrize("id", ["I", "IIY", "IIL"])
def test_6_0_a_threshold_wins_that_war_only(id: str) -> None:
    state = start(id)
    state.influence = 40
    checked(state)
    assert (state.war_winner, state.winner, state.step) == ("york", "", "respite")


def test_6_0_a_campaign_victory_wins_that_war_only() -> None:
    state = start("I")
    for lord in ("york", "march"):
        state.lords[lord].at, state.lords[lord].box = "calendar", 9
    checked(state)
    assert (state.war_winner, state.winner) == ("lancaster", "")


@pytest.mark.parametrize(("points", "winner"), [(3, "york"), (-1, "lancaster"), (0, "lancaster")])
def test_c95_a_war_that_runs_out_of_turns_goes_to_more_influence(points: int, winner: str) -> None:
    state = start("I")  # the Lancastrians are the King's side: theirs if at 0 (C9)
    state.box, state.influence = 15, points
    checked(state)
    assert (state.war_winner, state.winner) == (winner, "")


def test_c9_the_third_war_at_0_goes_to_the_kings_side() -> None:
    state = start("IIIY")
    state.box, state.influence = 9, 0
    checked(state)
    assert (state.war_winner, state.winner) == ("", "york")


def test_6_0_final_victory_in_the_third_war() -> None:
    state = start("IIIL")
    state.influence = -45
    checked(state)
    assert (state.war_winner, state.winner) == ("", "lancaster")


def test_5_1_a_war_that_nobody_wins_goes_to_the_kings_side() -> None:
    state = start("I")
    for lord, piece in state.lords.items():
        if piece.at not in ("calendar", "out"):
            state.lords[lord].at, state.lords[lord].box = "calendar", 9
    checked(state)
    assert (state.war_winner, state.winner) == ("lancaster", "")


def test_5_1_but_the_third_war_is_then_a_draw() -> None:
    state = start("IIIY")
    for piece in state.lords.values():
        if piece.at != "out":
            piece.at, piece.box = "calendar", 10
    checked(state)
    assert state.winner == victory.DRAW


# 6.1.1 Surrender


def last_heir(id: str = "IIY") -> State:
    """Rutland is the last Yorkist Heir in this War but Gloucester; both sides have lost a Battle."""
    state = start(id, *(["york", "march"] if id == "IIY" else []))
    state.lords["gloucester_1"].at = "out"
    state.removed.append("gloucester_1")
    put(state, "rutland", "coventry")
    put(state, "warwick_l", "coventry")
    state.lords["rutland"].carts = state.lords["rutland"].provender = 0
    arrayed(state, "lancaster", {"rutland": "gone", "warwick_l": "center"})
    return state


def test_6_1_1_surrender_before_the_last_heir_rolls() -> None:
    state = last_heir()
    with pytest.raises(victory.WarIsOver):
        Scripted(state, ["surrender"]).run(ending.death_checks)
    assert (state.war_winner, state.winner) == ("lancaster", "")
    assert "rutland" not in state.removed


def test_6_1_1_or_risk_it() -> None:
    state = last_heir()
    Scripted(state, ["check death"], [2]).run(ending.death_checks)
    assert not state.war_winner
    state = last_heir()
    with pytest.raises(victory.WarIsOver):
        Scripted(state, ["check death"], [3]).run(ending.death_checks)
    assert state.winner == "lancaster"  # the fourth Yorkist Heir lost: Dynastic Victory


def test_6_1_1_not_while_another_heir_is_present() -> None:
    state = start("IIY", "york", "march")
    put(state, "rutland", "coventry")
    arrayed(state, "lancaster", {"rutland": "gone"})
    game = Scripted(state, [], [2])
    game.run(ending.death_checks)
    assert [request.kind for request in game.asked] == ["death"]


def checks_for_death(id: str, lord: str, *removed: str) -> Scripted:
    """He is Routed in Battle, and survives his check."""
    state = start(id, *removed)
    for other in removed:
        state.lords[other] = LordState(at="out")
    put(state, lord, "coventry", carts=0, provender=0)
    arrayed(state, "york", {lord: "gone"})
    game = Scripted(state, [], [2])
    game.run(ending.death_checks)
    return game


@pytest.mark.parametrize(
    ("id", "lord", "removed"),
    [
        ("IIL", "henry_vi", ("somerset_1", "somerset_2", "york")),  # Margaret stands behind him
        ("IIL", "somerset_1", ("henry_vi", "margaret")),  # as Somerset (2) behind Somerset (1)
        ("IIY", "henry_vi", ("somerset_1", "somerset_2", "york")),
        ("IIY", "somerset_1", ("henry_vi", "margaret")),
        # C108: his Death would lose the War, yet Margaret is left
        ("I", "henry_vi", ("somerset_1", "somerset_2")),
    ],
)
def test_c124_not_while_another_listed_heir_has_yet_to_come(
    id: str, lord: str, removed: tuple[str, ...]
) -> None:
    game = checks_for_death(id, lord, *removed)
    assert [request.kind for request in game.asked] == ["death"]


@pytest.mark.parametrize("id", ["IIL", "IIY"])
def test_c124_the_last_one_listed_may_surrender(id: str) -> None:
    state = start(id, "somerset_1", "somerset_2", "margaret")
    put(state, "henry_vi", "coventry", carts=0, provender=0)
    arrayed(state, "york", {"henry_vi": "gone"})
    game = Scripted(state, ["surrender"])
    with pytest.raises(victory.WarIsOver):
        game.run(ending.death_checks)
    assert state.war_winner == "york"
    assert game.asked[-1].options[0].note == sentence(
        "games.plantagenet.s6_1_respite_and_war.fill_surrender", 3, "67%", "War", word="Dies"
    )


def test_c104_the_last_yorkist_is_told_that_his_death_loses_the_whole_game() -> None:
    game = Scripted(last_heir(), ["check death"], [2])
    game.run(ending.death_checks)
    assert "whole game" in game.asked[-1].options[0].note


def test_6_1_1_not_in_the_third_war() -> None:
    state = start("IIIY", "york", "march", "rutland")  # Richard III alone
    state.lords["richard_iii"].at = "coventry"
    arrayed(state, "lancaster", {"richard_iii": "gone"})
    game = Scripted(state, [], [1])
    game.run(ending.death_checks)
    assert [request.kind for request in game.asked] == ["death"]


def test_6_1_1_not_for_a_lord_who_is_no_heir() -> None:
    state = last_heir()
    put(state, "devon", "coventry")
    current(state).lords = {"devon": current(state).lords.pop("rutland")}
    game = Scripted(state, [], [1])
    game.run(ending.death_checks)
    assert "surrender" not in [request.kind for request in game.asked]


# Natural Causes


@pytest.mark.parametrize(
    ("dice", "removed"),
    [
        ([3, 3, 3, 3], ["henry_vi", "york"]),  # 6 is less than 7
        ([3, 4, 6, 6], []),
        ([6, 1, 1, 1], ["york"]),
    ],
)
def test_c105_two_dice_below_the_last_turn_remove_henry_and_york(
    dice: list[int], removed: list[str]
) -> None:
    state = won("IIL", "lancaster", 7)
    game = Scripted(state, [], dice)
    game.run(war.respite)
    assert game.state.removed == removed
    assert [label for label, _ in game.rolled] == [
        "natural causes henry_vi",
        "natural causes henry_vi 2",
        "natural causes york",
        "natural causes york 2",
    ]


@pytest.mark.parametrize(("die", "removed"), [(5, ["york"]), (6, ["york", "edward_iv"])])
def test_6_3_IIY_edward_dies_on_a_6(die: int, removed: list[str]) -> None:
    state = won("IIY", "york", 1, "york")
    game = Scripted(state, [], [1, 1, die])
    game.run(war.respite)
    assert game.state.removed == removed
    assert game.state.scenario == "IIIY"


def test_6_3_IIY_march_does_not_roll() -> None:
    game = Scripted(won("IIY", "york", 1), [], [6, 6, 6, 6])
    game.run(war.respite)
    assert len(game.rolled) == 4


def test_6_3_nobody_rolls_who_is_removed_already() -> None:
    game = Scripted(won("IIL", "lancaster", 7, "henry_vi", "york"), [], [])
    game.run(war.respite)
    assert game.state.scenario == "IIIL"


def test_6_3_no_natural_causes_after_the_first_war() -> None:
    game = Scripted(won("I", "york", 15))
    game.run(war.respite)
    assert game.state.scenario == "IIY"


def test_6_0_natural_causes_may_bring_a_dynastic_victory() -> None:
    state = won("IIL", "lancaster", 15, "march", "rutland", "gloucester_1")
    game = Scripted(state, [], [6, 6, 1, 1])
    game.run(war.respite)
    assert game.state.winner == "lancaster"
    assert "Dynastic" in game.state.ending
