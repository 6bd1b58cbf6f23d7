"""2.2-2.6 Defensive benefits."""

from __future__ import annotations

import pytest

from pbem.games.richard_iii.s2_2_shields import bonus, firepower
from tests.richard_iii.field import contest, empty, kill, opened, put


def defending(
    place: str, way: str, *ids: str, king: str = "lancaster", dead: str = ""
) -> list[int]:
    """The bonus of each of these blocks of one side, defending an area."""
    state = empty(king=king)
    if dead:
        kill(state, dead)
    put(state, place, *ids)
    enemy = "l_beaumont" if ids[0].startswith("y") else "y_hastings"
    contest(state, place, {enemy: way})
    found = opened(state, place)
    return [bonus(state, found, id) for id in ids]


@pytest.mark.parametrize(
    ("place", "way", "id", "plus"),
    [
        ("sussex", "kent", "y_arundel", 1),
        ("kent", "sussex", "y_arundel", 0),
        ("warwick", "derby", "l_buckingham", 1),
        ("kent", "sussex", "y_canterbury_church", 1),
        ("south_yorks", "derby", "l_york_church", 1),
        ("south_yorks", "derby", "l_york_levy", 1),
        ("derby", "warwick", "l_york_levy", 0),
        ("powys", "glamorgan", "l_welsh", 1),
        ("hereford", "glamorgan", "l_welsh", 0),
        ("calais", "kent", "y_calais", 0),
        ("rutland", "lincoln", "y_march", 1),
        ("lincoln", "rutland", "l_henry_vi", 1),
        ("cornwall", "somerset", "l_exeter", 2),
        ("cornwall", "somerset", "y_exeter", 1),
        ("hereford", "warwick", "l_clarence", 1),
    ],
)
def test_c49_c53_each_kind_at_home(place: str, way: str, id: str, plus: int) -> None:
    assert defending(place, way, id) == [plus]


def test_c49_attackers_get_nothing_and_reserves_and_arrivals_do() -> None:
    state = empty()
    put(state, "sussex", "l_devon")
    contest(state, "sussex", {"y_arundel": "kent"})
    assert bonus(state, opened(state, "sussex"), "y_arundel") == 0
    put(state, "sussex", "l_oxford")
    contest(state, "sussex", {"l_henry_vi": "middlesex"})
    found = opened(state, "sussex", round=2)
    assert bonus(state, found, "l_henry_vi") == 1


def test_c50_one_heir_has_the_common_shield_and_the_crown() -> None:
    assert defending("south_yorks", "derby", "y_march", "y_rutland", king="york") == [2, 0]
    assert defending("south_yorks", "derby", "y_march", "y_rutland") == [1, 0]
    assert defending("lincoln", "rutland", "l_henry_vi", "l_somerset") == [1, 0]


def test_2_3_example_exeter_defends_cornwall_at_a3() -> None:
    """C50: but a more senior heir, if present, gets the crown."""
    state = empty()
    put(state, "cornwall", "l_exeter")
    contest(state, "cornwall", {"y_hastings": "somerset"})
    assert firepower(state, opened(state, "cornwall"), "l_exeter") == 3
    assert defending("cornwall", "somerset", "l_henry_vi", "l_exeter") == [1, 1]
    assert defending("dorset", "wilts", "l_henry_vi", "l_somerset") == [0, 1]


def test_2_2_example_c51_dorset_serves_any_other_heir_once_somerset_is_dead() -> None:
    assert defending("dorset", "wilts", "l_henry_vi", dead="l_somerset") == [1]
    assert defending("dorset", "wilts", "l_henry_vi") == [0]
    assert defending("pembroke", "powys", "l_henry_vi", dead="l_richmond") == [2]
    assert defending("pembroke", "powys", "l_henry_vi") == [1]


def test_c52_crowns_are_for_the_royal_house_even_without_a_king() -> None:
    assert defending("derby", "warwick", "y_york") == [0]
    assert defending("derby", "warwick", "y_york", king="york") == [1]
    state = empty()
    kill(state, "l_henry_vi")
    state.king = ""
    put(state, "derby", "l_somerset", "l_exeter")
    contest(state, "derby", {"y_hastings": "warwick"})
    found = opened(state, "derby")
    assert [bonus(state, found, id) for id in ("l_exeter", "l_somerset")] == [1, 0]


def test_c53_turncoats_have_no_crown_and_no_seniority() -> None:
    assert defending("derby", "warwick", "l_clarence") == [0]
    assert defending("derby", "warwick", "l_clarence", "l_somerset") == [0, 1]


def test_c54_no_bonus_at_a_dead_nevilles_shield() -> None:
    assert defending("north_yorks", "east_yorks", "y_warwick", dead="y_salisbury") == [0]
