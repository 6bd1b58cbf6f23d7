"""4.4.3 Ending the Battle: Influence, Spoils, Losses, Death Check and Disband."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s4_4_3_ending as rule
from pbem.games.plantagenet.s4_4_3_spoils import give_spoils
from pbem.games.plantagenet.state import Battle, State
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.says import sentence
from tests.scripted import Scripted

MEN = {"men_at_arms": 2}


def field(**places: str) -> tuple[State, Battle]:
    """York attacks at Coventry, which is Neutral; nobody has Assets."""
    state = battlefield(dict.fromkeys(places, MEN))
    return state, arrayed(state, "york", places)


def end(state: State, answers: list[str], dice: list[int]) -> Scripted:
    game = Scripted(state, answers, dice)
    game.run(rule.ending)
    return game


# Influence


def test_4_4_3_the_winner_gains_printed_influence_plus_one_per_vassal() -> None:
    """Fled Lords count too, and Routed Vassals, Special ones included (C70)."""
    state, battle = field(york="center", somerset_1="gone", exeter_1="gone")
    with_vassal(state, "exeter_1", "essex")
    with_vassal(state, "exeter_1", "clifford")
    battle.lords["exeter_1"].routed_vassals.append("essex")
    battle.lords["somerset_1"].fled = True
    game = end(state, ["somerset_1: check death"], [1, 1])
    assert battle.winner == "york"
    assert state.influence == 5 + 2 + 2
    assert game.story[0] == sentence(
        "games.plantagenet.s4_4_3_ending.win", "Yorkists", "Coventry", 9
    )


def test_4_4_3_a_winning_defender_gains_too() -> None:
    state, battle = field(york="gone", march="gone", henry_vi="center")
    end(state, ["york: check death"], [1, 1])
    assert battle.winner == "lancaster"
    assert state.influence == -7


def test_c70_if_all_rout_nobody_wins_straight_to_death_checks() -> None:
    state, battle = field(york="gone", exeter_1="gone")
    battle.lords["york"].routed.men_at_arms = 1
    state.lords["exeter_1"].carts = 2
    game = end(state, [], [2, 2])
    assert battle.winner == ""
    assert state.influence == 0
    assert game.rolled == [("death exeter_1", 2), ("death york", 2)]
    assert game.story[0] == sentence("games.plantagenet.s4_4_3_ending.ending", "Coventry")


# Spoils


def spoils(favour: str, answers: list[str], *winners: str) -> State:
    state = battlefield(
        {"york": MEN, "march": MEN, "somerset_1": MEN, "exeter_1": MEN}, at="coventry"
    )
    if favour:
        state.favour["coventry"] = favour
    for lord, carts, provender in (("somerset_1", 1, 3), ("exeter_1", 2, 4)):
        mat = state.lords[lord]
        mat.carts, mat.provender, mat.coin, mat.ships = carts, provender, 2, 1
    Scripted(state, answers).run(give_spoils, "coventry", list(winners), ["somerset_1", "exeter_1"])
    for lord in ("somerset_1", "exeter_1"):
        assert (state.lords[lord].coin, state.lords[lord].ships) == (2, 1)
    return state


def assets(state: State, lord: str) -> tuple[int, int, int, int]:
    mat = state.lords[lord]
    return (mat.carts, mat.provender, mat.coin, mat.ships)


def test_4_4_3_at_a_friendly_stronghold_the_winner_takes_all_carts_and_provender() -> None:
    state = spoils("york", [], "york")
    assert assets(state, "york") == (3, 7, 0, 0)
    assert assets(state, "exeter_1")[:2] == (0, 0)


def test_4_4_3_at_a_neutral_stronghold_half_of_each_rounded_up() -> None:
    state = spoils("", [], "york")
    assert assets(state, "york") == (2, 4, 0, 0)


def test_4_4_3_nothing_where_the_losers_have_favour() -> None:
    state = spoils("lancaster", [], "york")
    assert assets(state, "york") == (0, 0, 0, 0)
    assert assets(state, "somerset_1") == (1, 3, 2, 1)


def test_4_4_3_spoils_are_distributed_as_desired() -> None:
    answers = ["march: take 1 carts", "york: take 1 carts", "york: take 4 provender"]
    state = spoils("", answers, "york", "march")
    assert assets(state, "york") == (1, 4, 0, 0)
    assert assets(state, "march") == (1, 0, 0, 0)


def test_4_4_3_no_spoils_without_winners_or_assets() -> None:
    assert spoils("york", []).lords["exeter_1"].carts == 2
    state, _ = field(york="center", exeter_1="gone")
    game = Scripted(state)
    game.run(give_spoils, "coventry", ["york"], ["exeter_1"])
    assert game.story == [sentence("games.plantagenet.s4_4_3_spoils.give_spoils", word="no Spoils")]


def test_4_4_3_routed_winners_get_no_spoils() -> None:
    state, _ = field(york="center", march="gone", exeter_1="gone")
    state.lords["exeter_1"].carts = 3
    game = end(state, [], [1, 1])
    assert "York takes 2 Carts as Spoils." in game.story


# Losses


def test_4_4_3_losses_roll_for_each_routed_troop_of_unrouted_lords() -> None:
    """Those that fail go to the pool, the others are no longer Routed."""
    state, battle = field(york="center", exeter_1="gone")
    state.lords["york"].troops.longbowmen = 3
    battle.lords["york"].routed.longbowmen = 2
    battle.lords["york"].routed.men_at_arms = 1
    before = forces.in_pool(state, "longbowmen")
    game = Scripted(state, [], [3, 1, 2, 1])
    game.run(rule.ending)
    assert game.rolled[:3] == [
        ("losses york men_at_arms", 3),
        ("losses york longbowmen", 1),
        ("losses york longbowmen 2", 2),
    ]
    assert state.lords["york"].troops.men_at_arms == 2
    assert state.lords["york"].troops.longbowmen == 2
    assert forces.in_pool(state, "longbowmen") == before + 1
    assert battle.lords["york"].routed.total() == 0
    assert "York loses 1 Longbowman for good." in game.story


def test_4_4_3_routed_lords_of_the_winner_roll_no_losses() -> None:
    state, battle = field(york="center", march="gone", exeter_1="gone")
    battle.lords["march"].routed.men_at_arms = 2
    game = end(state, [], [1, 1])
    assert [label for label, _ in game.rolled] == ["death exeter_1", "death march"]


def test_c71_routed_retinue_and_vassals_do_not_roll() -> None:
    state, battle = field(york="center", exeter_1="gone")
    with_vassal(state, "york", "essex")
    battle.lords["york"].routed_vassals.append("essex")
    game = end(state, [], [1])
    assert [label for label, _ in game.rolled] == ["death exeter_1"]


def test_c71_an_unrouted_lord_who_loses_his_last_troops_disbands() -> None:
    """His one unit standing is lost to nothing: both Routed, both fail. Retinue and Vassal go too."""
    state, battle = field(york="center", march="left", exeter_1="gone")
    with_vassal(state, "york", "essex")
    battle.lords["york"].routed.men_at_arms = 2
    game = end(state, [], [4, 5, 1])
    assert state.lords["york"].at == "calendar"
    assert state.lords["york"].box == 1 + 6 - 5
    assert state.vassals["essex"].status == "disbanded"
    assert (
        sentence(
            "games.plantagenet.s4_4_3_ending.losses",
            "York",
            sentence("games.plantagenet.s4_4_3_ending._disbands", 2),
            word="Troops",
        )
        in game.story
    )
    assert state.lords["march"].at == "coventry"
    assert state.influence == 2


def test_4_4_3_a_lord_with_unrouted_troops_stays_whatever_he_loses() -> None:
    state, battle = field(york="center", exeter_1="gone")
    battle.lords["york"].routed.men_at_arms = 1
    end(state, [], [6, 1])
    assert state.lords["york"].at == "coventry"
    assert state.lords["york"].troops.total() == 1


# Death Check and Disband


@pytest.mark.parametrize(
    ("fled", "die", "dies"),
    [
        (False, 2, False),
        (False, 3, True),
        (False, 6, True),
        (True, 4, False),
        (True, 5, True),
    ],
)
def test_c73_a_routed_lord_dies_on_3_to_6_on_5_to_6_if_he_fled(
    fled: bool, die: int, dies: bool
) -> None:
    state, battle = field(york="center", exeter_1="gone")
    battle.lords["exeter_1"].fled = fled
    game = end(state, [], [die])
    assert state.lords["exeter_1"].at == ("out" if dies else "calendar")
    (roll,) = [event for event in game.table.events if event.kind == "die"]
    assert roll.needed == ("1-4" if fled else "1-2")


def test_4_4_3_defenders_check_first_each_player_in_his_own_order() -> None:
    state, _ = field(york="gone", march="gone", exeter_1="gone", buckingham="gone")
    game = end(state, ["buckingham: check death", "march: check death"], [1, 1, 1, 1])
    assert [label for label, _ in game.rolled] == [
        "death buckingham",
        "death exeter_1",
        "death march",
        "death york",
    ]


def test_4_4_3_death_removes_lord_and_seat_and_disbands_vassals() -> None:
    state, _ = field(york="center", exeter_1="gone")
    with_vassal(state, "exeter_1", "essex")
    end(state, [], [3])
    assert state.lords["exeter_1"].at == "out"
    assert "exeter_1" not in state.seats
    assert state.lords["exeter_1"].troops.total() == 0
    assert state.vassals["essex"].status == "disbanded"


def test_4_4_3_survivors_disband_normally() -> None:
    state, _ = field(york="center", exeter_1="gone")
    game = end(state, [], [1])
    exeter = state.lords["exeter_1"]
    assert (exeter.at, exeter.box, exeter.exile) == ("calendar", 1 + 6 - 2, False)
    assert "exeter_1" in state.seats
    assert game.story[-1] == sentence(
        "games.plantagenet.s4_4_3_ending.disband_routed",
        "Exeter (1)",
        sentence("games.plantagenet.s4_4_3_ending._disbands", 5),
        word="survives",
    )


def test_4_4_3_routed_vassals_of_unrouted_lords_disband() -> None:
    state, battle = field(york="center", exeter_1="gone")
    with_vassal(state, "york", "essex")
    with_vassal(state, "york", "devon")
    battle.lords["york"].routed_vassals.append("essex")
    end(state, [], [1])
    assert state.lords["york"].vassals == ["devon"]
    assert state.vassals["essex"].status == "disbanded"
    assert state.vassals["devon"].status == "mustered"


def test_4_4_3_a_disbanded_special_vassal_takes_his_card_along() -> None:
    state, battle = field(york="center", exeter_1="gone")
    with_vassal(state, "york", "hastings")
    state.lords["york"].capabilities.append("Y1")
    battle.lords["york"].routed_vassals.append("hastings")
    end(state, [], [1])
    assert state.lords["york"].vassals == []
    assert state.lords["york"].capabilities == ["Y1"]


def test_4_4_3_an_unrouted_special_vassal_stays_with_his_card() -> None:
    state, _ = field(york="center", exeter_1="gone")
    with_vassal(state, "york", "hastings")
    end(state, [], [1])
    assert state.lords["york"].vassals == ["hastings"]
    assert state.lords["york"].capabilities == ["Y24"]
