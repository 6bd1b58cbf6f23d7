"""A battle has one panel, however many entries it took: array, rounds, rolls, rout, outcome, fates."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from pbem.engine.play import Decided
from pbem.engine.table import Event
from pbem.reports.battles import battles, parts
from pbem.reports.context import Context, EntryStory, build, story
from pbem.reports.formats import render
from pbem.reports.summary import fought
from tests.reports import samples

ONE = [
    Event("4.3", "Warwick marches.", "move", about=("york", "ely", "york")),
    Event("4.4", "Battle at York: Warwick attacks Clifford.", "battle"),
    Event("4.4.1", "The Yorkists array Warwick in the center.", "battle_array"),
    Event("4.4.2", "Round 1.", "battle_round"),
    Event("4.4.2", "Missiles: 4 Hits.", "battle_strike"),
]
TWO = [Event("4.4.2", "protection militia", "die", "1", 4)]
THREE = [
    Event("4.4.2", "protection militia 2", "die", "1", 1),
    Event("4.4.2", "A Militia unit Routs.", "battle_unit"),
    Event("4.4.2", "A Militia unit Routs.", "battle_unit"),
    Event("4.4.2", "Round 2.", "battle_round"),
    Event("4.4.2", "Clifford Routs.", "battle_rout"),
    Event("4.4.3", "The Yorkists win.", "battle_end"),
]
FOUR = [
    Event("4.4.3", "death clifford", "die", "1-2", 5),
    Event("4.4.3", "Clifford is dead.", "battle_death"),
    Event("4.7", "losses", "die", "", 2),
    Event("4.7", "Warwick Feeds.", ""),
]


def entries() -> list[EntryStory]:
    check = [Decided("york", "a-1", "clifford: check death")]
    return [
        story(10 + n, "york", f"york:{n}", check if n == 3 else [], events)
        for n, events in enumerate((ONE, TWO, THREE, FOUR))
    ]


def told(first: int, last: int) -> Context:
    """A report about entries `first` to `last`."""
    made = entries()
    place = samples.battle("york").position
    chosen = [one for one in made if first <= one.n <= last]
    before = [one for one in made if one.n < first]
    return build("t", "plantagenet", "york", chosen, place, [], samples.HEAD, last, earlier=before)


def test_a_whole_battle_is_told_by_rows() -> None:
    (battle,) = battles(told(10, 13))
    assert battle.heading == "Battle at York: Warwick attacks Clifford (entries 10 to 13)"
    assert battle.tally == "2 rounds, 3 dice"
    assert [(row.label, row.words) for row in battle.rows] == [
        ("Outcome", "The Yorkists win."),
        ("Rout", "Clifford Routs."),
        ("Fates", "Clifford is dead."),
        ("Losses", "A Militia unit Routs (x2)."),
        ("Array", "The Yorkists array Warwick in the center."),
        ("Round 1", "Missiles: 4 Hits. Rolls: 2 dice."),
    ]


def test_a_report_opens_with_how_a_battle_ended() -> None:
    assert render(told(13, 13)).startswith("Battle at York: the Yorkists win. Clifford is dead.\n")
    assert not fought(told(10, 11)), "it goes on"


def test_rounds_that_end_with_how_each_side_stands_are_counted_and_told() -> None:
    events = [
        Event("1", "Warwick attacks Exeter.", "battle"),
        Event("1", "levies", "die", "", 2),
        Event("1", "York: 5 Knights.", "battle_array"),
        Event("1", "Lancaster: 3 Knights.", "battle_array"),
        Event("1", "melee york", "die", "", 2),
        Event("1", "York stands: 5 Knights.", "battle_round"),
        Event("1", "Lancaster stands: 2 Knights.", "battle_round"),
        Event("1", "melee york", "die", "", 3),
        Event("1", "York stands: 4 Knights.", "battle_round"),
        Event("1", "Lancaster stands: nobody.", "battle_round"),
        Event("1", "York wins.", "battle_won"),
        Event("1", "death exeter", "die", "6", 3),
        Event("1", "It is over.", "battle_end"),
    ]
    place = samples.battle("york").position
    made = story(10, "york", "york:0", [], events)
    (battle,) = battles(build("t", "plantagenet", "york", [made], place, [], samples.HEAD, 10))
    assert battle.tally == "2 rounds, 4 dice"
    assert [(row.label, row.words) for row in battle.rows] == [
        ("Outcome", "York wins. It is over."),
        ("Array", "York: 5 Knights. Lancaster: 3 Knights. Rolls: 1 die."),
        ("Round 1", "York stands: 5 Knights. Lancaster stands: 2 Knights. Rolls: 1 die."),
        ("Round 2", "York stands: 4 Knights. Lancaster stands: nobody. Rolls: 1 die."),
    ]


def test_one_entry_shows_the_battle_so_far_and_not_what_came_later() -> None:
    (battle,) = battles(told(11, 11))
    assert battle.heading.endswith("(entries 10 to 11, so far)")
    assert [row.label for row in battle.rows] == ["Array", "Round 1"]
    assert "Rolls: 1 die." in battle.rows[1].lines


def test_an_entry_after_the_battle_does_not_tell_it_again() -> None:
    made = told(14, 14)
    later = story(14, "york", "york:9", [], [Event("4.7", "Feed.")])
    assert battles(replace(made, entries=(later,))) == []


def test_what_follows_the_fates_is_not_of_the_battle() -> None:
    report = told(10, 13)
    fights = battles(report)
    stretches = [[bool(p.battle) for p in parts(e, fights)] for e in report.entries]
    assert stretches == [[False, True], [True], [True], [True, False]]
    assert [len(p.passages) for p in parts(report.entries[3], fights)] == [3, 2]


def test_two_battles_in_a_row_have_two_panels() -> None:
    both = [*ONE[1:], *THREE, *ONE[1:]]
    made = replace(told(10, 10), entries=(story(10, "york", "york:1", [], both),))
    assert [battle.ended for battle in battles(made)] == [True, False]


@pytest.mark.parametrize("form", [form for form in samples.FORMATS if form != "json"])
def test_every_format_shows_one_panel(form: str) -> None:
    text = " ".join(render(told(10, 13), form).lower().split())
    assert text.count("a militia unit routs (x2).") == 1
    so_far = render(told(11, 11), form).lower()
    assert "so far" in so_far
    assert "(x2)" not in so_far


def test_json_has_the_same_rows() -> None:
    (battle,) = json.loads(render(told(10, 13), "json"))["battles"]
    assert battle["entries"] == [10, 11, 12, 13]
    assert [row["label"] for row in battle["rows"]] == [
        "Outcome", "Rout", "Fates", "Losses", "Array", "Round 1"
    ]  # fmt: skip


def test_a_panel_tells_a_side_only_what_it_was_told() -> None:
    whisper = Event("1", "A secret of Lancaster.", "battle_strike", to="lancaster")
    made = entries()
    made[0] = story(10, "york", "york:0", [], [*ONE, whisper])
    place = samples.battle("york").position
    report = build("t", "plantagenet", "york", made[1:2], place, [], "", 11, earlier=made[:1])
    assert "secret" not in render(report) + render(report, "json")


def test_a_die_before_the_first_blow_is_no_round() -> None:
    """Whoever is to be won over before a battle is rolled for: what is drawn beside says `before round 1`."""
    events = [*ONE[1:3], Event("7.2", "york intrigue clifford", "die", "1", 4)]
    entry = story(10, "york", "york:1", [], events)
    place = samples.battle("york").position
    (battle,) = battles(build("t", "plantagenet", "york", [entry], place, [], samples.HEAD, 10))
    assert battle.tally == "1 die"
    assert [row.label for row in battle.rows] == ["Array"]
