"""What conditions of scripts and policies see (guards), and what standing orders ask of the rules."""

from __future__ import annotations

import pytest

from pbem.errors import BadScript
from pbem.games.plantagenet import guards
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.state import Troops
from tests.plantagenet.battlefield import arrayed
from tests.plantagenet.field import empty, favour, put, vassal


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("enemy at lynn", True),
        ("enemy at ely", False),
        ("york at ely", True),
        ("york at lynn", False),
        ("favour ely", "york"),
        ("favor lynn", "neutral"),
        ("depleted ely", True),
        ("exhausted ely", False),
        ("coin york", 4),
        ("provender york", 2),
        ("troops york", 3),
        ("vassals york", 1),
        ("valour york", 2),
        ("strength york", 5),
        ("strength at ely", 5),
        ("enemy strength at lynn", 4),
        ("strength", 5),
        ("enemy strength", 0),
        ("actions", 2),
        ("round", 0),
        ("turn", 1),
        ("influence", 3),
    ],
)
def test_a_condition_sees_the_position(words: str, value: object) -> None:
    state = empty()
    put(state, "york", "ely", coin=4, provender=2)
    put(state, "somerset_1", "lynn")
    state.lords["york"].troops = Troops(militia=3)
    state.lords["somerset_1"].troops = Troops(militia=3)
    vassal(state, "york", "essex")
    favour(state, "york", "ely")
    state.wear["ely"] = "depleted"
    state.active, state.actions, state.influence = "york", 2, 3
    assert PLANTAGENET.conditions.look(state, "york", tuple(words.split())) == value


@pytest.mark.parametrize("words", ["coin nobody", "enemy at nowhere", "weather", "s at ely"])
def test_an_unknown_term_is_named(words: str) -> None:
    with pytest.raises(BadScript):
        PLANTAGENET.conditions.look(empty(), "york", tuple(words.split()))


def test_4_4_routed_units_are_no_strength() -> None:
    state = empty()
    put(state, "york", "ely")
    put(state, "somerset_1", "ely")
    for lord in ("york", "somerset_1"):
        state.lords[lord].troops = Troops(militia=3)
    battle = arrayed(state, "york", {"york": "center", "somerset_1": "center"}, at="ely")
    battle.lords["york"].routed = Troops(militia=2)
    battle.lords["somerset_1"].place = "gone"
    assert PLANTAGENET.conditions.look(state, "york", ("strength",)) == 2
    assert PLANTAGENET.conditions.look(state, "york", ("enemy",)) == 0
    assert PLANTAGENET.conditions.look(state, "york", ("round",)) == battle.round


def test_the_question_has_no_place_outside_a_command_card() -> None:
    assert guards.place_asked(empty()) == ""
