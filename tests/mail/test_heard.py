"""`apply --format plain --outbox`: the mail itself is to be listened to, and so is its orders file."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.games import GAMES, find
from pbem.mail.read import orders_file
from pbem.mail.write import eml
from pbem.mail.write.outbox import parcels
from pbem.reports.formats import plain
from pbem.reports.report_parts import whole
from tests.heard import faults
from tests.moderator.people import asked_in
from tests.tiers import soaked

from .test_eml import SAVE, Table, opened


@pytest.fixture(
    scope="module",
    params=soaked([(rules,) for rules in GAMES], [("plantagenet",)]),
)
def table(request: pytest.FixtureRequest) -> Table:
    made = Table(request.param, next(iter(find(request.param).scenarios())), {})
    for _ in range(5):
        made.turn()
    return made


def letters(table: Table, *kinds: str) -> dict[str, EmailMessage]:
    game, last = table.look("gm"), len(table.look("gm").save.entries) - 1
    made = parcels(game, game.stories(last, last), "plain" in kinds)
    return {
        one.reader: opened(eml.mail_of(game, one, table.book, SAVE, table.save, kinds=kinds))
        for one in made
    }


def parts(mail: EmailMessage) -> list[tuple[str, str]]:
    """Type and text of each part that is not the save."""
    return [
        (part.get_content_type(), part.get_content().replace("\r\n", "\n"))
        for part in mail.walk()
        if part.get_content_maintype() == "text"
    ]


@pytest.mark.slow
def test_the_words_of_the_mail_are_the_spoken_report_and_no_page_hides_them(table: Table) -> None:
    game, last = table.look("gm"), len(table.look("gm").save.entries) - 1
    sent = letters(table, "plain")
    for made in parcels(game, game.stories(last, last)):
        (kind, said), *others = parts(sent[made.reader])
        assert kind == "text/plain"
        assert said.startswith(plain.text(whole(made.report)))
        assert faults(said) == []
        assert "text/html" not in [kind for kind, _ in others]


@pytest.mark.slow
def test_a_page_comes_beside_them_if_it_is_named_too(table: Table) -> None:
    for mail in letters(table, "plain", "html").values():
        (kind, said), (page, _), *_ = parts(mail)
        assert (kind, page) == ("text/plain", "text/html")
        assert faults(said) == []


@pytest.mark.slow
def test_the_orders_file_has_one_fact_a_line_and_parses(table: Table) -> None:
    game = table.look("gm")
    sent = letters(table, "plain")
    for side in asked_in(game):
        text = parts(sent[side])[-1][1]
        comments = [line[2:] for line in text.splitlines() if line.startswith("# ")]
        assert faults("\n".join(line for line in comments if " = " not in line)) == []
        assert orders_file.parse(text).answers == game.request(side).id
        rows = [line for line in comments if "; rule " in line]
        assert len(rows) == len(set(rows))
        assert len(rows) or game.request(side).stack is not None
