"""Options are made when somebody looks at them, and read as if they had been there all the time."""

from __future__ import annotations

import random

import pytest

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.once import Once
from pbem.engine.request import Menu, Option, Request

AREAS = ("york", "ely", "kent")


@decision("march {to}", rule="4.3")
class March(Decision):
    to: Place


@decision("stay", rule="4.1", passes=True)
class Stay(Decision):
    pass


class Ways:
    """Offers marches and remembers which were made."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def march(self, to: str) -> Option:
        self.made.append(to)
        return Option(March(to), "4.3.2" if to == "ely" else "", f"to {to}")

    def fill(self, menu: Menu) -> None:
        if menu.wants(March):
            menu.offer_each(self.march, menu.pick("to", AREAS))
        menu.offer(Stay())

    def request(self) -> Request[March | Stay]:
        return Request[March | Stay]("york", "march", "?", "4", self.fill)


def test_to_count_and_to_take_one_makes_no_other() -> None:
    ways = Ways()
    options = ways.request().options
    assert len(options) == 4
    assert ways.made == []
    assert options[2].line == "march kent"
    assert options[-1].line == "stay"
    assert ways.made == ["kent"]


def test_each_is_made_once_and_reads_like_any_option() -> None:
    ways = Ways()
    options = ways.request().options
    assert [o.line for o in options] == ["march york", "march ely", "march kent", "stay"]
    assert [(o.rule, o.note) for o in options[:2]] == [("4.3", "to york"), ("4.3.2", "to ely")]
    assert options == list(options)
    assert options != list(options)[1:]
    assert ways.made == list(AREAS)


def test_a_branch_makes_the_one_that_is_named() -> None:
    ways = Ways()
    request = ways.request()
    taken = request.options[1]
    ways.made.clear()
    assert request.branch(March("ely")) is taken
    assert ways.made == []
    found = ways.request().branch(March("ely"))
    assert found is not None
    assert found.line == "march ely"
    assert ways.made == ["ely"]
    assert ways.request().branch(March("bath")) is None
    assert ways.made == ["ely"]


def test_a_menu_picks_as_a_list_does() -> None:
    """Random games choose by the place in the menu."""
    listed = list(Ways().request().options)
    for seed in range(20):
        options = Ways().request().options
        assert random.Random(seed).choice(options) == random.Random(seed).choice(listed)


@pytest.mark.parametrize("held", [["warwick"], ["clarence"], [""], []])
def test_what_a_hand_allows_is_looked_up_only_where_a_menu_asks(held: list[str]) -> None:
    ways = Ways()
    menu = ways.request().menu
    assert menu.possible(held) is menu.options
    assert ways.made == []
    menu.offer(March("bath"), shows="warwick")
    assert len(menu.possible(held)) in (len(menu.options), len(menu.options) - 1)
    assert ways.made == []
    assert menu.possible(held) == [o for o in menu.options if o.possible(held)]
    assert len(menu.possible(["clarence"])) == len(menu.options) - 1


def test_once_works_a_value_out_when_it_is_asked_for_and_never_again() -> None:
    asked: list[str] = []

    def ways(place: str) -> int:
        asked.append(place)
        return len(place)

    once = Once(ways)
    assert (once["york"], once["ely"], once["york"]) == (4, 3, 4)
    assert asked == ["york", "ely"]
