"""New deadlines on the GM's page: who takes time from the players needs their consents, and applies them there."""

from __future__ import annotations

import os
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import NotOnThisPage
from pbem.home import computer
from pbem.ledger.cases import time
from pbem.web.chair.chair import GmDesk
from pbem.web.chair.parts import gm_desk
from tests.cli.console import Console
from tests.moderator.people import GM, seated
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
        page = gm_desk(Console(tmp_path, post.save).save, GM)
        with pytest.raises(NotOnThisPage, match=worded("web.chair.rulings.CONSENT_FIRST")):
            preview(page)
        for side, text in emails.items():
            page.drop(f"{side}.txt", text.encode())
        page.act("take", {"pile": page.pile.named()})
        assert "York and Lancaster agree to new terms" in page.act("all", {}).parts["calls"]
        with pytest.raises(NotOnThisPage, match="reason empty"):
            preview(page, reason="We are slow.")
        preview(page)
        page.act("sign", {"token": list(page.previews)[-1]})
        assert page.game.ledger.cases.clock.pace.hours == 7 * 24
        assert not page.consents(), "what is logged no longer waits"
        assert not page.taken, "and is no longer listed as undecided"
