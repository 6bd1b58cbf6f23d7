"""A duel on the desk: orders are signed, the file to send is offered, and what the opponent sends is dropped."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import NotOnThisPage, PbemError
from pbem.home import computer
from pbem.protocol.bodies import DuelNo
from pbem.web.seat.desk import Seated
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Page
from pbem.web.server.pages import page_of_game
from tests.duel.people import FOUNDED, Person, seated
from tests.says import says, worded


@contextmanager
def sitting(person: Person) -> Iterator[Page]:
    """Somebody's page, in their own home."""
    home = str(person.folder / "people" / person.who)
    with mock.patch.dict(os.environ, {computer.FOLDER: home}):
        jobs = Jobs()
        page = page_of_game(person.file, person.identity, jobs)
        assert isinstance(page, Seated)
        page.whole()
        yield page
        jobs.close()


@pytest.fixture
def people(tmp_path: Path) -> tuple[Person, Person]:
    """Who is asked, and the other."""
    ann, bob = seated(tmp_path)
    return (ann, bob) if ann.line() else (bob, ann)


def test_orders_are_signed_sent_and_dropped(people: tuple[Person, Person]) -> None:
    one, other = people
    line = one.line()
    with sitting(one) as page:
        page.act("looked", {})
        page.act("take", {"line": line})
        assert "In a duel they are final" in page.act("seal", {}).parts["sheet"]
        answer = page.act("sealed", {})
        assert "To <strong>Robert</strong>" in answer.parts["sheet"]
        assert one.duel.order is not None
        found = re.search(r'href="\?file=([^"]+)\.eml"', answer.parts["sheet"])
        assert found
        email = page.download(f"{found[1]}.eml")
        file = page.download(f"{found[1]}.toml")
        assert file.content == one.file.read_bytes()
        assert "Your orders wait for Robert" in page.whole()
        with pytest.raises(PbemError, match="final"):
            page.act("anew", {})
    with sitting(other) as page:
        page.drop("mail.eml", email.content)
        assert len(other.duel.entries) == len(one.duel.entries) + 1
        page.drop("mail.eml", email.content)
        assert len(other.duel.entries) == len(one.duel.entries) + 1
        with pytest.raises(NotOnThisPage, match=worded("web.seat.duels.NO_GM")):
            page.act("say", {"kind": "say", "text": "Hello."})


def test_a_proposal_is_shown_and_answered_and_a_draw_is_no_yes_to_it(
    people: tuple[Person, Person],
) -> None:
    one, other = people
    one.done("rule", "game.toml", "--result", one.duel.side, "--reason", "It is late.")
    other.done("apply", "game.toml", other.gets(one.file))
    with sitting(other) as page:
        with pytest.raises(PbemError, match="something else"):
            page.act("say", {"kind": "draw"})
        assert "It is late." in page.act("speak", {}).parts["drawer"]
        page.act("say", {"kind": "agree", "no": "yes"})
        assert isinstance(other.duel.order and other.duel.order.body, DuelNo)


def test_new_secret_numbers_that_somebody_asks_for_are_not_called_nothing_new(
    people: tuple[Person, Person],
) -> None:
    one, other = people
    other.done("adopt", "game.toml", "--yes")
    with sitting(one) as page:
        answer = page.drop("mail.toml", other.file.read_bytes())
        assert says(answer.said, "duel.refusals.NewChains", word="record")
        assert says(answer.said, "web.seat.duels.AGREE")
    assert one.line()


def test_a_robot_answers_at_once(tmp_path: Path) -> None:
    ann = Person(tmp_path / "ann", "ann")
    ann.done(*FOUNDED, "--lancaster", "robot")
    count = len(ann.duel.entries)
    with sitting(ann) as page:
        page.act("looked", {})
        page.act("take", {"line": ann.line()})
        page.act("seal", {})
        assert len(ann.duel.entries) >= count + 2
        assert ann.line()
        page.whole()
