"""The bot in the whole game: what it plays, and that it beats a player who has no plan."""

from __future__ import annotations

import pytest

from pbem.engine.request import Request
from pbem.games.plantagenet_1450 import bot
from pbem.games.plantagenet_1450 import s7_2_impulses as impulses
from pbem.games.plantagenet_1450 import s8_intrigue as intrigue
from pbem.games.plantagenet_1450.bot_crown import awaits, is_claimant, is_throne, to_throne
from pbem.games.plantagenet_1450.bot_politics import stays
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s20_scenarios import anchor, setup
from pbem.games.plantagenet_1450.state import Points, State
from tests.plantagenet_1450.duel import duel
from tests.plantagenet_1450.field import put

EXETER = "0733"


def realm(side: str, *hand: str) -> State:
    state = setup("wars_of_the_roses")
    state.step, state.impulse, state.plays, state.shuffles = "play", 1, side, 1
    state.hands = {one: [] for one in state.hands} | {side: [f"card:{card}" for card in hand]}
    return state


def plays(state: State) -> str:
    side = state.plays
    request = Request[impulses.Play](
        side,
        "impulse",
        "",
        "7.2",
        lambda menu: impulses.fill_plays(menu, state, side),
        slots=tuple(state.hands[side]),
    )
    return bot.choose(state, request, {})


def spends(state: State, points: Points) -> str:
    state.points = [points]
    request = Request[intrigue.Spend](
        points.side,
        "intrigue",
        "",
        "8.0",
        lambda menu: intrigue.fill_actions(menu, state, points),
    )
    return bot.choose(state, request, {})


def test_8_4_no_points_go_to_a_noble_who_would_be_turned_back_at_once() -> None:
    state = realm("york")
    put(state, "stanley", anchor("derby"), side="lancaster")
    assert stays(state, "stanley") == pytest.approx(1 / 6)
    assert spends(state, Points("york", "L44", 5, 5)) == "control beaumaris"
    state.control |= dict.fromkeys(facts().groups, "york")
    assert "turn stanley" not in spends(state, Points("york", "L44", 5, 5))


def test_a_noble_of_its_own_is_worth_more_than_his_points() -> None:
    assert plays(realm("lancaster", "L02", "L44")).startswith("noble l02")
    assert plays(realm("lancaster", "L44", "L45")) == "points l44"


def test_an_event_that_brings_more_than_points_is_played() -> None:
    state = realm("lancaster", "L31")
    assert plays(state) == "points l31"  # 3 points, and two neutral Midland areas are as good
    state.control |= {facts().areas[a].group: "york" for a in ("warwick", "stafford", "leicester")}
    assert plays(realm("york", "L24")) == "event l24"


def test_points_go_to_markers_first_and_to_the_next_neutral_area_then() -> None:
    state = realm("york")
    line = spends(state, Points("york", "L44", 5, 5))
    assert line == "control beaumaris"
    state.control["beaumaris"] = "york"
    assert spends(state, Points("york", "L44", 5, 4)).startswith("richard_york: ")


@pytest.mark.slow
def test_it_disbands_nobody_whom_it_can_pay() -> None:
    game = duel("wars_of_the_roses", "upkeep", ("york", "lancaster"))
    lines = [decided.line for decided in game.decisions]
    assert not [line for line in lines if line.startswith(("disband", "dismiss"))]


@pytest.mark.slow
@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_it_beats_the_random_player(side: str) -> None:
    result = duel("wars_of_the_roses", "beats 1", (side,)).result
    assert result is not None
    assert result.winners == (side,)


def after_edward() -> State:
    """20.2 with Edward IV dead, and nobody the sole king."""
    state = setup("end_of_the_plantagenets")
    state.step, state.impulse, state.plays, state.shuffles = "play", 1, "lancaster", 1
    state.leaders["edward_march"].status, state.leaders["edward_march"].at = "dead", ""
    return state


def test_18_1_the_claimant_comes_home_by_a_port_that_is_not_the_enemys() -> None:
    state = after_edward()
    assert is_claimant(state, "henry_tudor")
    tudor = state.leaders["henry_tudor"]
    steps = [to_throne(state, "lancaster", at) for at in ("calais", tudor.at, "channel_islands")]
    assert steps == sorted(steps, reverse=True)
    state.control["channel_islands"] = "lancaster"
    tudor.at = "1243"
    line = spends(state, Points("lancaster", "L44", 5, 1))
    verb, _, to = line.rpartition(" ")
    assert verb == "henry_tudor: sail"
    assert is_throne(state, "lancaster", to)


def test_18_1_the_claimant_waits_at_the_cathedral_and_is_crowned() -> None:
    state = after_edward()
    tudor = state.leaders["henry_tudor"]
    tudor.at = EXETER
    assert awaits(state, "henry_tudor")
    state.legitimacy["lancaster"] = state.legitimacy["york"]
    assert spends(state, Points("lancaster", "L44", 5, 5)).startswith("crown henry_tudor")
    tudor.crowned = True
    assert not is_claimant(state, "henry_tudor")
