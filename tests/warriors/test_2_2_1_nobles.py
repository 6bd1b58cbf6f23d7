"""2.1 and 2.2 The map and the nobles, against what the rulebook says of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.games.warriors import noble_names
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import CROWN, NEUTRAL, Facts, facts, in_force
from pbem.games.warriors.s3_setup import draft, setup
from pbem.games.warriors.s7_2_intrigue import chance
from pbem.games.warriors.s10_tower import may_execute, may_pardon
from pbem.games.warriors.s11_1_reinforcements import preferred
from pbem.resources import resource
from tests.scripted import Scripted
from tests.warriors.field import empty, engaged, put, where


@pytest.fixture
def green_edward() -> Iterator[None]:
    """An owner's data in which Edward Hastings, the back of a white counter, is green."""
    text = resource("rules_data/warriors/nobles.toml").read_text("utf-8")
    front, back = text.split('name = "Edward Hastings"\n')
    green = f'{front}colour = "neutral"\nname = "Edward Hastings"\n{back}'
    with in_force(Facts({"nobles": green})):
        yield


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
    colours = Counter(counter.front.colour for counter in facts().nobles.values())
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


def test_c44_all_values_are_those_of_the_side_that_is_up() -> None:
    state = empty()
    front = nobles.face(state, "hastings")
    put(state, "hastings", "wales", "york", back=True)
    back = nobles.face(state, "hastings")
    assert (front.name, back.name) == ("William Hastings", "Edward Hastings")
    assert (nobles.stars(state, "hastings"), nobles.colour(state, "hastings")) == (1, "york")
    put(state, "tudor_h", "france", "lancaster", back=True)
    assert (nobles.stars(state, "tudor_h"), nobles.is_crown(state, "tudor_h")) == (2, False)


@pytest.mark.usefixtures("green_edward")
def test_c44_a_counter_may_have_another_colour_on_its_back() -> None:
    state = empty()
    put(state, "hastings", "wales", "york")
    assert nobles.colour(state, "hastings") == "york"
    put(state, "hastings", "wales", "york", back=True)
    assert nobles.colour(state, "hastings") == NEUTRAL


@pytest.mark.usefixtures("green_edward")
@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_c44_after_the_flip_a_neutral_goes_to_him_who_led_him(side: str) -> None:
    """7.5.5 The flip comes first, and then it is asked whether the noble is neutral."""
    state = empty("battle")
    put(state, "hastings", "wales", side)
    nobles.die(state, "hastings", neutral_to=side)
    assert where(state, "hastings") == ("covert", side)


@pytest.mark.usefixtures("green_edward")
def test_c44_intrigue_and_trials_go_by_the_colour_that_is_up() -> None:
    state = empty("battle")
    put(state, "talbot", "wales", "lancaster")
    for back, needed in ((False, 0), (True, 1)):
        put(state, "hastings", "wales", "york", back=back)
        engaged(state, "wales", lancaster="talbot", york="hastings")
        assert chance(state, "lancaster", "hastings") == needed
        put(state, "hastings", "tower", "lancaster", back=back)
        assert may_pardon(state, "lancaster", "hastings") == back
        assert may_execute(state, "lancaster", "hastings") != back


@pytest.mark.usefixtures("green_edward")
def test_c44_the_draft_takes_those_whose_green_side_is_up() -> None:
    """3.0 And 11.1 lets both sides take him then."""
    for back in (False, True):
        state = setup("standard_1455")
        state.nobles["hastings"].back = back
        assert preferred("lancaster", ["hastings", "march"], state) == (
            ["hastings"] if back else ["hastings", "march"]
        )
        for id in nobles.cup(state):
            if id != "hastings" and nobles.colour(state, id) == NEUTRAL:
                state.nobles[id].at = "out"
        Scripted(state).run(draft)
        assert where(state, "hastings") == (("southwest", "york") if back else ("cup", ""))


def test_c44_our_own_counters_have_one_colour() -> None:
    assert all(counter.front.colour == counter.back.colour for counter in facts().nobles.values())


def test_no_noble_is_called_by_a_shortened_name() -> None:
    faces = [face for one in facts().nobles.values() for face in (one.front, one.back)]
    called = [nobles.full(face) for face in faces]
    assert [name for name in called if not re.fullmatch(r"[A-Za-z ]+( \(\d+\))?", name)] == []
    assert len(set(called)) == len(called) - 1, "Henry VI alone is called the same on both sides"
    assert noble_names.FULL.keys() <= {face.short for face in faces}
