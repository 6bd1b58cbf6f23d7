"""The watch over random games finds what it is there for: one planted error of each kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.table import Event
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.state import Battle, Points, Siege, State
from tests.plantagenet_1450.always import Watch
from tests.plantagenet_1450.field import PONTEFRACT, TOWTON, YORK, put


def towton() -> Play[State]:
    play = Play.new(PLANTAGENET_1450, "towton_1461", {})
    play.at_moment = lambda request: ""
    play.start(SeededChance("watched"))
    return play


def captive_apart(play: Play[State]) -> None:
    put(play.state, "norfolk", TOWTON, side="york", status="captive", captor="somerset")


def captive_of_the_dead(play: Play[State]) -> None:
    somerset = play.state.leaders["somerset"]
    put(play.state, "norfolk", somerset.at, side="york", status="captive", captor="somerset")
    somerset.status = "captive"


def captive_of_nobody(play: Play[State]) -> None:
    play.state.leaders["norfolk"].status = "captive"


def captive_of_his_friends(play: Play[State]) -> None:
    put(play.state, "norfolk", PONTEFRACT, side="york", status="captive")
    play.state.garrisons.pop(PONTEFRACT, None)
    play.state.control[facts().forts[PONTEFRACT].group] = "york"


def rider_left_behind(play: Play[State]) -> None:
    play.state.leaders["henry_vi"].rides = "somerset"
    play.state.leaders["somerset"].at = "1512"


def among_enemies(play: Play[State]) -> None:
    play.state.leaders["norfolk"].at = YORK


def in_the_enemys_castle(play: Play[State]) -> None:
    play.state.leaders["clifford"].at = TOWTON
    Watch()(play, {})
    play.state.leaders["norfolk"].at = PONTEFRACT


def in_scottish_berwick(play: Play[State]) -> None:
    play.state.flags["berwick_scottish"] = ""
    play.state.leaders["clifford"].at = facts().berwick


def won_by_nobody(play: Play[State]) -> None:
    play.events.append(Event("16.4.6.1", "A attacks B.", "battle"))
    play.events.append(Event("16.4.6", "It is over.", "battle_end"))


def won_by_another(play: Play[State]) -> None:
    play.events.append(Event("16.4.6.1", "A attacks B.", "battle"))
    play.events.append(Event("16.4.6.9", "York wins.", "battle_won", about=("york",)))
    leaders = {"york": ["warwick"], "lancaster": ["clifford"]}
    play.state.battle = Battle(TOWTON, "york", "warwick", [], leaders, winner="lancaster")


def goes_on_after_its_end(play: Play[State]) -> None:
    play.state.battle = Battle(TOWTON, "york", "warwick", [], {})


PLANTED: dict[str, Callable[[Play[State]], None]] = {
    "his captor somerset elsewhere": captive_apart,
    "the captor somerset of norfolk is captive": captive_of_the_dead,
    "held by nobody": captive_of_nobody,
    "held by his own side": captive_of_his_friends,
    "his rides somerset elsewhere": rider_left_behind,
    "norfolk has come to": among_enemies,
    "the enemy's Pontefract": in_the_enemys_castle,
    "Scottish Berwick": in_scottish_berwick,
    "nobody has won": won_by_nobody,
    "two sides win": won_by_another,
    "that is over": goes_on_after_its_end,
}


@pytest.mark.parametrize("wanted", PLANTED)
def test_what_does_not_hold_is_found(wanted: str) -> None:
    play, watch = towton(), Watch()
    watch(play, {})
    PLANTED[wanted](play)
    with pytest.raises(AssertionError, match=wanted):
        watch(play, {})


def test_14_3_a_castle_that_was_reduced_when_he_came_counts_though_a_new_turn_has_repaired_it() -> (
    None
):
    play, watch = towton(), Watch()
    clifford, state = play.state.leaders["clifford"], play.state
    clifford.at = TOWTON
    state.control["york"] = "lancaster"
    state.sieges[PONTEFRACT] = Siege("york", reduced=True)
    watch(play, {})
    state.leaders["norfolk"].at = PONTEFRACT
    state.sieges.clear()
    watch(play, {})
    state.leaders["warwick"].at = PONTEFRACT
    with pytest.raises(AssertionError, match="the enemy's Pontefract"):
        watch(play, {})


def test_an_event_that_was_dodged_is_found() -> None:
    play, watch = towton(), Watch()
    play.state.points.append(Points("lancaster", "L22", 4, 4, event=True))
    watch(play, {})
    play.state.points.clear()
    with pytest.raises(AssertionError, match="dodged"):
        watch(play, {})


def test_a_noble_who_was_not_placed_is_found() -> None:
    play, watch = towton(), Watch()
    put(play.state, "exeter", "", side="lancaster", status="waiting")
    put(play.state, "henry_vi", YORK)
    play.state.points.append(Points("york", "L08", 2, 2, event=True))
    watch(play, {})
    play.state.points.clear()
    play.state.discards.append("L08")
    with pytest.raises(AssertionError, match="exeter was dodged"):
        watch(play, {})


def test_a_question_to_nobody_is_found() -> None:
    play = Play.new(PLANTAGENET_1450, "towton_1461", {})
    assert not play.pending
    with pytest.raises(AssertionError, match="nobody is asked"):
        Watch()(play, {})
