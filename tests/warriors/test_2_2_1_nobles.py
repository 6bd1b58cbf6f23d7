"""2.1 and 2.2 The map and the nobles, against what the rulebook says of them."""

from __future__ import annotations

from collections import Counter

from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import CROWN, NEUTRAL, facts
from tests.warriors.field import empty, put


def test_2_1_thirteen_regions_and_three_friendly_foreign_areas() -> None:
    assert len(facts().regions) == 13
    assert facts().capital == "london"
    assert sorted(facts().foreign["lancaster"]) == ["france", "scotland"]
    assert facts().foreign["york"] == ("burgundy",)
    assert sum(place.vp for place in facts().places.values()) == 18


def test_2_1_boundaries_are_crossed_both_ways() -> None:
    for a, ways in facts().boundaries.items():
        for b, kind in ways.items():
            assert board.ways(b)[a] == kind
    assert board.ways("north_midlands")["northwest"] == "obstructed"
    assert board.ways("north_midlands")["west_midlands"] == "clear"
    assert [board.crossing_limit(kind) for kind in ("clear", "obstructed", "sea")] == [2, 1, 1]


def test_2_2_1_the_nobles_of_the_data_set() -> None:
    colours = Counter(counter.colour for counter in facts().nobles.values())
    assert colours == {"lancaster": 23, "york": 20, NEUTRAL: 25}
    homes = {face.home for c in facts().nobles.values() for face in (c.front, c.back)}
    assert homes <= {*facts().regions, CROWN}
    assert "london" not in homes


def test_2_2_2_two_troops_for_each_star() -> None:
    state = empty()
    put(state, "warwick", "wales", "york", 3)
    assert nobles.capacity(state, "warwick") == 4
    assert nobles.room(state, "warwick") == 1
    assert nobles.strength(state, ["warwick"]) == 4


def test_c44_all_values_are_those_of_the_side_that_is_up_but_the_colour() -> None:
    state = empty()
    front = nobles.face(state, "hastings")
    put(state, "hastings", "wales", "york", back=True)
    back = nobles.face(state, "hastings")
    assert (front.name, back.name) == ("William Hastings", "Edward Hastings")
    assert (nobles.stars(state, "hastings"), nobles.colour("hastings")) == (1, "york")
    put(state, "tudor_h", "france", "lancaster", back=True)
    assert (nobles.stars(state, "tudor_h"), nobles.is_crown(state, "tudor_h")) == (2, False)
