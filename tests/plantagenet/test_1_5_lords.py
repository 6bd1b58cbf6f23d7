"""1.5 Lords and Vassals: ratings, mats, Sharing, who is on the map."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as rule
from pbem.games.plantagenet import s3_2_4_disband as disband
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State


@pytest.fixture
def state() -> State:
    return setup("Ia")


def test_1_5_3_a_mustered_lord_has_the_forces_and_assets_of_his_card(state: State) -> None:
    muster_lord(state, "warwick_y", "calais")
    warwick = state.lords["warwick_y"]
    assert (warwick.troops.men_at_arms, warwick.troops.longbowmen) == (3, 3)
    assert (warwick.provender, warwick.coin, warwick.carts, warwick.ships) == (2, 2, 0, 2)
    assert warwick.capabilities == []


def test_1_5_3_lords_share_assets_at_the_same_locale_only(state: State) -> None:
    assert rule.shared(state, "henry_vi", "coin") == 5
    assert rule.shared(state, "york", "coin") == 2
    state.lords["york"].at = "london"
    assert rule.shared(state, "henry_vi", "coin") == 5
    assert rule.companions(state, "henry_vi") == ["somerset_1"]


def test_c12_a_lord_at_sea_is_mustered_but_not_on_the_map(state: State) -> None:
    state.lords["york"].at = "north_sea"
    assert rule.mustered(state, "york")
    assert not rule.on_map(state, "york")
    assert rule.on_map_lords(state, "york") == ["march"]


def test_1_3_1_on_the_map_includes_exile_boxes_but_not_the_calendar(state: State) -> None:
    state.lords["york"].at = "ireland"
    assert rule.on_map(state, "york")
    assert not rule.on_map(state, "rutland")


def test_4_3_1_a_lieutenant_leads_all_but_marshals(state: State) -> None:
    assert rule.may_follow(state, "york", "march")
    assert rule.may_follow(state, "henry_vi", "somerset_1")
    assert rule.may_follow(state, "somerset_1", "exeter_1")
    assert not rule.may_follow(state, "somerset_1", "henry_vi")
    assert not rule.may_follow(state, "march", "rutland")


def test_c20_a_lost_lord_counts_his_printed_influence_and_every_vassal(state: State) -> None:
    state.lords["york"].vassals = ["dudley", "hastings"]
    assert rule.loss(state, "york") == 7


def test_1_5_1_a_removed_lord_leaves_no_seat(state: State) -> None:
    disband.remove_lord(state, "york")
    assert state.lords["york"].at == "out"
    assert "york" not in state.seats
    assert state.lords["york"].coin == 0


def test_listing_reads_like_english() -> None:
    assert rule.names(["york"]) == "York"
    assert rule.names(["york", "march", "rutland"]) == "York, March and Rutland"
