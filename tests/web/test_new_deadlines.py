"""Deadlines on the GM's page: less time needs the players' consents, and whoever is late comes first."""

from __future__ import annotations

import os
import re
from html import escape
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import NotOnThisPage
from pbem.gm.game import Game
from pbem.home import computer
from pbem.ledger.cases import time
from pbem.protocol.steps import Terms
from pbem.round import pile
from pbem.web.chair import rulings
from pbem.web.chair.chair import GmDesk
from pbem.web.chair.parts import gm_desk
from tests.cli.console import Console
from tests.moderator.people import GM, NONCE, Post, joined, seated
from tests.says import worded

DAY = time.day("2026-11-23")
WORDS = {"kind": "terms", "deadline": "7 days", "grace": "2 days", "reason": ""}


def preview(page: GmDesk, **more: str) -> None:
    page.act("look", {**WORDS, **more})


def test_deadlines_to_which_all_have_agreed_are_signed_on_the_page(tmp_path: Path) -> None:
    home = str(tmp_path / "people" / "gm")
    with mock.patch.dict(os.environ, {computer.NOW: str(DAY), computer.FOLDER: home}):
        post = seated()
        terms = time.terms(7 * 24, 2 * 24, "gm", 0)
        emails = {
            side: post.look(side).consent_to_terms(terms).to_text()
            for side in ("york", "lancaster")
        }
        other = time.terms(3 * 24, 2 * 24, "gm", 0)
        emails["york-other"] = post.look("york").consent_to_terms(other).to_text()
        with mock.patch.dict(os.environ, {computer.NOW: str(DAY + 60)}):
            emails["york-again"] = post.look("york").consent_to_terms(terms).to_text()
        page = gm_desk(Console(tmp_path, post.save).save, GM)
        with pytest.raises(NotOnThisPage, match=worded("web.chair.rulings.CONSENT_FIRST")):
            preview(page)
        for side, text in emails.items():
            page.drop(f"{side}.txt", text.encode())
        page.act("take", {"pile": page.pile.named()})
        waiting = {"lancaster.txt", "york-other.txt", "york-again.txt"}
        assert page.consents().keys() == waiting, "what york repeats counts once"
        assert 'data-name="york-other.txt"' in page.act("all", {}).parts["calls"]
        page.act("leave", {"name": "york-other.txt"})
        calls = page.act("all", {}).parts["calls"]
        assert "York and Lancaster agree" in calls
        assert " to new terms</h2>" in calls
        with pytest.raises(NotOnThisPage, match="reason empty"):
            preview(page, reason="We are slow.")
        preview(page)
        page.act("sign", {"token": list(page.previews)[-1]})
        assert page.game.ledger.cases.clock.pace.hours == 7 * 24
        assert not page.claims, "what is logged no longer waits, nor does its repeat"
        assert not page.taken, "and is no longer listed as undecided"
        assert not pile.kept_mails(page.game.ledger.game)


def test_whoever_is_late_stands_first_with_a_reminder(tmp_path: Path) -> None:
    day = {computer.FOLDER: str(tmp_path / "people" / "gm")}
    with mock.patch.dict(os.environ, {**day, computer.NOW: str(DAY)}):
        made = Game.new(GM, "plantagenet", "Ib", {}, None, NONCE, terms=Terms(pace=168, grace=24))
        post = joined(Post(made.dumps())).ready()
        game = post.look("gm")
        game.tick(DAY)
        page = gm_desk(Console(tmp_path, game.dumps()).save, GM)
        assert "reminder" not in page.act("all", {}).parts["calls"]
    for days, ending in ((7.5, False), (8.5, True)):
        now = str(int(DAY + days * time.DAY))
        with mock.patch.dict(os.environ, {**day, computer.NOW: now}):
            calls = page.act("all", {}).parts["calls"]
            email = page.download(page.reminders()[0].file).content.decode()
        assert f"Subject: {game.id}" in email
        assert "X-Unsent: 1" in email
        assert re.search(r"Subject: .*\n\n", calls)
        assert escape(game.requests[0].question) in " ".join(calls.split())
        assert ('value="timeout"' in calls) is ending


def test_all_entries_of_a_pile_are_shown_and_the_end_comes_first(tmp_path: Path) -> None:
    day = {computer.FOLDER: str(tmp_path / "people" / "gm"), computer.NOW: str(DAY)}
    with mock.patch.dict(os.environ, day):
        post = seated()
        gm = post.look("gm")
        gm.rule("result", "Time is up.", side="york")
        post.save = gm.dumps()
        page = gm_desk(Console(tmp_path, post.save).save, GM)
        assert "publish" not in page.act("all", {}).parts["calls"]
        for side in ("york", "lancaster"):
            email = post.look(side).say("over", gm.ledger.cases.result)
            page.drop(f"{side}.txt", email.to_text().encode())
        parts = page.act("take", {"pile": page.pile.named()}).parts
        published = page.act("publish", {}).parts["calls"]
    assert "?file=" in published
    assert "publish" not in published
    assert "have won: Time is up." in parts["waits"]
    assert 'data-verb="publish"' in parts["calls"]
    assert all(f"{side} signs" in parts["news"] for side in ("York", "Lancaster"))


@pytest.mark.parametrize(
    ("typed", "hours"), [("7 days", 168), ("1 day", 24), ("36 hours", 36), ("2w", 336), ("7d", 168)]
)
def test_a_deadline_is_written_as_people_say_it(typed: str, hours: int) -> None:
    assert rulings.span(typed) == hours


@pytest.mark.parametrize("typed", ["soon", "7", "7 dayss", "days"])
def test_what_is_no_length_of_time_is_refused(typed: str) -> None:
    with pytest.raises(NotOnThisPage, match=worded("ledger.cases.time.hours_of")):
        rulings.span(typed)
