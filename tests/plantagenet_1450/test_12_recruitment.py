"""8.11, 12.0 Recruitment: what a type costs, how many come, where they go."""

from __future__ import annotations

import pytest

from tests.plantagenet_1450.field import lines
from tests.plantagenet_1450.realm import offered, orders, realm, spend
from tests.says import sentence


@pytest.mark.parametrize(
    ("kind", "cost", "come"),
    [("longbowmen", 1, 2), ("spears", 1, 3), ("billmen", 2, 3), ("men_at_arms", 2, 2)],
)
def test_12_1_a_type_costs_its_points_and_the_table_says_how_many(
    kind: str, cost: int, come: int
) -> None:
    """On a 4."""
    state = realm()
    spend(state, "york", 3, f"recruit {kind}", dice=(4,))
    assert state.points[-1].left == 3 - cost
    assert state.pool["york"] == {kind: come}
    assert not state.pool["lancaster"]


def test_8_11_units_are_added_to_what_the_force_pool_holds() -> None:
    state = realm()
    state.pool["york"] = {"billmen": 1, "longbowmen": 2}
    game = spend(state, "york", 2, "recruit longbowmen", "recruit spears", dice=(6, 1))
    assert state.pool["york"] == {"longbowmen": 5, "spears": 1, "billmen": 1}
    assert list(state.pool["york"]) == ["longbowmen", "spears", "billmen"]
    assert (
        sentence("games.plantagenet_1450.s12_recruitment.join", "York", "3 Longbowmen")
        in game.story
    )


def test_12_1_treasury_changes_the_roll_and_may_be_countered() -> None:
    state = realm()
    state.treasury = {"york": 4, "lancaster": 1}
    spend(
        state,
        "york",
        1,
        "recruit longbowmen",
        "bid 4",
        dice=(5,),
        moments=orders(on_bid="counter 1"),
    )
    assert state.pool["york"] == {"longbowmen": 4}, "5 + 4 - 1 reads the row of 8"


def test_c49_a_result_of_nothing_or_less_uses_the_lowest_row() -> None:
    state = realm()
    state.treasury = {"york": 1, "lancaster": 5}
    game = spend(
        state,
        "york",
        1,
        "recruit longbowmen",
        "bid 1",
        dice=(1,),
        moments=orders(on_bid="counter 5"),
    )
    assert not state.pool["york"]
    assert (
        sentence("games.plantagenet_1450.s12_recruitment.join", "York", "no Longbowmen")
        in game.story
    )


def test_c49_c169_no_more_join_than_there_are_counters() -> None:
    state = realm()
    state.pool["york"] = {"spears": 15}
    spend(state, "york", 1, "recruit spears", dice=(6,))
    assert state.pool["york"] == {"spears": 16}
    menu = offered(state, "york", 5)
    assert "recruit spears" not in lines(menu)
    assert "counters" in menu.barred["recruit spears"]


def test_12_2_other_types_cannot_be_recruited() -> None:
    menu = offered(realm(), "york", 5)
    some = [line for line in lines(menu) if line.startswith("recruit")]
    assert some == [
        "recruit longbowmen",
        "recruit spears",
        "recruit billmen",
        "recruit men_at_arms",
    ]
    assert "12.2" in menu.barred["recruit knights"]


def test_7_2_3_c34_one_intrigue_buys_what_costs_no_more_than_one_point() -> None:
    menu = offered(realm(), "york", 1, card="")
    assert "recruit spears" in lines(menu)
    assert "recruit billmen" not in lines(menu)
    assert menu.barred["recruit billmen"] == "they cost 2 points (12.1)"


def test_c139_points_of_an_effect_recruit_only_if_they_are_for_it() -> None:
    state = realm()
    recruits = offered(state, "york", 3, uses=("recruitment",))
    assert all(line.startswith("recruit") or line == "done" for line in lines(recruits))
    others = offered(state, "york", 3, uses=("control",))
    assert not [line for line in lines(others) if line.startswith("recruit")]
