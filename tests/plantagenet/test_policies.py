"""Standing orders: every request of the rules is a reaction that policies may answer, or a main kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.standing import DEFAULT, StandingOrders, check
from pbem.games import find, plantagenet
from pbem.games.plantagenet.cards.events_of_favour import ASKED
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.policies import SCRIPTED, bot
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.resources import toml
from tests.engine.random_play import RandomGame

MAIN = {"muster", "command", "plan"}
"""What a side does of its own accord: for orders and scripts."""
FAMILIES = {"held_": "window"}
"""Kinds whose second half is an argument: of which function."""


def trees() -> Iterator[ast.AST]:
    for path in Path(plantagenet.__path__[0]).rglob("*.py"):
        yield ast.parse(path.read_text("utf-8"))


def calls(name: str) -> Iterator[ast.Call]:
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.value if isinstance(node.func, ast.Subscript) else node.func
                if getattr(called, "id", getattr(called, "attr", "")) == name:
                    yield node


def words(call: ast.Call) -> list[str]:
    """The strings among the arguments, in order, but for sides."""
    return [
        node.value
        for node in call.args
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value not in PLANTAGENET.sides
    ]


def asked_for() -> set[str]:
    """The kinds of all Requests in the rules."""
    kinds: set[str] = set()
    for call in calls("Request"):
        kind = call.args[1]
        if isinstance(kind, ast.Constant):
            kinds.add(str(kind.value))
        elif isinstance(kind, ast.Subscript):
            assert getattr(kind.value, "id", "") == "ASKED"
            kinds |= set(ASKED.values())
        else:
            assert isinstance(kind, ast.JoinedStr)
            start = kind.values[0]
            assert isinstance(start, ast.Constant)
            assert start.value in FAMILIES
    return kinds | {f"held_{words(call)[0]}" for call in calls("window") if words(call)}


@pytest.mark.slow
def test_every_request_is_a_reaction_or_a_main_kind() -> None:
    reactions = set(reactions_of(PLANTAGENET))
    assert asked_for() == reactions | MAIN
    assert not reactions & MAIN
    assert set(SCRIPTED) <= reactions | MAIN


def test_3_1_3_every_moment_of_a_hold_event_has_a_window() -> None:
    """`any` and `intercept` go with other questions."""
    moments = {card.event_play for card in facts().cards.values() if card.event_play}
    windows = {word for call in calls("window") for word in words(call)}
    assert moments - {"any", "intercept"} <= windows


@pytest.mark.parametrize("name", [*presets_of(PLANTAGENET), "bot"])
def test_presets_name_known_kinds_and_can_be_read(name: str) -> None:
    preset = {**presets_of(PLANTAGENET), "bot": bot()}[name]
    assert set(preset) <= {*reactions_of(PLANTAGENET), DEFAULT}
    state = setup("Ia")
    check(
        StandingOrders(dict(preset)),
        reactions_of(PLANTAGENET),
        lambda words: PLANTAGENET.conditions.look(state, "york", words),
    )


@pytest.mark.slow
@pytest.mark.parametrize("scenario", find("plantagenet").scenarios())
def test_what_is_asked_in_a_scenario_is_listed_for_it(scenario: str) -> None:
    """Kinds that a scenario has no card for are left out of its packet, and only those."""
    rules = find("plantagenet")
    for seed in range(3):
        for play in RandomGame("plantagenet", scenario, seed).steps():
            for request in play.pending:
                if request.kind in reactions_of(rules):
                    assert rules.policies.may_come(play.state, request.kind), request.kind


def test_a_card_that_a_scenario_lacks_brings_no_question() -> None:
    rules = find("plantagenet")
    towton, first, wars = (rules.setup(id) for id in ("Ib", "Ia", "wars_of_the_roses"))
    assert not rules.policies.may_come(towton, "keeper")
    assert rules.policies.may_come(first, "keeper")
    assert not rules.policies.may_come(towton, "crown")
    assert not rules.policies.may_come(towton, "field_array")
    assert not rules.policies.may_come(wars, "field_array")
    assert rules.policies.may_come(wars, "surrender")
    bosworth = rules.setup("IIIB")
    assert rules.policies.may_come(bosworth, "flee")
    assert rules.policies.may_come(bosworth, "field_array")
    assert not rules.policies.may_come(bosworth, "pay_vassals")
    assert set(toml(rules.data.file("policies.toml").read_bytes())["needs"]) <= set(
        reactions_of(rules)
    )
