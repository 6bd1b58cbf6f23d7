"""What was taken back is told first, and marked wherever it is told."""

from __future__ import annotations

import pytest

from pbem.mail import addresses
from pbem.mail.write import eml, outbox
from pbem.reports.context import PUBLIC
from pbem.reports.formats import render
from pbem.reports.from_game import report, report_for
from pbem.reports.period import EVERYTHING, Period
from pbem.reports.summary import headline
from tests.drawn import kept
from tests.moderator.people import Post, played

FIRST = 6


@kept
def rewound() -> Post:
    """Entries 6 to 8 are taken back by entry 9."""
    post = played(8).copy()
    gm = post.look("gm")
    gm.rule("void", "A slip of the pen.", FIRST)
    post.save = gm.dumps()
    return post


def test_the_first_line_says_what_is_void() -> None:
    for side in ("york", "lancaster", PUBLIC):
        text = " ".join(report(rewound().look(side), side).split())
        assert text.startswith("Entries 6 to 8 are taken back. ")


def test_void_entries_are_marked_and_do_not_count() -> None:
    game = rewound().look("york")
    whole = report(game, "york", period=EVERYTHING)
    for n in range(FIRST, 9):
        assert f"Entry {n} (taken back), by" in whole
    assert "Entry 5, by" in whole
    assert "Entry 9, by" in whole
    made = report_for(game, "york", EVERYTHING)
    before = report_for(game, "york", Period(entry=FIRST - 1))
    assert sum(entry.orders for entry in made.entries) > sum(entry.orders for entry in made.living)
    assert [entry.n for entry in made.living] == [1, 2, 3, 4, 5, 9]
    assert not before.undone  # the past, in which nothing is void yet
    assert "taken back" not in headline(before)


def test_the_blocks_of_void_entries_are_marked() -> None:
    game = rewound().look("york")
    latest = report_for(game, "york")
    assert any(entry.void for entry in latest.entries)
    assert "(taken back), by the" in render(latest, "text")


@pytest.mark.slow
def test_the_subject_of_a_mail_says_it() -> None:
    game = rewound().look("gm")
    parcel = outbox.parcel(game, game.stories(9), "york")
    mail = eml.mail_of(game, parcel, addresses.Book(), "game.toml", b"x = 1\n")
    (subject,) = [row for row in mail.decode().splitlines() if row.startswith("Subject:")]
    assert "Entries 6 to 8 are taken back; " in subject
