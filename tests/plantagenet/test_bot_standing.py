"""What the simple player prepares: policies that can be read, and that do what they say."""

from __future__ import annotations

import pytest

from pbem.engine.policies import reactions_of
from pbem.engine.standing import StandingOrders, answer, check
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.robot import MOST_CHARACTERS
from pbem.games.plantagenet.s4_3_4_intercept import intercept
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from pbem.ledger.glimpse import Glimpse
from pbem.ledger.sight import look_of
from pbem.ledger.values import Glimpsed
from tests.plantagenet.field import army, empty, put


@pytest.mark.parametrize("scenario", PLANTAGENET.scenarios())
@pytest.mark.parametrize("side", PLANTAGENET.sides)
def test_its_policies_and_scripts_can_be_read(scenario: str, side: str) -> None:
    state = setup(scenario)
    made = PLANTAGENET.robot.standing_orders(
        state, side, [*lords.on_map_lords(state, side), "pass"], {}
    )

    def look(words: tuple[str, ...]) -> int | bool | str:
        return (
            False
            if words[0] in ("can", "asked")
            else PLANTAGENET.conditions.look(state, side, words)
        )

    check(made, reactions_of(PLANTAGENET).keys(), look)


@pytest.mark.parametrize(("troops", "wanted"), [(6, "norfolk: intercept"), (1, "no")])
def test_4_3_4_it_intercepts_whom_it_can_beat(troops: int, wanted: str) -> None:
    state: State = empty("Ib")
    put(state, "norfolk", "london")
    put(state, "exeter_1", "st_albans")
    army(state, "norfolk", men_at_arms=troops)
    army(state, "exeter_1", militia=3)
    state.active = "exeter_1"
    table: Table[State] = Table(state)
    asking = intercept(table, ["exeter_1"], "st_albans")
    (request,) = asking.send(None).requests
    asking.close()

    stand = PLANTAGENET.robot.standing_orders(state, "york", (), {})
    look = look_of(PLANTAGENET, Glimpse(Glimpsed(b"", b""), state, (request,), None), "york")
    told = answer(StandingOrders(stand.reactions), request, "", reactions_of(PLANTAGENET), look, ())
    assert told is not None
    assert told.line == wanted


def test_the_scripts_of_a_long_plan_fit_into_a_mail() -> None:
    """They look less far then; a card has one in any case."""
    state = setup("Ia")
    lord = lords.on_map_lords(state, "lancaster")[0]
    short, long = (
        PLANTAGENET.robot.standing_orders(state, "lancaster", [lord] * cards, {}).scripts
        for cards in (1, 14)
    )
    assert len(long) == 14
    assert sum(map(len, long.values())) <= MOST_CHARACTERS < 14 * len(short["1"])
