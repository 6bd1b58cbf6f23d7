"""4.6.2 Forage."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.s4_6_2_forage import forage_range
from tests.plantagenet.field import card, empty, favour, lines, menu, put


@pytest.mark.parametrize(
    ("owner", "enemy_at", "highest"),
    [
        ("york", "", 6),
        ("", "", 4),
        ("lancaster", "", 3),
        ("york", "lynn", 3),
        ("", "cambridge", 3),
        ("york", "lincoln", 6),
    ],
)
def test_4_6_2_favour_and_adjacent_enemies(owner: str, enemy_at: str, highest: int) -> None:
    state = empty()
    put(state, "york", "ely")
    if owner:
        favour(state, owner, "ely")
    if enemy_at:
        put(state, "somerset_1", enemy_at)
    assert forage_range(state, "york") == highest


def test_4_6_2_automatic_where_friendly_and_nobody_near() -> None:
    state = empty()
    put(state, "york", "ely", provender=0)
    favour(state, "york", "ely")
    game = card(state, "york", ["york: forage", "york: pass"])
    assert game.rolled == []
    assert state.lords["york"].provender == 1
    assert state.wear["ely"] == "depleted"


def test_4_6_2_success_exhausts_a_depleted_locale() -> None:
    state = empty()
    put(state, "york", "ely", provender=0)
    state.wear["ely"] = "depleted"
    card(state, "york", ["york: forage", "york: pass"], dice=[4])
    assert state.lords["york"].provender == 1
    assert state.wear["ely"] == "exhausted"


def test_c48_only_a_success_depletes() -> None:
    state = empty()
    put(state, "york", "ely", provender=0)
    card(state, "york", ["york: forage", "york: pass"], dice=[5])
    assert state.lords["york"].provender == 0
    assert "ely" not in state.wear


def test_4_6_2_not_at_an_exhausted_locale() -> None:
    state = empty()
    put(state, "york", "ely")
    state.wear["ely"] = "exhausted"
    assert lines(menu(state, "york"), "forage") == []
    assert "Exhausted" in menu(state, "york").barred["york: forage"]


def test_c48_exile_boxes_are_friendly_and_can_be_depleted() -> None:
    state = empty()
    put(state, "york", "ireland", provender=0)
    card(state, "york", ["york: forage", "york: forage"])
    assert state.lords["york"].provender == 2
    assert state.wear["ireland"] == "exhausted"


def test_c48_adjacency_is_by_way_of_any_kind_not_by_sea() -> None:
    state = empty()
    favour(state, "york", "harlech")
    put(state, "york", "harlech")
    put(state, "somerset_1", "bristol")
    assert forage_range(state, "york") == 6
    put(state, "somerset_1", "chester")
    assert forage_range(state, "york") == 3


def test_c33_an_enemy_in_scotland_never_hampers_carlisle_but_the_other_way_round() -> None:
    state = empty()
    favour(state, "york", "carlisle")
    put(state, "york", "carlisle")
    put(state, "somerset_1", "scotland")
    assert forage_range(state, "york") == 6
    assert forage_range(state, "somerset_1") == 3


def test_4_6_2_nothing_at_sea() -> None:
    state = empty()
    put(state, "warwick_y", "north_sea")
    assert lines(menu(state, "warwick_y"), "forage") == []
