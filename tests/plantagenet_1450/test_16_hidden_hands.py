"""7.1.7, 16.4 Hidden hands in a Campaign of the whole game: what is asked and offered hangs on public facts alone."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.request import Request
from pbem.errors import IllegalOrder
from pbem.games.plantagenet_1450.s6_5_battle_cards import window
from pbem.games.plantagenet_1450.s16_3_deployment import redeployment
from pbem.games.plantagenet_1450.s16_4_1_initiative import action
from pbem.games.plantagenet_1450.s16_4_5_4_exile import flee
from pbem.games.plantagenet_1450.s16_4_6_4_called import call_to_arms
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, fight, put
from tests.plantagenet_1450.realm import hold, play, realm
from tests.says import worded
from tests.scripted import Scripted

LONDON = "1928"
HANDS = (("L48", "L45"), ("L28", "L41"), ("L01", "L21"))
"""Battle card and Forced March; a side bar and Contrary Winds; a noble and a Must Play event."""


def campaign(york: tuple[str, ...], lancaster: tuple[str, ...]) -> tuple[State, dict[str, str]]:
    state = realm(york="lancaster")
    state.in_campaign = state.campaigned = True
    state.initiative, state.leaders = "york", {}
    put(state, "edward_march", LEEDS, "3 longbowmen")
    put(state, "clifford", TOWTON, "3 billmen")
    return state, {**hold(state, "york", *york), **hold(state, "lancaster", *lancaster)}


def shown(game: Scripted) -> list[object]:
    """Everything that was asked, and the moments at which nobody was."""
    return [
        (one.side, one.kind, one.question, [(o.line, o.note) for o in one.options])
        for one in (*game.asked, *game.passed)
    ]


async def before_deployment(table: Any) -> None:
    await window(table, "before_deploy")


async def before_missiles(table: Any) -> None:
    await window(table, "before_missile")


WINDOWS: dict[str, tuple[Callable[..., Any], tuple[str, ...], tuple[object, ...]]] = {
    "act": (action, ("pass",), ()),
    "call": (call_to_arms, ("call none", "call none"), ()),
    "before_deploy": (before_deployment, ("play none", "play none"), ()),
    "before_missile": (before_missiles, ("play none", "play none"), ()),
    "on_sea": (flee, (), ("edward_march", "burgundy")),
    "redeployment": (redeployment, ("hire none",), ()),
}


@pytest.mark.parametrize("name", WINDOWS)
def test_7_1_7_no_window_tells_what_a_hidden_hand_holds(name: str) -> None:
    rule, answers, args = WINDOWS[name]
    seen = []
    for york in HANDS:
        for lancaster in HANDS:
            if york == lancaster:
                continue
            state, secrets = campaign(york, lancaster)
            if name in ("call", "before_deploy", "before_missile"):
                fight(state)
            if name == "on_sea":
                state.leaders["edward_march"].at = LONDON
                state.leaders["edward_march"].army = []
            if name == "redeployment":
                put(state, "salisbury", "foreign:burgundy", side="york")
            game = Scripted(state, answers, [], secrets)
            game.run(rule, *args)
            seen.append(shown(copy.copy(game)))
    assert seen[0]
    assert all(one == seen[0] for one in seen)


def test_6_5_a_card_that_is_not_in_the_hand_cannot_be_played_though_it_is_offered() -> None:
    for held, legal in ((("L48",), True), (("L45",), False)):
        state, secrets = campaign(held, ())
        fight(state)
        answers = ("play l48",)
        if legal:
            play(before_missiles, state, answers=answers, secrets=secrets)
            assert state.discards == ["L48"]
            assert state.hands["york"] == []
            continue
        with pytest.raises(
            IllegalOrder, match=worded("engine.option.Option.against", word="you do")
        ):
            play(before_missiles, state, answers=answers, secrets=secrets)


def test_16_4_3_a_hidden_response_is_named_with_the_activation() -> None:
    state, secrets = campaign(("L45",), ())
    answers = ("activate edward_march playing l45", "edward_march: stop")
    _, game = play(action, state, answers=answers, dice=(1,), secrets=secrets)
    assert state.discards == ["L45"]
    march: Request = next(one for one in game.asked if one.kind == "march")
    assert "11 movement points" in march.question
