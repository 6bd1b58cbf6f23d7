"""Policies in a branch: silent until they are asked to speak, and only those of its side."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.policies import reactions_of
from pbem.engine.standing import StandingOrders
from pbem.games import find
from pbem.imagine.fork import Fork
from tests.contract.games import Stop, stops
from tests.contract.test_tried import start_of

PASSING = StandingOrders({"default": "pass"})


def reaction() -> tuple[Stop, str]:
    """A question that an enemy has forced on a side."""
    rules = find("plantagenet")
    for stop in stops(rules, "Ib", "policies", 400):
        first = stop.play.pending[0]
        if (
            first.kind in reactions_of(rules)
            and not first.secret
            and any(o.passes for o in first.options)
        ):
            return stop, first.side
    raise AssertionError("nobody is forced to anything in this game")


def test_a_policy_speaks_in_a_branch_only_where_it_is_asked_to() -> None:
    stop, side = reaction()
    fork = Fork(replace(start_of(stop, side), standing=PASSING))
    asked = fork.request()
    assert asked is not None
    assert (asked.side, asked.kind) == (side, stop.play.pending[0].kind)
    (done,) = fork.take("policies")
    assert [one.by for one in done.decisions if one.side == side][:1] == ["policy"]
    again = Fork(fork.start, fork.lines)
    assert again.play.events == fork.play.events
    assert fork.undo() == "policies"
    back = fork.request()
    assert back is not None
    assert back.kind == asked.kind


def test_the_other_side_is_asked_for_all_that() -> None:
    stop, side = reaction()
    other = next(one for one in stop.rules.sides if one != side)
    fork = Fork(replace(start_of(stop, other), standing=PASSING))
    fork.take("policies")
    request = fork.request(side)
    assert request is not None
    assert request.kind == stop.play.pending[0].kind
