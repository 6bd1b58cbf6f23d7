"""Standing orders: every reaction can be answered in advance, and what a preset says is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest

from pbem.engine.condition import Value
from pbem.engine.play import RESERVED
from pbem.engine.policies import answers_of, presets_of, reactions_of
from pbem.engine.request import Request
from pbem.engine.scenarios import starting_state
from pbem.engine.script import ASK, read
from pbem.engine.standing import DEFAULT, StandingOrders, answer, check, containing
from pbem.engine.vocabulary import answering, kinds
from pbem.errors import BadScript
from tests.says import worded

from .games import Rules, Stop, every_game, every_scenario, some_scenarios, stops

SEEDS = 2


def looking(stop: Stop, request: Request) -> Callable[[tuple[str, ...]], Value]:
    """What a term of a condition means for who is asked."""

    def look(words: tuple[str, ...]) -> Value:
        if words[0] in ("failed", "success"):
            return False
        if words[0] == "can":
            return bool(containing(request.options, " ".join(words[1:])))
        return stop.rules.conditions.look(stop.view(request.side), request.side, words)

    return look


def decided(stop: Stop, request: Request, policies: Mapping[str, str]) -> str:
    """The line of a preset, as the moderator would take it; "" if its owner would be asked."""
    given = answer(
        StandingOrders(dict(policies)),
        request,
        "",
        reactions_of(stop.rules),
        looking(stop, request),
        stop.held(request),
    )
    return given.line if given else ""


@every_game
def test_presets_name_reactions_and_can_be_read(rules: Rules) -> None:
    reactions, presets = reactions_of(rules), presets_of(rules)
    assert set(rules.policies.moments) <= set(reactions)
    assert all(about for about in reactions.values())
    assert bool(presets) == bool(reactions), "who can be forced to answer is offered a preset"
    (stop,) = stops(rules, next(iter(rules.scenarios())), "read", 1)
    request = stop.play.pending[0]
    for policies in presets.values():
        assert set(policies) <= {*reactions, DEFAULT}
        check(StandingOrders(dict(policies)), reactions, looking(stop, request))
        assert all(read(text) for text in policies.values())


@every_game
def test_a_preset_answers_something_or_says_that_it_asks(rules: Rules) -> None:
    """A kind that no preset names is its owner's to decide: what he does of his own accord."""
    for name, policies in presets_of(rules).items():
        answered = [kind for kind, text in policies.items() if kind != DEFAULT and text != ASK]
        assert answered or DEFAULT in policies, f"the preset {name} says nothing"


def heard(stop: Stop) -> Iterator[str]:
    """The lines that presets choose at a stop, each of them legal."""
    first = stop.play.pending[0]
    if first.stack is not None:
        return
    lines = [option.line for option in first.options]
    for name, policies in presets_of(stop.rules).items():
        if policies.get(first.kind, ASK) == ASK:
            continue
        line = decided(stop, first, policies)
        if first.moment and not line:
            continue  # nothing is said, and nobody is asked
        assert line, (name, first.kind, first.question, lines)
        assert line.partition(" with ")[0] in lines
        yield line


@pytest.mark.slow
@some_scenarios
def test_a_preset_that_speaks_never_costs_a_mail(rules: Rules, scenario: str) -> None:
    """A line that it may name but the menu may lack costs a mail in the middle of a battle."""
    seeds = (f"presets {scenario} {n}" for n in range(SEEDS))
    spoke = sum(1 for seed in seeds for stop in stops(rules, scenario, seed) for _ in heard(stop))
    assert spoke or not reactions_of(rules)


@every_scenario
def test_a_term_that_nobody_knows_is_refused_with_those_there_are(
    rules: Rules, scenario: str
) -> None:
    state = starting_state(rules, scenario, {})
    for side in rules.sides:
        with pytest.raises(BadScript, match=worded("engine.facets.conditions.Conditions.look")):
            rules.conditions.look(rules.secrets.veil(state, side), side, ("the", "weather"))


@pytest.mark.slow
@some_scenarios
def test_what_answers_a_reaction_is_among_its_answers(rules: Rules, scenario: str) -> None:
    """A policy is put together from these: what is legal and missing there could only be typed."""
    assert set(answers_of(rules)) <= set(reactions_of(rules))
    for stop in stops(rules, scenario, f"answers {scenario}"):
        for request in stop.play.pending:
            if request.kind not in reactions_of(rules) or request.stack is not None:
                continue
            known = answering(rules, request.kind)
            for option in request.options:
                assert isinstance(option.decision, known), (request.kind, option.line)


@every_game
def test_no_question_has_a_name_of_the_protocol(rules: Rules) -> None:
    """Whatever else a game asks under such a name stops at once: `tests/engine/test_question.py`."""
    assert RESERVED.isdisjoint({*reactions_of(rules), *answers_of(rules)})


@every_game
def test_answers_name_decisions_of_the_game(rules: Rules) -> None:
    there = {base.__name__ for one in kinds(rules) for base in one.__mro__}
    for kind, named in answers_of(rules).items():
        assert set(named) <= there, kind
        assert len(answering(rules, kind)) >= len(named)
