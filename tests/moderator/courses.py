"""Toy rules that ask whom a course says, alone or together, and roll a die behind an answer where it says so."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pbem.engine.decision import Decision, decision
from pbem.engine.declared import Ending, Side
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import RulesData
from pbem.engine.facets.words import Words
from pbem.engine.picture import Picture
from pbem.engine.request import Menu, Request
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.state import GameState
from pbem.engine.table import Table

SIDES = ("york", "lancaster")
KINDS = tuple((who, die) for who in (("york",), ("lancaster",), SIDES) for die in (False, True))
"""What a request of a course is: who is asked, and whether a die follows."""
Course = tuple[int, ...]
"""Places in `KINDS`."""


class End(Ending):
    """How a course ends."""

    DONE = "2", "all has been asked"


class State(GameState):
    """How many requests of the course were answered."""

    done: bool = False


@decision("go")
class Go(Decision):
    """1 The only answer but one."""


@decision("stay")
class Stay(Decision):
    """1 The other one, so that the first is not forced."""


class CoursesData(RulesData):
    """No files: as if these were read."""

    def hash(self, version: int) -> str:
        return 64 * "c"


class CoursesConditions(Conditions[State]):
    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        return False


class CoursesWords(Words[State]):
    def now(self, state: State) -> str:
        return "On the course"

    turn = now


class Courses(RuleSet[State]):
    """One step that runs through the course; its scenario spells it: `0-3-5`."""

    name = "courses"
    title = "Courses"
    version = 1
    sides: Mapping[str, Side] = {side: Side(side) for side in SIDES}
    state_type = State
    endings = End

    def __init__(self, course: Course) -> None:
        self.course = course

    @cached_property
    def data(self) -> RulesData:
        return CoursesData(self.name)

    @cached_property
    def conditions(self) -> Conditions[State]:
        return CoursesConditions(self.picture)

    @cached_property
    def words(self) -> Words[State]:
        return CoursesWords()

    def scenarios(self) -> Mapping[str, str]:
        return {"course": "A course"}

    def setup(self, scenario: str) -> State:
        return State()

    async def step(self, table: Table[State]) -> None:
        for place, kind in enumerate(self.course):
            who, die = KINDS[kind]
            requests = [
                Request[Go | Stay](side, "go", f"Request {place}?", "1", _offers) for side in who
            ]
            if len(requests) == 1:
                await table.ask(requests[0])
            else:
                await table.ask_both(*requests)
            if die:
                await table.roll("die", "1-3", "1")
        table.state.done = True

    def result(self, state: State) -> Result | None:
        return Result((), End.DONE.reason()) if state.done else None

    def report(self, state: State, side: str, known: Mapping[str, str]) -> dict[str, Any]:
        return {"done": state.done}

    def picture(self, state: State, side: str) -> Picture:
        return Picture(tuple(self.sides.items()), "", (), (), (), ())


def _offers(menu: Menu) -> None:
    menu.offer(Go())
    menu.offer(Stay())


INSTALLED: Any = Courses(())
