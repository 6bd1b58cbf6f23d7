"""What the bot prepares: a campaign turn in a mail or two a side."""

from __future__ import annotations

from statistics import median

import pytest

from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.scenarios import starting_state
from pbem.engine.script import read
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from tests.demo_mails import count


@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_its_policies_can_be_read_and_ask_again_in_the_next_campaign_turn(side: str) -> None:
    state = starting_state(PLANTAGENET_1450, "towton_1461", {})
    told = PLANTAGENET_1450.robot.standing_orders(
        state, side, (), presets_of(PLANTAGENET_1450)
    ).reactions
    first = read(told["act"])[0]
    assert first.guard is not None
    for turn, asks in ((1, False), (2, True)):
        state.campaign_turn = turn
        look = lambda words: PLANTAGENET_1450.conditions.look(state, side, words)  # noqa: E731
        assert first.guard.holds(look) is asks
    assert all(read(text) for text in told.values())


@pytest.mark.parametrize("scenario", [*PLANTAGENET_1450.scenarios()])
@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_all_its_policies_can_be_read(scenario: str, side: str) -> None:
    state = starting_state(PLANTAGENET_1450, scenario, {})
    told = PLANTAGENET_1450.robot.standing_orders(
        state, side, (), presets_of(PLANTAGENET_1450)
    ).reactions
    assert ("intrigue" in told) != state.in_campaign
    assert {*told} <= {*reactions_of(PLANTAGENET_1450)}
    assert all(read(text) for text in told.values())


@pytest.mark.slow
def test_a_campaign_turn_takes_at_most_four_mails() -> None:
    told = count(PLANTAGENET_1450.name, "towton_1461", "scripts")
    assert len(told.turns) == 4
    assert median(turn.mails for turn in told.turns.values()) <= 4
