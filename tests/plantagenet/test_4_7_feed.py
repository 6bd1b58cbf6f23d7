"""4.7 Feed."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s4_7_feed as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State, Troops
from tests.says import sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def moved(state: State, lord: str, at: str, troops: int, provender: int) -> None:
    mat = state.lords[lord]
    mat.at, mat.troops, mat.provender, mat.moved = at, Troops(militia=troops), provender, True


def test_4_7_marked_lords_remove_one_provender_per_six_troops(state: State) -> None:
    moved(state, "york", "ely", 7, 3)
    state.lords["york"].vassals = ["hastings"]
    game = Scripted(state)
    game.run(rule.feed)
    assert state.lords["york"].provender == 1
    assert state.lords["march"].provender == 1
    assert game.story == ["York Feeds the Troops with 2 Provender."]


def test_c78_rebel_and_king_feed_after_each_card_and_all_markers_go(state: State) -> None:
    moved(state, "henry_vi", "london", 6, 1)
    moved(state, "york", "ely", 6, 1)
    game = Scripted(state)
    game.run(rule.feed)
    assert [text.split(" ")[0] for text in game.story] == ["York", "Henry"]
    assert not any(lord.moved for lord in state.lords.values())


def test_4_7_lords_who_are_not_marked_share_but_do_not_feed(state: State) -> None:
    moved(state, "henry_vi", "london", 6, 0)
    game = Scripted(state)
    game.run(rule.feed)
    assert state.lords["somerset_1"].provender == 1
    assert "Somerset (1) Feeds Henry VI's Troops with 1 Provender." in game.story


def test_4_7_pillage_feeds_with_the_provender_and_keeps_the_coin(state: State) -> None:
    moved(state, "york", "bedford", 6, 0)
    Scripted(state).run(rule.feed)
    assert state.lords["york"].provender == 0
    assert state.lords["york"].coin == 3
    assert state.influence == -4
    assert board.favour(state, "bedford") == "lancaster"
    assert board.exhausted(state, "bedford")


def test_4_7_unfed_after_pillage_disbands(state: State) -> None:
    moved(state, "york", "bedford", 7, 1)
    game = Scripted(state)
    game.run(rule.feed)
    assert state.influence == -4 - 5
    assert state.lords["york"].at == "calendar"
    assert game.story[-1] == (
        sentence(
            "games.plantagenet.s3_2_1_pay_troops.disband_unpaid",
            "York",
            "Unfed",
            "now " + sentence("games.plantagenet.s3_2_4_disband.whereabouts", 2, word="box"),
            "Yorkists",
            5,
        )
    )


def test_4_7_only_one_lord_pillages(state: State) -> None:
    moved(state, "york", "ely", 6, 0)
    moved(state, "march", "ely", 6, 0)
    game = Scripted(state, ["march: pillage"])
    game.run(rule.feed)
    assert state.influence == -8
    assert state.lords["march"].coin == 3
    assert state.lords["york"].at == "ely"


def test_4_7_a_lord_marked_but_unfed_in_an_exile_box_disbands(state: State) -> None:
    moved(state, "york", "ireland", 6, 0)
    Scripted(state).run(rule.feed)
    assert state.lords["york"].exile
    assert state.influence == -5


def test_c78_at_sea_lords_of_a_side_share(state: State) -> None:
    moved(state, "york", "north_sea", 6, 0)
    moved(state, "march", "north_sea", 6, 2)
    game = Scripted(state)
    game.run(rule.feed)
    assert state.lords["march"].provender == 0
    assert state.influence == 0


def test_c78_unfed_at_sea_disbands_with_the_usual_loss_and_no_pillage(state: State) -> None:
    moved(state, "york", "north_sea", 6, 0)
    game = Scripted(state)
    game.run(rule.feed)
    assert game.asked == []
    assert (state.lords["york"].at, state.lords["york"].box) == ("calendar", 2)
    assert not state.lords["york"].exile
    assert "york" in state.seats
    assert state.influence == -5


def test_4_7_different_seas_do_not_share(state: State) -> None:
    moved(state, "york", "north_sea", 6, 0)
    moved(state, "march", "irish_sea", 6, 2)
    Scripted(state).run(rule.feed)
    assert state.lords["york"].at == "calendar"
    assert state.lords["march"].provender == 1
