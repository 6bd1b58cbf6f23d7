"""3.1.3, C127 The moments of a Campaign (4.1 to 4.8)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.engine.request import Request
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import sequence
from pbem.games.plantagenet.s4_2_command import actions
from pbem.games.plantagenet.s4_8_2_disembark import disembark
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import hold
from tests.plantagenet.cards.moments import (
    PHASES,
    other,
    play,
    position,
    run,
    shows,
    told,
    watch,
)
from tests.plantagenet.field import favour, put
from tests.scripted import Scripted


def campaign(card: str, plan: dict[str, list[str]]) -> State:
    state = position()
    hold(state, card, other(card))
    state.plan = plan
    state.planned = {side: ["york"] if side == "york" else ["henry_vi"] for side in plan}
    state.step = "command"
    return state


SECRETS = {f"held:{card}": card for card in (*PHASES, "L1", "Y1", "Y2", "L2")}
CAMPAIGN_CARDS = ["Y13", "L13", "Y20", "Y12", "L20"]


@pytest.mark.parametrize("flips", ["york", "lancaster"])
@pytest.mark.parametrize("card", CAMPAIGN_CARDS)
def test_c127_each_flip_of_a_pass_card_own_or_enemys_is_a_moment(card: str, flips: str) -> None:
    plan = {"york": [], "lancaster": []} | {flips: ["pass"]}
    state = campaign(card, plan)
    game = Scripted(state, secrets=dict(SECRETS))
    play(game, f"play {card.lower()}")
    game.run(sequence.step)
    assert game.asked == []
    assert card.lower() in game.story[0].lower()
    assert "Pass" in game.story[-1]


@pytest.mark.parametrize("flips", ["york", "lancaster"])
@pytest.mark.parametrize("card", CAMPAIGN_CARDS)
def test_c127_after_a_flip_before_the_lord_is_asked(card: str, flips: str) -> None:
    lord = "york" if flips == "york" else "henry_vi"
    state = campaign(card, {"york": [], "lancaster": []} | {flips: [lord]})
    game = Scripted(state, [f"{lord}: pass"], secrets=dict(SECRETS))
    play(game, f"play {card.lower()}", lambda game: told(game, "revealed") == 1 and not game.asked)
    game.run(sequence.step)
    assert state.held[lords.facts().cards[card].side] == []


@pytest.mark.parametrize("card", CAMPAIGN_CARDS)
def test_c127_before_the_plan_is_chosen(card: str) -> None:
    state = position()
    secrets = hold(state, card, other(card))
    state.step = "plan"
    game = Scripted(state, [], secrets=secrets)
    play(game, f"play {card.lower()}")
    with pytest.raises(AssertionError, match="an answer is missing: york plan"):
        game.run(sequence.step)
    assert state.held[lords.facts().cards[card].side] == []


@pytest.mark.parametrize("card", ["Y12", "L20"])
def test_c127_a_truce_on_the_flip_of_the_enemys_card_bars_his_approach(card: str) -> None:
    lord, prey = ("henry_vi", "york") if card == "Y12" else ("york", "henry_vi")
    state = campaign(card, {"york": [], "lancaster": []} | {lords.side_of(lord): [lord]})
    state.lords[prey].at = "oxford"
    state.lords[lord].at = "newbury"
    game = Scripted(state, [f"{lord}: pass"], secrets=dict(SECRETS))
    play(game, f"play {card.lower()}")
    game.run(sequence.step)
    menu = game.asked[0].menu
    assert f"{lord}: march oxford" in menu.barred


def march_past(card: str) -> tuple[State, Scripted]:
    """York marches from Newcastle to Scarborough; Somerset (1) at York could Intercept."""
    state = position()
    put(state, "somerset_1", "york", provender=0, carts=0)
    state.lords["york"].at, state.lords["york"].carts = "newcastle", 9
    favour(state, "york", "newcastle", "london")
    put(state, "warwick_y", "london")
    hold(state, card, other(card))
    state.step = "command"
    return state, Scripted(state, secrets=dict(SECRETS))


@pytest.mark.parametrize("card", CAMPAIGN_CARDS)
def test_c127_each_step_of_a_march_before_an_intercept(card: str) -> None:
    state, game = march_past(card)
    game.answers = ["york: march scarborough"]
    truce = card in ("Y12", "L20")
    game.answers += [] if truce else ["no"]
    game.answers += ["york: pass"] * (lords.command(state, "york") > 1)
    play(game, f"play {card.lower()}", lambda game: told(game, " marches from ") == 1)
    run(game, actions, "york")
    assert state.held[lords.facts().cards[card].side] == []
    assert ("intercept" in [r.kind for r in game.asked]) != truce, "a Truce leaves nobody to ask"


def approach(card: str, answers: Sequence[str]) -> tuple[State, Scripted]:
    """York marches upon Somerset (1)."""
    state, game = march_past(card)
    state.lords["somerset_1"].at = "scarborough"
    game.answers = ["york: march scarborough", *answers]
    return state, game


@pytest.mark.parametrize("card", ["Y13", "L13", "Y20"])
def test_c127_at_the_approach_and_before_the_choice_of_exile(card: str) -> None:
    _, game = approach(card, ["no", "no", "somerset_1: exile"])
    seen: list[str] = []

    def at_moment(request: Request) -> str:
        if f"held:{card}" in request.slots and shows(request, card) and told(game, "Approach"):
            seen.append(game.asked[-1].kind)
        return ""

    game.at_moment = at_moment
    run(game, actions, "york")
    assert seen[0] == "command", "as soon as they Approach"
    assert "held_approach" in seen, "and before the question after the last window"


@pytest.mark.parametrize("card", ["Y12", "L20"])
def test_c56_a_truce_keeps_its_place_in_an_approach(card: str) -> None:
    """It has a window there; before and after that nobody may slip it in."""
    _, game = approach(card, ["no", "no", "somerset_1: exile"])
    late: list[Request] = []

    def at_moment(request: Request) -> str:
        if told(game, "Approach") and not told(game, "Exile"):
            late.append(request)
        return ""

    game.at_moment = at_moment
    run(game, actions, "york")
    assert late
    assert not any(shows(request, card) for request in late)


@pytest.mark.parametrize("card", ["Y12", "L20"])
def test_c55_a_truce_played_as_they_march_calls_their_approach_off(card: str) -> None:
    state, game = approach(card, ["york: pass"])
    play(game, f"play {card.lower()}", lambda game: told(game, " marches from ") == 1)
    run(game, actions, "york")
    assert state.lords["york"].at == "newcastle"
    assert state.battle is None
    assert "approach" not in [request.kind for request in game.asked]


@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_c127_l13_y13_before_a_lord_at_sea_rolls_and_lands(side: str) -> None:
    card, lord = ("Y13", "york") if side == "york" else ("L13", "henry_vi")
    for count in (0, 1):
        state = position()
        secrets = hold(state, card, "L1" if card == "Y13" else "Y1")
        state.lords[lord].at, state.step = "north_sea", "disembark"
        game = Scripted(state, [f"{lord}: land lynn"], [6], secrets)
        play(game, f"play {card.lower()}", lambda game, n=count: len(game.rolled) == n)  # type: ignore[misc]
        run(game, disembark)
        assert state.held[side] == []


@pytest.mark.parametrize("card", CAMPAIGN_CARDS)
def test_c127_feed_before_either_side_feeds(card: str) -> None:
    state = position()
    secrets = hold(state, card, other(card))
    for lord in ("york", "henry_vi"):
        state.lords[lord].moved = True
    state.step = "feed"
    game = Scripted(state, secrets=secrets)
    seen: list[int] = []

    def at_moment(request: Request) -> str:
        fed = sum(state.lords[lord].provender < 9 for lord in ("york", "henry_vi"))
        seen.extend([fed] * shows(request, card))
        return ""

    game.at_moment = at_moment
    game.run(sequence.step)
    assert {0, 1} <= set(seen)


@pytest.mark.parametrize("card", CAMPAIGN_CARDS)
def test_c127_before_either_sides_discards_at_reset(card: str) -> None:
    state = position()
    secrets = hold(state, card, other(card))
    state.step = "reset"
    game = Scripted(state, ["keep", "keep"], secrets=secrets)
    seen = watch(game, card)
    game.run(sequence.step)
    assert 0 in seen
    assert (1 in seen) == (card not in ("Y12", "L20")), "Events of the Campaign have left by then"
