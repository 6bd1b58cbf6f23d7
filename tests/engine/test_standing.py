"""Standing orders: scripts of plan cards and policies for reactions."""

from __future__ import annotations

import pytest

from pbem.engine.condition import Value
from pbem.engine.decision import PASSING
from pbem.engine.request import Menu, Option, Request
from pbem.engine.standing import StandingOrders, answer, check, choose
from pbem.engine.table import Event, last_die_succeeded
from pbem.errors import BadScript
from tests.says import sentence


def request(kind: str, *lines: str, group: tuple[str, ...] = (), shows: str = "") -> Request:
    def fill(menu: Menu) -> None:
        for line in lines:
            card = shows if "play" in line else ""
            idle = line.split()[-1] in PASSING
            menu.add(Option.in_words(line, group=group, shows=card, passes=idle))

    return Request("york", kind, "?", "1", fill)


def look(words: tuple[str, ...]) -> Value:
    facts: dict[tuple[str, ...], Value] = {("valour",): 3, ("enemy", "at", "york"): True}
    if words not in facts:
        raise BadScript(text=" ".join(words), why="you cannot look at that")
    return facts[words]


HITS = request("hits", "norfolk: militia", "norfolk: retinue", "march: retinue")


def test_a_policy_takes_the_first_possible_of_its_list() -> None:
    assert choose(HITS, "longbowmen, militia, retinue", ()) == "norfolk: militia"
    assert choose(HITS, "retinue", ()) == "norfolk: retinue"
    assert choose(HITS, "longbowmen", ()) is None


def test_all_of_one_is_that_one() -> None:
    alone = request("flee", "norfolk: flee", "stand")
    assert choose(alone, "flee all", ()) == "norfolk: flee"
    approached = request("approach", "exeter_1: battle", "exeter_1: exile")
    assert choose(approached, "all exile", ()) == "exeter_1: exile"
    several = request("flee", "norfolk: flee", "march: flee", "flee all", "stand")
    assert choose(several, "flee all", ()) == "flee all"


def test_a_policy_guards_and_falls_back() -> None:
    intercept = request("intercept", "norfolk: intercept", "no", group=("march",))
    orders = StandingOrders({"intercept": "norfolk with all if valour >= 3; else no"})
    prepared = answer(orders, intercept, "", ("intercept",), look, ())
    assert prepared is not None
    assert (prepared.line, prepared.by) == ("norfolk: intercept with march", "policy")
    orders = StandingOrders({"intercept": "norfolk if valour >= 4; else no"})
    prepared = answer(orders, intercept, "", ("intercept",), look, ())
    assert prepared is not None
    assert prepared.line == "no"


def test_default_is_for_reactions_only() -> None:
    orders = StandingOrders({"default": "pass"})
    assert answer(orders, request("flee", "norfolk: flee", "stand"), "", ("flee",), look, ())
    assert (
        answer(orders, request("muster", "york: troops", "done"), "", ("flee",), look, ()) is None
    )


def test_a_script_runs_line_by_line_and_ends_where_it_does_not_fit() -> None:
    orders = StandingOrders(scripts={"plan:york:3:1": "march: forage; march: tax london"})
    first = request("command", "march: forage", "march: pass")
    prepared = answer(orders, first, "plan:york:3:1", (), look, ())
    assert prepared is not None
    assert prepared.line == "march: forage"
    assert answer(orders, first, "plan:york:3:1", (), look, ()) is None
    assert orders.scripts == {}


def test_a_card_that_is_not_held_is_never_played() -> None:
    window = request("held", "play y5", "no", shows="Y5")
    orders = StandingOrders({"held": "play y5, no"})
    prepared = answer(orders, window, "", ("held",), look, ())
    assert prepared is not None
    assert prepared.line == "no"
    prepared = answer(orders, window, "", ("held",), look, ("Y5",))
    assert prepared is not None
    assert prepared.line == "play y5"


@pytest.mark.parametrize(
    "orders",
    [
        StandingOrders({"intercpt": "no"}),
        StandingOrders({"default": "fight"}),
        StandingOrders({"intercept": "no if valour >= 3 or their_plan = march"}),
        StandingOrders(scripts={"plan:york:3:1": "march york if"}),
    ],
)
def test_what_cannot_work_is_refused_when_it_is_written(orders: StandingOrders) -> None:
    with pytest.raises(BadScript):
        check(orders, ("intercept",), look)


@pytest.mark.parametrize(
    ("needed", "value", "succeeded"),
    [
        ("1-3", 3, True),
        ("1-3", 4, False),
        ("6", 6, True),
        ("6", 5, False),
        (sentence("engine.table.OUT_OF_REACH", word="more"), 6, False),
        (sentence("engine.table.OUT_OF_REACH", word="less"), 1, False),
        ("", 1, True),
    ],
)
def test_a_check_fails_also_where_one_number_succeeds_or_none(
    needed: str, value: int, succeeded: bool
) -> None:
    before = Event("", "siege", "die", "1-6", 1)
    assert last_die_succeeded([before, Event("", "siege 2", "die", needed, value)]) == succeeded
