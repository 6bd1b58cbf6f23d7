"""The model of the links (PROTOCOL.md, sections 6, 7, 13), through the real ledger: each course of requests, cut into
emails in every way, its emails taken in either order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations, pairwise, product

import pytest

from pbem import games
from pbem.gm.game import Game
from pbem.protocol.bodies import Answer, said_in
from pbem.protocol.entry import Entry

from . import courses
from .courses import KINDS, SIDES, Course, Courses
from .people import GM, NONCE, Post, joined

LENGTH = 5
Dice = tuple[int, ...]
Run = tuple[int, int]
"""The first request and the one behind the last of requests in a row that ask one side alone."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "courses", f"{courses.__name__}:INSTALLED")


def started(course: Course, monkeypatch: pytest.MonkeyPatch) -> Post:
    monkeypatch.setattr(courses, "INSTALLED", Courses(course))
    return joined(Post(Game.new(GM, "courses", "course", {}, nonce=NONCE).dumps())).ready()


def runs(course: Course) -> Iterator[Run]:
    first = 0
    for place in range(1, len(course) + 1):
        if (
            place == len(course)
            or len(KINDS[course[first]][0]) > 1
            or KINDS[course[place]][0] != KINDS[course[first]][0]
        ):
            yield first, place
            first = place


def played(
    course: Course, cuts: frozenset[int], later_first: bool, monkeypatch: pytest.MonkeyPatch
) -> tuple[Entry, ...]:
    """The log of a course whose orders are cut behind these requests."""
    post = started(course, monkeypatch)
    for first, end in runs(course):
        who = KINDS[course[first]][0]
        if len(who) > 1:
            mails = [post.sent(side, "go") for side in who]
            for mail in reversed(mails) if later_first else mails:
                assert post.take({"mail": mail})[0].error is None
            continue
        edges = [first, *sorted(cut for cut in cuts if first < cut < end), end]
        for start, stop in pairwise(edges):
            mail = post.sent(who[0], *["go"] * (stop - start))
            assert post.take({"mail": mail})[0].error is None
    assert post.look().result is not None
    return post.look().save.entries


def dice(entries: tuple[Entry, ...]) -> Dice:
    return tuple(roll.value for entry in entries for roll in entry.body.record.rolls)


def inner(course: Course) -> list[int]:
    """Where an order can be cut."""
    return [cut for first, end in runs(course) for cut in range(first + 1, end)]


def spent(course: Course, cuts: frozenset[int]) -> frozenset[int]:
    """The cuts behind which a new link is asked for: a die has fallen under the one before."""
    kept = set()
    for first, end in runs(course):
        rolled = False
        for place in range(first, end):
            rolled = rolled or KINDS[course[place]][1]
            if place + 1 in cuts and rolled:
                kept.add(place + 1)
                rolled = False
    return frozenset(kept)


def check(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    places = inner(course)
    every = chain.from_iterable(combinations(places, n) for n in range(len(places) + 1))
    found: dict[frozenset[int], set[Dice]] = {}
    both = any(len(KINDS[kind][0]) > 1 for kind in course)
    for some in every:
        cuts = frozenset(some)
        for later_first in (False, True) if both else (False,):
            entries = played(course, cuts, later_first, monkeypatch)
            found.setdefault(spent(course, cuts), set()).add(dice(entries))
            for entry in entries:
                record = entry.body.record
                assert bool(record.rolls) == bool(record.link), "the GM's link comes with its die"
            check_links(entries)
    assert all(len(dice) == 1 for dice in found.values()), (course, found)


def check_links(entries: tuple[Entry, ...]) -> None:
    """Nobody answers under a link that was out before another side's answer."""
    answers = [
        mail.body
        for entry in entries
        for mail in said_in(entry.body.step)
        if isinstance(mail.body, Answer)
    ]
    for place, (before, answer) in enumerate(pairwise(answers), 1):
        if before.author != answer.author:
            assert answer.link not in {earlier.link for earlier in answers[:place]}


@pytest.mark.parametrize(
    "course", [(0, 0, 1), (1, 0, 1), (4, 0, 5), (5, 2, 3), (0, 3, 0)], ids=repr
)
def test_neither_the_order_of_emails_nor_a_cut_without_a_die_changes_a_die(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(course, monkeypatch)


def test_a_cut_behind_a_die_gives_the_later_dice_another_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else whoever has seen the first would know the second before its order is written."""
    links = [
        [e.body.record.link for e in played((1, 1), cuts, False, monkeypatch) if e.body.record.link]
        for cuts in (frozenset[int](), frozenset({1}))
    ]
    assert [len(row) for row in links] == [1, 2]


@pytest.mark.slow
def test_of_all_courses_of_five_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """7,776 of them: each is as likely to be among those of a run, and every run takes the same ones.

    All the others are the soak's part (`tests/soak/courses.py`).
    """
    every = list(product(range(len(KINDS)), repeat=LENGTH))
    for course in random.Random(0).sample(every, 10):
        check(course, monkeypatch)


def test_there_are_courses_of_every_kind() -> None:
    assert {who for who, _ in KINDS} == {("york",), ("lancaster",), SIDES}
    assert spent((0, 0, 1, 1), frozenset({1, 2, 3})) == frozenset({3})
    assert inner((0, 0, 4, 2, 2)) == [1, 4]
