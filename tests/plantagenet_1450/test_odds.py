"""`pbem odds battle`."""

from __future__ import annotations

import pytest

from pbem.engine.odds import Answer, Inquiry
from pbem.errors import BadQuestion
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, WEST, empty, put
from tests.says import sentence


def asked(state: State, games: int = 60, **given: str) -> Answer:
    inquiry = Inquiry(state, "york", given, games=games)
    return PLANTAGENET_1450.chances.odds()["battle"].run(inquiry)


def field(york: str = "4 billmen", lancaster: str = "2 billmen") -> State:
    state = empty()
    put(state, "warwick", LEEDS, york, side="york")
    put(state, "clifford", TOWTON, lancaster)
    return state


def share(answer: Answer, block: str, label: str) -> float:
    (lines,) = [one.lines for one in answer.blocks if one.title == block]
    return next(line.share for line in lines if line.label == label)


@pytest.mark.slow
def test_the_stronger_army_wins_more_often() -> None:
    strong = asked(field(), leader="warwick", at="towton")
    weak = asked(field("1 billmen", "4 billmen"), leader="warwick", at=TOWTON)
    assert share(strong, "Who wins", "York") > 0.6 > 0.3 > share(weak, "Who wins", "York")
    assert strong.numbers["losses_york"] / 4 < weak.numbers["losses_york"]


@pytest.mark.slow
def test_who_joins_makes_a_difference_and_the_position_stays_as_it_is() -> None:
    state = field("3 billmen", "3 billmen")
    put(state, "norfolk", WEST, "3 billmen", side="york")
    alone = asked(state, 200, leader="warwick", at=TOWTON)
    joined = asked(state, 200, leader="warwick", at=TOWTON, joining="all")
    assert share(joined, "Who wins", "York") > share(alone, "Who wins", "York") + 0.1
    assert len(state.leaders["warwick"].army) == 3


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            {"leader": "warwick", "at": "london"},
            sentence("games.plantagenet_1450.odds_chances.join", word="enemy"),
        ),
        ({"leader": "warwick", "at": "towton", "joining": "london"}, "can join"),
        ({"leader": "percy", "at": "towton"}, "no leader"),
        ({"leader": "norfolk", "at": "towton"}, "cannot attack"),
    ],
)
def test_a_question_without_an_answer_says_why(given: dict[str, str], why: str) -> None:
    state = field()
    put(state, "norfolk", LEEDS, "1 billmen", side="york", fatigue=4)
    with pytest.raises(BadQuestion, match=why):
        asked(state, **given)
