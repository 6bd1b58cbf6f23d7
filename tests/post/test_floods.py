"""Emails without number: they hold up nobody's answers and nobody's reminders, and a person hears of them once a day."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.home import computer
from pbem.mail import addresses
from pbem.post.config import Limits
from tests.moderator.people import seated
from tests.post.office import Office, address
from tests.post.test_attacks import EVE, damaged
from tests.post.test_once import late_orders


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def flood(office: Office, sender: str, count: int) -> None:
    bad = "-----BEGIN PBEM2 ORDER-----\n"
    for n in range(count):
        office.put("gm", office.email(sender, bad, id=f"f{n}") + f"{n}", f"0-{n:02}")


def test_an_answer_is_fetched_before_any_flood_in_its_players_name(office: Office) -> None:
    """More than are fetched in an hour; the player's post answers the GM's newest email."""
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    office.run("york")
    with computer.sitting_as(office.home("york")):
        newest = addresses.read(computer.addresses(office.genesis)).rows["gm"].last
    assert newest.endswith("@example.org>")
    office.post.take({"ready": office.post.sent("york", "ready")})
    office.limits = Limits(sender_hour=1)
    flood(office, address("york"), 15)
    line = office.post.look("york").legal()[0].line
    answer = office.sealed("york", line, id="2", more=f"In-Reply-To: {newest}\r\n")
    os.utime(office.put("gm", answer, "york"), (2e9, 2e9))
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert "york" not in office.left("gm")
    assert len(office.left("gm")) > 1, "the others wait"


def test_a_message_id_of_a_stranger_helps_nobody(office: Office) -> None:
    office.limits = Limits(strangers_day=2)
    for n in range(4):
        more = "In-Reply-To: <f0@example.org>\r\n"
        office.put("gm", office.email(EVE, f"{n}", id=f"f{n}", more=more), f"{n}")
    office.run("gm")
    assert office.states("gm") == {"none": 2}


def test_forged_emails_of_a_player_are_news_once_a_day(office: Office) -> None:
    flood(office, address("york"), 12)
    news = office.run("gm")
    assert sum("cannot be read" in words for words in news) == 1
    office.now += 86400
    office.put("gm", office.email(address("york"), damaged(office), id="g"), "g")
    office.put("gm", office.email(address("york"), damaged(office), id="h"), "h")
    assert sum("cannot be read" in words for words in office.run("gm")) == 1


def test_large_emails_of_strangers_are_news_once_a_day(office: Office) -> None:
    office.limits = Limits(size="1 kB")
    for n in range(5):
        office.put("gm", office.email(f"s{n}@example.com", "x" * 2000, id=str(n)), str(n))
    assert len(office.run("gm")) == 1


def test_what_is_over_a_limit_is_news_once_a_day(office: Office) -> None:
    office.limits = Limits(strangers_day=2)
    for n in range(5):
        office.put("gm", office.email(EVE, f"{n}", id=str(n)), str(n))
    (news,) = office.run("gm")
    assert "3 emails in" in news
    assert f"most of them from {EVE}" in news
    assert office.run("gm") == []


def test_copies_of_one_refused_order_do_not_silence_the_next_refusal(office: Office) -> None:
    first, *others = late_orders(office, 2)
    for n in range(5):
        office.put("gm", f"{first}\r\n{n}\r\n", f"copy-{n}")
        office.run("gm")
    office.put("gm", others[0], "own")
    office.run("gm")
    assert len(office.sent("gm")) == 2
