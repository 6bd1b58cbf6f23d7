"""The story of an entry, and the two lines on top."""

from __future__ import annotations

from pbem.engine.play import Decided
from pbem.engine.table import Event
from pbem.reports.context import story
from pbem.reports.formats import render
from pbem.reports.summary import headline, wanted
from tests.reports import samples
from tests.says import sentence


def test_decisions_stand_where_they_fell_among_the_events() -> None:
    told = story(
        1,
        "york",
        "york:1",
        [Decided("york", "a-1", "one", 0), Decided("york", "a-2", "two", 1)],
        [Event("1", "first"), Event("2", "second")],
    ).passages
    assert [line.text for line in told] == ["one", "first", "two", "second"]


def test_decisions_after_the_last_event_are_kept() -> None:
    told = story(
        1, "york", "york:1", [Decided("york", "a-1", "one", 1)], [Event("1", "a")]
    ).passages
    assert [line.text for line in told] == ["a", "one"]


def test_dice_of_one_rule_in_a_row_share_a_line_and_all_are_counted() -> None:
    (entry,) = samples.battle("york").entries
    lines = [told for told in entry.passages if told.kind == "dice"]
    assert [len(line.dice) for line in lines] == [1, 2]
    assert entry.dice == 5


def test_forced_choices_do_not_count_as_orders() -> None:
    assert samples.entry().orders == 2
    assert headline(samples.battle("york")).startswith("2 orders, 5 dice. ")


def test_the_second_line_says_who_must_act() -> None:
    assert wanted(samples.battle("lancaster")) == sentence(
        "reports.summary.wanted", "", "hits (4.4.2), 3 choices", word="orders"
    )
    assert wanted(samples.battle("york")) == (
        sentence("reports.summary.wanted", "the Lancastrians for hits (4.4.2)", word="decide; the")
    )
    assert wanted(samples.battle("public")) == (
        "The game waits: the Lancastrians for hits (4.4.2)."
    )
    assert wanted(samples.planning("york")) == sentence(
        "reports.summary.wanted", "", "plan (4.1)", word="orders"
    )
    assert wanted(samples.over("york")) == sentence(
        "player.writing.Writing._nothing", "the Yorkists reach 40 points", word="over"
    )


def test_nothing_new_is_said_so() -> None:
    asked = samples.planning("york")
    assert asked.mine
    assert headline(asked).startswith("Plan, Jan-Mar 1459.")
    assert render(asked).startswith(wanted(asked)[:40]), "what is asked comes first"
    others = samples.planning("public")
    assert headline(others).startswith("Nothing new. Plan, Jan-Mar 1459.")


def test_whoever_is_no_side_has_a_name_too() -> None:
    context = samples.battle("public")
    assert [context.side(id) for id in ("york", "gm")] == ["Yorkists", "GM"]
