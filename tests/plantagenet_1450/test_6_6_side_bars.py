"""6.6, 15.5 Knights and Mercenaries by the side bars of cards (C33, C54, C131, C137, C204)."""

from __future__ import annotations

from pbem.games.plantagenet_1450.s6_6_side_bars import side_bars
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import deal, empty, lines, put
from tests.plantagenet_1450.impulses import plays, whole


def in_france() -> State:
    state = whole()
    put(state, "margaret", "foreign:france")
    return state


def test_15_5_a_leader_abroad_hires_by_a_side_bar_as_the_play_of_the_impulse() -> None:
    state = in_france()
    plays(state, "lancaster", "hire l30 margaret", dice=[3])
    assert state.pool["lancaster"] == {"french_foot": 2}
    assert state.discards == ["L30"]


def test_c204_the_card_gives_no_points() -> None:
    state = in_france()
    plays(state, "lancaster", "hire l30 margaret", dice=[3])
    assert state.points == []


def test_c54_relations_help_or_hinder() -> None:
    for side, units in (("lancaster", 4), ("york", 1)):
        state = in_france()
        state.relations["france"] = Relations(side, 2)
        plays(state, "lancaster", "hire l30 margaret", dice=[3])
        assert state.pool["lancaster"] == {"french_foot": units}


def test_c54_not_without_a_leader_in_their_country() -> None:
    state = whole()
    put(state, "margaret", "foreign:burgundy")
    game = plays(state, "lancaster", "points l30")
    assert not any(line.startswith("hire") for line in lines(game.asked[0]))


def test_c137_whatever_colour_the_card_has() -> None:
    state = whole()
    deal(state, "lancaster", "L24", "Y23", "L28")
    state.spent = ["L24"]
    assert list(side_bars(state, "lancaster")) == ["L24", "Y23", "L28"]


def test_c33_a_must_play_card_serves_for_nothing_else_while_its_event_can_be_played() -> None:
    state = whole()
    deal(state, "lancaster", "L24", "L23")
    assert list(side_bars(state, "lancaster")) == ["L23"]
    put(state, "henry_vi", anchor("london"), crowned=True)
    put(state, "margaret", anchor("london"))
    assert list(side_bars(state, "lancaster")) == []


def test_c187_in_a_campaign_scenario_no_event_can_be_played() -> None:
    state = empty()
    deal(state, "lancaster", "L24")
    assert list(side_bars(state, "lancaster")) == ["L24"]


def test_c131_a_plot_card_used_for_its_side_bar_has_been_played() -> None:
    state = in_france()
    deal(state, "lancaster", "L30")
    state.plot["lancaster"] = "card:L30"
    state.hands["lancaster"], state.impulse = [], 5
    plays(state, "lancaster", "hire l30 margaret", dice=[3])
    assert state.plot == {}
