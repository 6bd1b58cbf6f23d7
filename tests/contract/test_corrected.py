"""What a GM may correct by choosing: every path that a game names leads somewhere, and every value fits there."""

from __future__ import annotations

import pytest

from pbem.engine import codec
from pbem.engine.patch import patch
from pbem.reports.correctables import Correctable
from pbem.reports.order_sentences import names_of

from .games import PUBLIC, Rules, Stop, every_game, stops

EVERY, LONG = 29, 90
"""Every so many stops are looked at, so many of each game."""


def looked(stop: Stop) -> Correctable:
    state = stop.view(PUBLIC)
    picture = stop.rules.picture(state, PUBLIC)
    return Correctable(names_of(stop.rules, "", picture), state, picture)


@pytest.mark.slow
@every_game
def test_each_value_that_is_offered_fits(rules: Rules) -> None:
    named, found = set(rules.data.table("words").get("corrected", {})), set[str]()
    for scenario in rules.scenarios():
        for n, stop in enumerate(stops(rules, scenario, f"corrected {scenario}", LONG)):
            if n % EVERY:
                continue
            made = looked(stop)
            assert len(made.things) > 2
            found |= {path for path in made.table if _leads(path, [*made.leaves])}
            for thing in made.things[:: 1 + len(made.things) // 12]:
                for spot in made.spots(thing.id):
                    lines = [line for line, _ in spot.choices[:3] + spot.choices[-3:]]
                    for line in [f"set {spot.path} {spot.low}"] if spot.number else lines:
                        assert patch(codec.copied(made.state), line) == line
                        told = made.line(line)
                        assert spot.words in told
                        assert "." not in told.split(" ")[0]
    groups = {path for path in named if path.isupper()}
    assert found >= named - groups, named - groups - found
    assert all(any(one in path.split(".") for path in named) for one in groups)


def _leads(pattern: str, paths: list[str]) -> bool:
    words = pattern.split(".")
    return any(
        len(parts) == len(words)
        and all(word == part or word.isupper() for word, part in zip(words, parts, strict=True))
        for parts in (path.split(".") for path in paths)
    )


@every_game
def test_a_change_is_told_in_words(rules: Rules) -> None:
    scenario = next(iter(rules.scenarios()))
    stop = next(stops(rules, scenario, "told", 1))
    made = looked(stop)
    number = next(spot for one in made.things for spot in made.spots(one.id) if spot.number)
    told = made.change(f"{number.path}: 2 -> 3")
    assert told.startswith(number.words)
    assert told.endswith("2 -> 3")
    assert made.change("no.such.path: 2 -> 3") == ""
    side = next(iter(rules.sides))
    told = made.readable(f"no.such_path.{side}: -{side}")
    assert told == f"No, such path, {rules.sides[side].name}: -{rules.sides[side].name}"
    assert made.change("A sentence of the story.") == ""
    assert made.readable("A sentence: of the story.") == "A sentence: of the story."
