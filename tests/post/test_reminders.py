"""Reminders go out once before and once behind a deadline, to who has to answer; the GM decides what follows."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.gm.game import Game
from pbem.ledger.cases import time
from pbem.post import reminders
from tests.moderator.people import GM, Post, agree, seated
from tests.post.office import NOON, Office, address
from tests.says import says, sentence

HOUR = 3600


def with_a_deadline(post: Post) -> Post:
    """Two days for each answer, from now on."""
    post = agree(post, NOON, 48)
    game = Game.loads(post.save, GM)
    game.rule("void", "Once more.", entry=game.ledger.n)
    game.tick(NOON)
    post.save = game.dumps()
    post.kept.clear()
    return post


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, with_a_deadline(seated().ready()))


def to_players(office: Office) -> list[EmailMessage]:
    """What the GM's post has sent, but for the digest to the GM."""
    return [mail for mail in office.sent("gm") if str(mail["To"]) != address("gm")]


def test_once_before_and_once_behind_to_who_has_to_answer(office: Office) -> None:
    game = office.post.look("gm")
    asked = [side for side in game.ledger.askings if time.deadline(game.ledger, side)]
    assert asked
    office.run("gm")
    assert office.sent("gm") == [], "there is time"
    office.now = NOON + 25 * HOUR
    for _ in range(2):
        assert office.run("gm") == []
        office.now += HOUR
    first = to_players(office)
    assert sorted(mail["To"] for mail in first) == sorted(map(address, asked))
    office.now = NOON + 49 * HOUR
    news = office.run("gm")
    assert len(to_players(office)) == 2 * len(asked)
    for side in asked:
        assert any(f"--timeout {side}" in words for words in news)
    office.now += 30 * HOUR
    assert office.run("gm") == []
    assert len(to_players(office)) == 2 * len(asked)
    for mail in to_players(office):
        assert mail["Auto-Submitted"] == "auto-generated"
        assert "your answer, please" in mail["Subject"]
        assert "pbem orders" in mail.get_content()


def test_an_answer_that_lies_in_the_mailbox_is_in_time(office: Office) -> None:
    (side, *_) = office.post.asked()
    line = "ready" if side in office.post.look().ledger.owes_ready() else None
    line = line or office.post.look(side).legal()[0].line
    office.put("gm", office.sealed(side, line))
    office.now = NOON + 49 * HOUR
    office.run("gm")
    reminded = [mail for mail in office.sent("gm") if "answer, please" in mail["Subject"]]
    assert address(side) not in [
        mail["To"].addresses[0].addr_spec for mail in reminded if mail["To"]
    ]


def test_a_player_reminds_nobody(office: Office) -> None:
    office.now = NOON + 49 * HOUR
    office.run("york")
    assert office.sent("york") == []


@pytest.mark.parametrize("sender", ["a player", "a stranger"])
def test_only_whose_emails_are_left_for_later_is_not_reminded(office: Office, sender: str) -> None:
    (side, *_) = office.post.asked()
    office.limits = type(office.limits)(sender_hour=0)
    office.put("gm", office.email(address(side if sender == "a player" else "eve"), "Hello"))
    office.now = NOON + 49 * HOUR
    news = " ".join(office.run("gm"))
    assert f"--timeout {side}" in news, "the GM hears of it all the same"
    assert (says(news, "post.reminders.WAITING")) == (sender == "a player")
    reminded = [mail["To"].addresses[0].addr_spec for mail in to_players(office)]
    assert (address(side) in reminded) == (sender == "a stranger")


def test_the_weight_of_a_decision_is_named() -> None:
    post = seated()
    while not any(request.stack for request in post.look().requests):
        post.turn()
    (side, *_) = (request.side for request in post.look().requests if request.stack)
    assert reminders.weight(post.look(side), side).startswith(
        sentence("post.reminders.weight", "plan", word="wanted: a")
    )
    owing = seated()
    (side, *_) = owing.look().ledger.owes_ready()
    assert "nothing to decide" in reminders.weight(owing.look(side), side)
