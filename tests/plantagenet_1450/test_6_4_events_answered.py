"""6.4 Responses to an event: L43, Y42 (C32, C134, C138)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s7_2_impulses as s7_2
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_events import text_for_all
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import deal, put
from tests.plantagenet_1450.impulses import whole
from tests.scripted import Scripted


def answered(state: State, line: str, card: str, dice: list[int], *bids: str) -> Scripted:
    """York plays a card, and Lancaster's standing orders answer with theirs."""
    state.plays = "york"
    deal(state, "york", line.split()[1].upper())
    deal(state, "lancaster", card)
    game = Scripted(state, [line, *bids], dice)
    game.at_moment = lambda request: f"play {card.lower()}" if request.kind == "on_event" else ""
    game.run(s7_2.play)
    return game


@pytest.mark.parametrize("card", ["L43", "Y42"])
@pytest.mark.parametrize(("die", "betrayed"), [(3, False), (4, True)])
def test_l43_y42_an_event_is_betrayed_on_4_or_more(card: str, die: int, betrayed: bool) -> None:
    state = whole()
    answered(state, "event l39", card, [die])
    assert state.treasury["york"] == (0 if betrayed else 3)
    assert state.discards == ["L39", card]


def test_l43_treasury_may_help_the_traitor() -> None:
    state = whole()
    state.treasury["lancaster"] = 1
    answered(state, "event l39", "L43", [3], "bid 1")
    assert state.treasury == {"lancaster": 0, "york": 0}


def test_c134_a_play_once_event_that_is_undone_has_not_been_played() -> None:
    state = whole()
    answered(state, "event l27", "L43", [4])
    assert (state.spent, state.flags) == ([], {})
    answered(state, "event l27", "Y42", [3])
    assert state.spent == ["L27"]


def test_c138_a_must_play_event_is_answered_by_nothing() -> None:
    state = whole()
    answered(state, "event l24", "L43", [])
    assert state.hands["lancaster"] == ["card:L43"]
    assert "L24" in state.spent


def test_c32_without_a_standing_order_nobody_is_stopped() -> None:
    state = whole()
    deal(state, "york", "L39")
    deal(state, "lancaster", "L43")
    state.plays = "york"
    game = Scripted(state, ["event l39"], [])
    game.run(s7_2.play)
    assert [request.kind for request in game.asked] == ["impulse"]
    assert [request.kind for request in game.passed] == ["on_event"]


def test_6_4_a_moment_opens_whatever_the_hand_holds() -> None:
    for held in ("L43", "L46"):
        state = whole()
        deal(state, "york", "L39")
        state.hands["lancaster"] = ["deck:intrigue_1:7"]
        state.plays = "york"
        game = Scripted(state, ["event l39"], [], {"deck:intrigue_1:7": held})
        game.run(s7_2.play)
        assert [request.kind for request in game.passed] == ["on_event"]


def test_l34_somerset_may_reach_sanctuary_instead_of_the_tower() -> None:
    state = whole()
    put(state, "somerset", anchor("london"), side="lancaster")
    put(state, "richard_york", anchor("shropshire"))
    deal(state, "york", "L34")
    deal(state, "lancaster", "L42")
    state.plays = "york"
    game = Scripted(state, ["event l34"])
    game.at_moment = lambda r: "play l42 to durham" if r.kind == "on_capture" else ""
    game.run(s7_2.play)
    assert (state.leaders["somerset"].status, state.leaders["somerset"].at) == (
        "free",
        anchor("durham"),
    )


def test_6_4_the_enemy_is_told_whose_leader_lands_by_the_name_of_the_side() -> None:
    """L30 calls him friendly, which is to its own side only."""
    told = text_for_all(facts().cards["L30"], "lancaster", "york")
    assert "Lancastrian" in told
    assert "friendly" not in told
