"""What conditions of scripts and policies see."""

from __future__ import annotations

import pytest

from pbem.engine.condition import parse
from pbem.errors import BadScript
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.state import Points, Relations, State

from .field import LEEDS, TOWTON, YORK, empty, fight, line_up, put


def position() -> State:
    state = empty(kent="york", york="lancaster")
    put(state, "warwick", LEEDS, "3 longbowmen 1 men_at_arms own", fatigue=2)
    put(state, "edward_march", "foreign:burgundy")
    put(state, "clifford", TOWTON, "2 billmen")
    put(state, "margaret", YORK, status="captive")
    state.treasury, state.legitimacy = {"york": 4, "lancaster": 7}, {"york": 12, "lancaster": 9}
    state.relations = {"france": Relations("lancaster", 2), "burgundy": Relations("york", 1)}
    state.bidding = "siege"
    state.turn, state.impulse, state.points = 3, 2, [Points("york", "L21", 3, 2)]
    return state


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("enemy at 1513", True),
        ("enemy at 1512", False),
        ("enemy at york_west", True),
        ("enemy at york_north", False),
        ("own at leeds", True),
        ("own at burgundy", True),
        ("warwick at 1413", True),
        ("warwick at york_west", True),
        ("clifford at york_west", True),
        ("margaret at york", False),
        ("control kent", "york"),
        ("control york_east", "lancaster"),
        ("control essex", "neutral"),
        ("units warwick", 4),
        ("fatigue warwick", 2),
        ("command clifford", 2),
        ("quality margaret", 0),
        ("stack warwick", 4),
        ("threat warwick", 2),
        ("threat edward_march", 0),
        ("strength", 0),
        ("strength at 1413", 4),
        ("enemy strength at york_west", 2),
        ("treasury", 4),
        ("enemy treasury", 7),
        ("legitimacy", 12),
        ("enemy legitimacy", 9),
        ("relations france", -2),
        ("relations burgundy", 1),
        ("relations ireland", 0),
        ("bid on siege", True),
        ("bid on coronation", False),
        ("turn", 3),
        ("impulse", 2),
        ("campaign turn", 1),
        ("campaign turns", 4),
        ("points", 2),
        ("round", 0),
    ],
)
def test_a_term_has_its_value(words: str, value: int | bool | str) -> None:
    assert PLANTAGENET_1450.conditions.look(position(), "york", tuple(words.split())) == value


def test_in_a_battle_strength_counts_who_still_stands() -> None:
    state = position()
    battle = fight(state)
    line_up(battle, "york", "warwick", longbowmen=3, billmen=-1)
    line_up(battle, "lancaster", "clifford", billmen=0, billmen2=2)
    assert PLANTAGENET_1450.conditions.look(state, "york", ("strength",)) == 1
    assert parse("strength <= 50% of enemy").holds(
        lambda words: PLANTAGENET_1450.conditions.look(state, "york", words)
    )


@pytest.mark.parametrize(
    "words", ["morale warwick", "enemy at atlantis", "units nobody", "relations kent"]
)
def test_there_is_no_such_term(words: str) -> None:
    with pytest.raises(BadScript):
        PLANTAGENET_1450.conditions.look(position(), "york", tuple(words.split()))
