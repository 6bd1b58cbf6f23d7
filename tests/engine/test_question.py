"""The words of a question: made when somebody reads them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.decision import Decision, decision
from pbem.engine.inforce import within
from pbem.engine.play import RESERVED, Play
from pbem.engine.request import Menu, Request
from pbem.engine.table import Ask, Moment, Table
from tests.engine.random_play import RandomGame
from tests.moderator.skirmish import Skirmish
from tests.says import worded

names = ["ours"]


@decision("stay")
class Stay(Decision):
    """The only answer."""


def stays(menu: Menu) -> None:
    menu.offer(Stay())


def asks() -> str:
    return f"What of {names[-1]}?"


@contextmanager
def own() -> Iterator[None]:
    names.append("his own")
    yield
    names.pop()


async def rule(table: Table[None]) -> None:
    await table.ask(Request[Stay]("york", "stay", asks, "", stays))


def test_nobody_makes_the_words_before_they_are_read_or_twice() -> None:
    made: list[str] = []

    def words() -> str:
        made.append("Stay?")
        return made[-1]

    request = Request[Stay]("york", "stay", words, "6.1", stays)
    only = request.only()
    assert only is not None
    assert only.line == "stay"
    assert not made
    assert [request.question, request.cited] == ["Stay?", "Stay? (rule 6.1)"]
    assert len(made) == 1


def test_a_branch_is_walked_once_until_the_position_is_corrected() -> None:
    walked: list[Menu] = []

    def fill(menu: Menu) -> None:
        walked.append(menu)
        if len(walked) == 1:
            menu.offer(Stay())

    request = Request[Stay]("york", "stay", "Stay?", "6.1", fill)
    first = request.branch(Stay())
    assert first is not None
    assert request.branch(Stay()) is first
    assert len(walked) == 1
    request.forget()
    assert request.branch(Stay()) is None


def test_words_that_are_read_later_take_data_of_its_own_along() -> None:
    step = within(own, rule)(Table(None))
    asked = step.send(None)
    assert isinstance(asked, Ask)
    assert names == ["ours"]
    assert asked.requests[0].question == "What of his own?"
    step.close()


def test_what_is_offered_at_a_moment_takes_data_of_its_own_along() -> None:
    written: list[str] = []

    def fill(menu: Menu) -> None:
        written.append(names[-1])

    async def passes(table: Table[None]) -> None:
        await table.moment(lambda: Request[Stay]("york", "stay", asks, "", fill))

    step = within(own, passes)(Table(None))
    moment = step.send(None)
    assert isinstance(moment, Moment)
    (request,) = moment.requests
    assert (request.question, len(request.options)) == ("What of his own?", 0)
    assert written == ["his own"]
    step.close()


def test_after_a_correction_the_question_says_what_is() -> None:
    game = RandomGame("warriors", "standard_1455", 1)
    steps = game.steps()
    play = next(play for play in steps if play.pending[0].kind == "withdraw")
    asked, state = play.pending[0], play.state
    before = asked.question
    here = state.battle.at
    id = next(i for i, n in state.nobles.items() if n.at == here and n.side == asked.side)
    strength = state.nobles[id].troops + 5
    play.patch(f"set nobles.{id}.troops {strength}")
    assert before != play.pending[0].question


@pytest.mark.parametrize("kind", sorted(RESERVED))
def test_no_rules_ask_under_a_name_of_the_protocol(kind: str) -> None:
    class Asking(Skirmish):
        async def step(self, table: Table[Any]) -> None:
            await table.ask(Request[Stay]("york", kind, asks, "", stays))

    play: Play[Any] = Play.new(Asking(), "open", {})
    with pytest.raises(ValueError, match=worded("engine.play.Play._name")):
        play.start(SeededChance(1))
