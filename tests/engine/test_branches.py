"""The tree and its branches agree, over random games of every game.

A line of a menu is read as the decision that is offered there; a decision is found along its own branch
as the very option of the whole menu; and what is not in the menu, though it was earlier in the game, or
is barred, has no branch.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.decision import Decision, Place, decision, kinds_of
from pbem.engine.request import Menu, Option, Request
from pbem.games import find
from tests.engine.random_play import SOME_SCENARIOS
from tests.random_games import RandomPlayer, asks_at_moment, begin, give
from tests.tiers import soaked

STOPS = 400
SAMPLE = 4
SELDOM = 25
"""One request in so many is asked for its reasons, which cost much to write."""


class Branches:
    """Looks at the menus of one game.

    Attributes:
        earlier: decisions of menus before. `looked`: how many menus.
    """

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.earlier: dict[type[Decision], list[Decision]] = {}
        self.looked = 0

    def at_moment(self, request: Request) -> str:
        """A moment has a menu too, of which the players hear next to nothing."""
        self.look(request)
        return asks_at_moment(self.random, request)

    def look(self, request: Request) -> None:
        if request.stack is not None:
            return
        assert request.answers is not None, f"{request.kind} names no kinds of decision"
        self.looked += 1
        self.lines(request)
        self.legal(request)
        self.not_offered(request)
        if self.looked % SELDOM == 0:
            self.barred(request)
        for value in self.some(request):
            self.earlier.setdefault(type(value), []).append(value)

    def some(self, request: Request) -> list[Decision]:
        """Some decisions of a menu, with somebody who goes along where that can be."""
        options = self.random.sample(request.options, min(SAMPLE, len(request.options)))
        return [self.one(option) for option in options]

    def one(self, option: Option) -> Decision:
        among = option.subset.among
        chosen = self.random.sample(range(len(among)), self.random.randint(0, option.limit))
        return option.with_group(among[n] for n in sorted(chosen))

    def lines(self, request: Request) -> None:
        """Lines and decisions are each other's inverse, and of a kind that the request names."""
        for option in request.options:
            assert type(option.decision) in kinds_of(request.answers), told(request, option)
            assert request.read(option.line) == option.decision, told(request, option)
            few = islice(zip(option.lines(), option.decisions(), strict=True), SAMPLE)
            for line, value in few:
                assert str(value) == line
        for value in self.some(request):
            assert request.read(str(value)) == value, told(request, value)

    def legal(self, request: Request) -> None:
        """A decision of the menu is found along its branch, in one option, which reads the same."""
        for value in self.some(request):
            (offered,) = (option for option in request.options if option.means(value))
            assert request.walk(value) == offered, told(request, value)

    def not_offered(self, request: Request) -> None:
        """What was legal earlier and is not now has no branch."""
        kinds = kinds_of(request.answers)
        before = [one for kind in kinds for one in self.earlier.get(kind, ())]
        for value in self.random.sample(before, min(2 * SAMPLE, len(before))):
            if not any(option.means(value) for option in request.options):
                assert request.walk(value) is None, told(request, value)

    def barred(self, request: Request) -> None:
        """Nor has what is forbidden with a reason."""
        lines = list(request.menu.barred)
        for line in self.random.sample(lines, min(5 * SAMPLE, len(lines))):
            for value in request.readings(line):
                assert request.walk(value) is None, told(request, value)


def told(request: Request, what: object) -> tuple[Any, ...]:
    return request.side, request.kind, request.question, what


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), SOME_SCENARIOS)
@pytest.mark.parametrize("crowded", soaked([(False,), (True,)], [(True,)]))
def test_a_branch_gives_what_the_whole_menu_offers(
    rules: str, scenario: str, crowded: bool
) -> None:
    """Players who seldom pass; Plantagenet's Lords also begin together, next to the enemy's."""
    seed = f"branches {scenario} {crowded}"
    crowded &= rules == "plantagenet" and scenario != "IIIB"  # a Battle without a map
    chance, player, branches = SeededChance(seed), RandomPlayer(seed), Branches(seed)
    player.eager = True
    play = begin(find(rules), scenario, crowded, seed)
    play.at_moment = branches.at_moment
    play.start(chance)
    for _ in range(STOPS):
        if not play.pending:
            break
        for request in play.pending:
            branches.look(request)
        first = play.pending[0]
        stack = first.stack is not None
        answer = player.stack(first) if stack else player.line(first, chance.secrets)
        give(play, first.side, answer, chance)
    assert branches.looked


@decision("march {to}")
class March(Decision):
    to: Place


@decision("stay")
class Stay(Decision):
    pass


def stays_if_somebody_marches(menu: Menu) -> None:
    for to in menu.pick("to", ("york", "ely")):
        menu.offer(March(to))
    if menu.options:
        menu.offer(Stay())


def marches_twice(menu: Menu) -> None:
    menu.offer(March("york"))
    menu.offer(March("york"), "for another reason")


def marches_undeclared(menu: Menu) -> None:
    menu.offer(March("york"))


@pytest.mark.parametrize("fill", [stays_if_somebody_marches, marches_twice])
def test_the_search_finds_a_branch_that_does_not_agree(fill: Callable[[Menu], None]) -> None:
    with pytest.raises((AssertionError, ValueError)):
        Branches("agree").look(Request[March | Stay]("york", "march", "?", "", fill))


def test_the_search_finds_a_kind_that_the_request_does_not_name() -> None:
    with pytest.raises(AssertionError):
        Branches("kinds").look(Request[Stay]("york", "march", "?", "", marches_undeclared))
