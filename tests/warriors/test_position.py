"""The position that reports show, and the reports themselves."""

from __future__ import annotations

import pytest

from pbem.engine.document import Calendar, Note, Track
from pbem.engine.play import Decided
from pbem.engine.table import Event
from pbem.games.warriors.facts import facts
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.position import position
from pbem.games.warriors.position_words import headline, noble
from pbem.games.warriors.s3_setup import setup
from pbem.games.warriors.s6_campaigns import asks_campaign
from pbem.reports.context import Context, asked_of, build, story
from pbem.reports.formats import FORMATS, render
from pbem.reports.formats.text import WIDTH
from tests.says import sentence
from tests.shown import shown
from tests.warriors.field import empty, engaged, example, put


@pytest.mark.parametrize("scenario", list(WARRIORS.scenarios()))
def test_each_cell_shows_a_noble_or_a_place_that_there_is(scenario: str) -> None:
    found = shown(position(setup(scenario)).parts)
    assert {cell.piece for cell in found if cell.piece} == {*setup(scenario).nobles}
    assert {cell.place for cell in found if cell.place} == {*facts().places}


def test_13_0_the_lead_is_on_its_track_york_to_the_right() -> None:
    state = empty()
    state.lead = 4
    (lead,) = (part for part in position(state).parts if isinstance(part, Track))
    assert [(mark.at, mark.side) for mark in lead.marks if not mark.goal] == [(-4, "lancaster")]


def test_4_0_the_calendar_has_the_turns_of_the_scenario_and_what_comes_in_them() -> None:
    (turns,) = (part for part in position(empty()).parts if isinstance(part, Calendar))
    assert [box.number for box in turns.boxes] == list(range(1, 10))
    assert [box.title for box in turns.boxes if box.now] == ["1458-1460"]
    assert turns.boxes[0].notes == sentence(
        "games.warriors.position._turn",
        sentence("games.warriors.position._turn", "York", word="tied") + ", 4 nobles",
        word="cup",
    )
    assert turns.boxes[1].notes == sentence("games.warriors.position._turn", "4 nobles", word="cup")
    assert turns.boxes[-1].notes.endswith(sentence("games.warriors.position._turn", word="most"))
    (short,) = (p for p in position(setup("kingmaker_1465")).parts if isinstance(p, Calendar))
    assert [box.number for box in short.boxes] == [4, 5, 6, 7]
    assert "(5.0)" not in short.boxes[0].notes


def test_13_0_the_last_turn_is_said_where_no_calendar_is_drawn() -> None:
    state = empty()
    assert position(state).parts[0] == Note(
        "Turn 2 (1458-1460): Campaigns (6.1)" + sentence("games.warriors.position._turn_words", 9)
    )
    state.winner = "york"
    over = sentence("games.warriors.position_words.WarriorsWords.now", word="over")
    assert position(state).parts[0] == Note(f"Turn 2 (1458-1460): {over} (6.1)")


def test_where_the_game_stands() -> None:
    state = empty()
    state.lead = -4
    assert WARRIORS.words.now(state) == "Turn 2 (1458-1460): Campaigns"
    assert headline(state) == "Turn 2, Campaigns: York leads by 4 VP."
    state.winner = "york"
    assert WARRIORS.words.now(state).endswith(
        sentence("games.warriors.position_words.WarriorsWords.now", word="game")
    )


def test_c48_a_noble_in_a_few_words_with_the_word_for_orders() -> None:
    state = empty()
    put(state, "tudor_j", "wales", "york", 1, disgraced=True)
    put(state, "henry_vi", "london", "lancaster", 2, back=True)
    put(state, "warwick", "tower", "york", back=True)
    assert noble(state, "tudor_j") == (
        "Pembroke (tudor_j) 2* b2 l5 Wa, 1 Troop, turncoat, disgraced"
    )
    assert noble(state, "henry_vi") == "Henry VI 3* b0 l3 crown, 2 Troops, infirm"
    assert noble(state, "warwick").endswith("neutral, 2nd life")


def fighting() -> Context:
    state = example()
    fought = engaged(state, "north_midlands", york="warwick", lancaster="talbot")
    fought.round, fought.missed, fought.hits = 2, 1, {"lancaster": 3}
    put(state, "margaret", "france", "lancaster", 2)
    put(state, "audley", "tower", "york")
    put(state, "clifford", "tower", "lancaster")
    put(state, "henry_vi", "out", "", back=True)
    put(state, "oxford", "drawn", "")
    told = story(
        9,
        "york",
        "york:7",
        [Decided("york", "battle-9", "fight north_midlands", 0)],
        [
            Event("7.0", "Battle of the North Midlands: York is the aggressor.", "battle"),
            Event("7.3", "york attacks north_midlands", "die", "5-6", 4),
        ],
    )
    put(state, "ferrers", "wales", "york", 1)
    request = asks_campaign(state, "york")
    return build(
        "By mail",
        "warriors",
        "york",
        [told],
        position(state),
        [asked_of(request, "york")],
        "3f" * 32,
        9,
    )


@pytest.mark.parametrize("format", [format.name for format in FORMATS])
def test_a_report_in_battle(format: str) -> None:
    text = render(fighting(), format)
    for words in (
        "North Midlands",
        "still takes 3 Hits",
        "Missed! marker 1",
        "Lancaster +0 VP per turn (1 for regions, -1 for exiles)",
        "Audley 1",
        "neutral, served York",
        sentence("games.warriors.position._boxes", word="Drawn"),
        "Out of play",
        "reconstruction, not the publisher",
    ):
        assert words in " ".join(text.split())


def test_text_has_at_most_78_columns() -> None:
    assert max(map(len, render(fighting(), "text").splitlines())) <= WIDTH


def test_every_step_has_a_name() -> None:
    from pbem.games.warriors.position_words import STEPS
    from pbem.games.warriors.sequence import SEQUENCE

    assert list(STEPS) == list(SEQUENCE)
