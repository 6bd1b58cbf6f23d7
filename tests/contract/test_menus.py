"""Every line of every menu is one decision, means itself when it is typed, and survives being read."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine.facets.secrets import Secrets
from pbem.engine.notation import readings
from pbem.engine.request import Menu, Option, Request

from .games import Rules, some_scenarios, stops

EVERY = 3
"""Every so many stops are looked at."""
LONG, TYPED = 60, 20
"""Of a menu with so many lines only about TYPED are typed: matching a line looks at all of them."""


def twice(options: list[Option]) -> list[str]:
    """Lines that are offered more than once, or that name somebody twice after `with`."""
    lines = Counter(option.line for option in options)
    groups = [o.display() for o in options if len(o.group) != len(set(o.group))]
    return [line for line, many in lines.items() if many > 1] + groups


def test_the_search_finds_what_is_there_twice() -> None:
    assert twice([Option.in_words("warwick: home york"), Option.in_words("warwick: home york")])
    assert twice([Option.in_words("march york", group=("norfolk", "norfolk"))])
    assert not twice([Option.in_words("march york"), Option.in_words("march york_road")])


def looked_at(request: Request) -> int:
    """How many lines were read back as the decision that they are of."""
    assert request.question
    assert request.rule or request.kind == "open"
    assert not twice(request.options), (request.kind, twice(request.options))
    many = len(request.options)
    sample = request.options if many < LONG else request.options[:: many // TYPED]
    read = 0
    for option in sample:
        assert readings(request, option.line) == [option.line]
        if option.decision is not None:
            assert request.read(option.line) == option.decision
            branch = request.walk(option.decision)
            assert branch == option, "the branch and the whole menu disagree"
            read += 1
    for line in list(request.menu.barred)[:5]:
        assert line not in {option.line for option in request.options}
    return read


def unmade(request: Request) -> Menu:
    """The menu anew, at which nobody has looked."""
    menu = Menu()
    if request.fill is not None:
        request.fill(menu)
    return menu


def singly(request: Request) -> bool:
    """Is whatever hangs on a hand offered singly? What is offered `each` counts as possible unseen."""
    possible = [option.line for option in unmade(request).possible(())]
    return possible == [option.line for option in request.options if option.possible(())]


def test_the_search_finds_what_hangs_on_a_hand_and_is_offered_with_others() -> None:
    def fill(menu: Menu) -> None:
        menu.offer_each(lambda line: Option.in_words(line, shows="axe"), ["strike", "throw"])

    assert not singly(Request("york", "strike", "Strike?", "", fill))
    assert singly(Request("york", "strike", "Strike?", "", lambda menu: None))


@pytest.mark.slow
@some_scenarios
def test_lines_are_read_back(rules: Rules, scenario: str) -> None:
    read = 0
    shows = type(rules.secrets).card_shown is not Secrets.card_shown
    for n, stop in enumerate(stops(rules, scenario, f"twice {scenario}")):
        for request in stop.play.pending if n % EVERY == 0 else ():
            if request.stack is None:
                assert singly(request), request.kind
                for option in request.options if shows else ():
                    assert rules.secrets.card_shown(request.kind, option.line) == option.shows, (
                        option.line
                    )
                read += looked_at(request)
    assert read or rules.name != "two_provinces"
