"""Order lines with the names that the screen has in place of the words of lines."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

from pbem.engine.about import named_things, values_of
from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.notation import match
from pbem.engine.option import Option
from pbem.engine.request import Menu, Request
from pbem.engine.script import script_line
from pbem.engine.standing import choose
from pbem.engine.vocabulary import vocabulary, words_of
from pbem.errors import AmbiguousOrder
from pbem.ledger.checks.lines import meaning, policy_meaning
from pbem.reports.order_sentences import Names, names_of

from .random_play import SOME, RandomGame

STEPS = 40


def printed(names: Names, value: Decision, line: str) -> str:
    """An order line with its pieces and places by the names that are printed."""
    for thing in named_things(value):
        if thing.kind != "card":
            name = {"piece": names.piece, "place": names.place}[thing.kind](thing.id)
            word = rf"(?<![\w-]){re.escape(thing.word)}(?![\w-])"
            line = re.sub(word, name, line, count=1)
    return line


def offered(rules: str, scenario: str) -> Iterator[tuple[Names, Request, Option, Any]]:
    """Some options of a random game: what things are called there, the question, the option and its decision."""
    game, some = RandomGame(rules, scenario, 1), random.Random(1)
    for play in islice(game.steps(), STEPS):
        for request in play.pending:
            seen = game.rules.picture(game.rules.secrets.veil(play.state, "public"), "public")
            names = names_of(game.rules, request.side, seen)
            options = (
                []
                if request.stack
                else some.sample([*request.options], min(4, len(request.options)))
            )
            values = values_of(game.rules, request.side, options)
            for option, value in zip(options, values, strict=True):
                yield names, request, option, value


@pytest.mark.parametrize(("rules", "scenario"), SOME)
def test_whatever_is_printed_of_an_option_is_read_as_it(rules: str, scenario: str) -> None:
    """A name that is also somebody else's is asked back about, and never taken for his."""
    known = None
    for names, request, option, value in offered(rules, scenario):
        known = known or vocabulary(names.rules)
        typed = printed(names, value, option.line) if value is not None else option.line
        with suppress(AmbiguousOrder):
            assert match(request, typed) == option.line, typed
            assert meaning(typed, option.line, request.short_forms())
        if option.group:
            along = names.along(value, option.group[: option.limit])
            line = " ".join((option.line, "with", *option.group[: option.limit]))
            assert match(request, f"{typed} with {', '.join(along)}") == line
        for word in words_of(typed):
            assert word.lstrip("+").isdigit() or any(one.startswith(word) for one in known)


@decision("{lord}: move {to}", rule="1.1")
class Move(Decision):
    lord: Piece
    to: Place


def test_a_comma_in_a_name_parts_no_answers_of_a_policy() -> None:
    """`Richard` alone would be the first thing that he can do."""

    def fill(menu: Menu[Move]) -> None:
        for lord, to in (("richard_york", "calais"), ("richard_york", "kent"), ("warwick", "kent")):
            menu.offer(Move(lord, to))

    names = {"richard_york": "Richard, Duke of York"}
    request = Request[Move]("york", "moves", "Who?", "1", fill, short_forms=lambda: names)
    policies = {
        "Richard, Duke of York: move kent": "richard_york: move kent",
        "stay, richard, duke of york: move kent": "richard_york: move kent",
        "Richard, Duke of York: move wales": None,
        "Richard, Duke of York: move wales, warwick": "warwick: move kent",
    }
    for policy, line in policies.items():
        assert choose(request, policy, ()) == line, policy
        assert line is None or policy_meaning([script_line(policy)], line, names)
