"""A long menu at a prompt: by who acts, no line lost, and a number takes what stands beside it."""

from __future__ import annotations

import re

import pytest

from pbem.cli.question_text import MANY, choices
from pbem.engine.display import by_actor
from pbem.engine.option import Option
from pbem.games import GAMES, find
from tests.contract.games import stops


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_line_stands_once_beside_its_number(game: str) -> None:
    rules = find(game)
    long = 0
    for stop in stops(rules, next(iter(rules.scenarios())), "menus", 60):
        for request in stop.play.pending:
            options = list(request.options) if request.stack is None else []
            if len(options) <= MANY:
                continue
            long += 1
            found = {}
            for actor, bunches in by_actor(enumerate(options, 1)).items():
                for one in bunches:
                    for number, target in one.targets:
                        at = target.partition(" (")[0] if one.note == "" else target
                        words = one.text.replace("...", at, 1)
                        assert number not in found
                        found[number] = f"{actor}: {words}" if actor else words
            shown = [option.display() for option in options]
            assert [found[n] for n in range(1, len(options) + 1)] == shown
            rows = choices(list(enumerate(options, 1))).splitlines()
            assert len(rows) < 3 * len(options)
            assert max(map(len, rows)) <= 78
    assert long


def lines(*told: tuple[str, str]) -> list[tuple[int, Option]]:
    return list(enumerate((Option.in_words(line, note=note) for line, note in told), 1))


def test_who_acts_is_said_once_and_targets_of_one_kind_stand_together() -> None:
    told = lines(
        ("essex: move kent", "1 AP"),
        ("irish: move wilts", "1 AP"),
        ("essex: move dorset", "1 AP"),
        ("essex: move oxford", "1 AP, attacks"),
        ("essex: sail calais", ""),
        ("end", "ends it"),
    )
    rows = {actor: [one.row for one in some] for actor, some in by_actor(told).items()}
    assert rows == {
        "essex": [
            "move ... (1 AP): 1=kent, 3=dorset",
            "4 move oxford (1 AP, attacks)",
            "5 sail calais",
        ],
        "irish": ["2 move wilts (1 AP)"],
        "": ["6 end (ends it)"],
    }


def test_a_word_narrows_to_the_lines_themselves() -> None:
    some = lines(*((f"{who}: move {n}", "") for who in ("ann", "bob") for n in range(20)))
    assert "ann\n" in choices(some)
    narrowed = choices(some, "bob", asked_for=True).splitlines()
    assert len(narrowed) == 20
    assert all(re.match(r" *\d+  bob: move", row) for row in narrowed)
