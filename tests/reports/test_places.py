"""What lies next to a place, and by which way: of every place of every game, and of London in all four."""

from __future__ import annotations

import re

import pytest

from pbem.engine.document import Map
from pbem.engine.picture import Picture
from pbem.engine.scenarios import starting_state
from pbem.errors import BadChoice
from pbem.games import GAMES, find
from pbem.reports.places import place_paragraphs, places_called, ways_sentences
from tests.heard import faults
from tests.says import sentence

NEXT_TO_LONDON = {
    (
        "plantagenet",
        "Ia",
    ): sentence(
        "reports.places.ways_sentence",
        "London",
        "by Highway: Guildford, Oxford, St. Albans; by Road: Rochester",
        word="Next",
    ),
    ("richard_iii", "kingmaker"): "Next to Middlesex, by yellow border: ",
    (
        "warriors",
        "tudor_1476",
    ): sentence(
        "reports.places.ways_sentence",
        "London",
        "by clear boundary: South Midlands, East, Southeast",
        word="Next",
    ),
    ("plantagenet_1450", "wars_of_the_roses"): "Next to London, by road: ",
    (
        "plantagenet_1450",
        "towton_1461",
    ): "Next to London, by road over the Thames: Kent (2028), Kingston (1829)",
}


ONE_WAY = ("burgundy", "france", "ireland", "scotland")


def picture(game: str, scenario: str) -> Picture:
    rules = find(game)
    return rules.picture(starting_state(rules, scenario, {}), "public")


def told(game: str, scenario: str, words: str) -> list[str]:
    return list(place_paragraphs(Map(picture(game, scenario), "", ""), find(game), words))


@pytest.mark.parametrize(("game", "scenario"), NEXT_TO_LONDON)
def test_what_lies_next_to_london(game: str, scenario: str) -> None:
    said = told(game, scenario, "london")
    assert said[0].startswith("London")
    assert said[1].startswith(NEXT_TO_LONDON[game, scenario])
    assert told(game, scenario, "LOND") == said


@pytest.mark.parametrize("game", GAMES)
def test_whatever_lies_next_to_a_place_has_that_place_next_to_it(game: str) -> None:
    """Only the Ways out of the exile boxes of Plantagenet lead one way."""
    rules = find(game)
    for scenario in rules.scenarios():
        spaces = {place.id: place.name for place in picture(game, scenario).places}
        names = {id: _plain(name) for id, name in spaces.items()}
        beyond = {
            id: {_plain(name) for some in rules.words.ways_from(id).values() for name in some}
            for id in spaces
        }
        assert any(beyond.values())
        for id, near in beyond.items():
            for other, name in names.items():
                if name in near and list(names.values()).count(name) == 1 and beyond[other]:
                    back = names[id] in beyond[other] or f"{names[id]} {id}" in beyond[other]
                    assert back or (game == "plantagenet" and id in ONE_WAY), (id, other)


def _plain(name: str) -> str:
    return re.sub(r"[^\w ]", "", name)


@pytest.mark.parametrize(("game", "scenario"), NEXT_TO_LONDON)
def test_a_listener_hears_each_place_once(game: str, scenario: str) -> None:
    said = list(ways_sentences(find(game), picture(game, scenario)))
    assert len(set(said)) == len(said) > 10
    assert [fault for line in said for fault in faults(line)] == []


def test_a_slip_gets_the_name_that_was_meant() -> None:
    rules, shown = find("plantagenet"), picture("plantagenet", "Ia")
    with pytest.raises(
        BadChoice, match=r"no place `londn` on this map\. Did you mean `London`\?\Z"
    ):
        places_called(rules, shown, "londn")
    with pytest.raises(BadChoice, match=r"no place `moon` on this map\.\Z"):
        places_called(rules, shown, "moon")
    assert len(told("plantagenet", "Ia", "s")) == 7
