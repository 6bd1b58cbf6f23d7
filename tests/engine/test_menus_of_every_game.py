"""What holds of every menu of every game, over random games of all scenarios.

An order line that stands in a menu twice is ambiguous: whoever types it is refused and told to choose
between two lines that are the same.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.notation import readings
from pbem.engine.request import Option, Request
from pbem.games import find
from tests.engine.random_play import SOME_SCENARIOS
from tests.random_games import RandomPlayer, begin, give
from tests.tiers import soaked

STOPS = 900


def twice(options: list[Option]) -> list[str]:
    """Lines that are offered more than once, or that name somebody twice after `with`."""
    lines = Counter(option.line for option in options)
    groups = [o.display() for o in options if len(o.group) != len(set(o.group))]
    return [line for line, many in lines.items() if many > 1] + groups


def test_the_search_finds_what_is_there_twice() -> None:
    assert twice(
        [Option.in_words("warwick: home east_yorks"), Option.in_words("warwick: home east_yorks")]
    )
    assert twice([Option.in_words("march york", group=("norfolk", "norfolk"))])
    assert not twice([Option.in_words("march york"), Option.in_words("march york_road")])


def looked_at(request: Request) -> None:
    """One line is one decision, and means itself when it is typed."""
    assert not twice(request.options), (request.kind, request.question, twice(request.options))
    for option in request.options[:5]:
        assert readings(request, option.line) == [option.line]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), SOME_SCENARIOS)
@pytest.mark.parametrize("crowded", soaked([(False,), (True,)], [(True,)]))
def test_no_menu_holds_one_line_twice(rules: str, scenario: str, crowded: bool) -> None:
    """Players who seldom pass; Plantagenet's Lords also begin together, next to the enemy's."""
    seed = f"twice {scenario} {crowded}"
    crowded &= rules == "plantagenet" and scenario != "IIIB"  # a Battle without a map
    chance, player = SeededChance(seed), RandomPlayer(seed)
    player.eager = True
    play = begin(find(rules), scenario, crowded, seed)
    play.start(chance)
    for _ in range(STOPS):
        if not play.pending:
            break
        for request in play.pending:
            if request.stack is None:
                looked_at(request)
        first = play.pending[0]
        stack = first.stack is not None
        answer = player.stack(first) if stack else player.line(first, chance.secrets)
        give(play, first.side, answer, chance)
