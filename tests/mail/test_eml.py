"""Finished mails: each is what its reader could make himself, so nobody gets another side's report.

Over all games: ours, those with hidden pieces, and one of somebody else's with three sides.
"""

from __future__ import annotations

import random
import re
import sys
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.games import find, installed_games
from pbem.gm.game import Game
from pbem.ledger.story import Story
from pbem.mail.addresses import AddressRow, Book
from pbem.mail.read import message
from pbem.mail.write import eml
from pbem.mail.write.outbox import parcel, parcels
from pbem.protocol.keys import Identity
from pbem.reports.context import Context, EntryStory, Passage
from pbem.reports.formats import text
from pbem.reports.report_parts import whole
from tests.contract.conftest import two_provinces_is_installed
from tests.contract.games import RULES
from tests.moderator.people import GM, any_line, asked_in, played
from tests.says import says, sentence
from tests.tiers import soaked

__all__ = ["two_provinces_is_installed"]

CASES: list[tuple[str, str, dict[str, str]]] = [
    (rules.name, next(iter(rules.scenarios())), {}) for rules in RULES
]
CASES += [("plantagenet", "Ib", {"hidden_mats": "yes"}), ("richard_iii", "kingmaker", {})]
SAVE = "game.toml"
DRAWN = 'class="chart"'
"""Where a page has the map itself, not a picture of it."""


class Table:
    """A game by mail with a player for each side, whatever the sides are called."""

    def __init__(self, rules: str, scenario: str, options: dict[str, str]) -> None:
        sides = find(rules).sides
        self.people = {
            side: Identity(bytes([40 + n]) * 32, side.title()) for n, side in enumerate(sides)
        }
        self.save = Game.new(GM, rules, scenario, {}, options, bytes(range(32))).dumps()
        self.random = random.Random(3)
        self.take({side: self.look(side).join(side).to_text() for side in sides})

    def look(self, who: str) -> Game:
        return Game.loads(self.save, {**self.people, "gm": GM}.get(who))

    def take(self, mails: dict[str, str | bytes]) -> tuple[Game, list[Story]]:
        """The GM's game after he has applied these mails, and what they brought."""
        game = self.look("gm")
        receipts = game.apply(mails)
        assert not [receipt.error for receipt in receipts if receipt.error]
        self.save = game.dumps()
        return game, [receipt.story for receipt in receipts if receipt.story]

    def turn(self) -> tuple[Game, list[Story]]:
        asked = {side: self.look(side) for side in asked_in(self.look(""))}
        mails = {s: g.orders([any_line(g, self.random)]).to_text() for s, g in asked.items()}
        return self.take(mails)

    @property
    def book(self) -> Book:
        book = Book().put("public", "list@club.example").put("gm", "gm@example.org")
        for side, who in self.people.items():
            book = book.put(side, f"{side}@example.org", who.public.fingerprint)
        return book


def opened(raw: bytes) -> EmailMessage:
    found = message_from_bytes(raw, policy=default)
    assert isinstance(found, EmailMessage)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "options"),
    soaked(CASES, [CASES[0], *CASES[4::2]]),
    ids=lambda one: str(one),
)
def test_a_mail_is_byte_for_byte_what_its_reader_would_make_himself(
    rules: str, scenario: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """His own client opens nothing of the other side's: so there is nothing of it in his mail."""
    monkeypatch.setitem(
        sys.modules, "resvg_py", None
    )  # the map is in the page: as much, and quicker
    table = Table(rules, scenario, options)
    for _ in range(4):
        if table.look("").result is not None:
            return
        game, stories = table.turn()
        first, last = stories[0].n, stories[-1].n
        readers = []
        for made in parcels(game, stories):
            own = table.look(made.reader)
            own_parcel = parcel(own, own.stories(first, last, made.reader), made.reader)
            mine = eml.mail_of(own, own_parcel, table.book, SAVE, table.save)
            assert eml.mail_of(game, made, table.book, SAVE, table.save) == mine
            at = "list@club.example" if made.reader == "public" else f"{made.reader}@example.org"
            assert opened(mine)["To"].addresses[0].addr_spec == at
            others = {row.address for row in table.book.rows.values()} - {at}
            assert not [other for other in others if other.encode() in mine]
            readers.append(made.reader)
        assert readers == [*game.ledger.sides, "public"]


def test_every_registered_game_is_tried() -> None:
    assert {rules for rules, _, _ in CASES} >= set(installed_games())


@pytest.fixture(scope="module")
def towton() -> Table:
    table = Table("plantagenet", "Ib", {})
    for _ in range(4):
        table.turn()
    return table


def letters(table: Table, book: Book | None = None) -> dict[str, EmailMessage]:
    game = table.look("gm")
    made = parcels(game, game.stories(len(game.save.entries) - 1, len(game.save.entries) - 1))
    book = table.book if book is None else book
    return {one.reader: opened(eml.mail_of(game, one, book, SAVE, table.save)) for one in made}


@pytest.mark.slow
def test_text_page_picture_save_and_orders_file_arrive_whole(towton: Table) -> None:
    pytest.importorskip("resvg_py")
    game = towton.look("gm")
    (asked, *_) = asked_in(game)
    mail = letters(towton)[asked]
    kinds = [part.get_content_type() for part in mail.walk()]
    assert kinds == [
        "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html",
        "image/png", "application/toml", "text/plain", "text/html",
    ]  # fmt: skip
    parts = [part for part in mail.walk() if not part.is_multipart()]
    said = parts[0].get_content()
    assert "WHAT HAPPENED" in said
    assert f"pbem orders {SAVE} {asked}-orders.toml" in " ".join(said.split())
    page = parts[1].get_content()
    assert f'src="cid:{parts[2]["Content-ID"].strip("<>")}"' in page
    assert DRAWN not in page
    assert parts[2].get_content().startswith(b"\x89PNG")
    assert (parts[3].get_filename(), parts[3].get_content()) == (SAVE, towton.save)
    assert 'answers = "' in parts[4].get_content()
    assert parts[5].get_filename() == f"{asked}-report.html"
    attached = parts[5].get_content()
    assert ("<script" in page, "<script" in attached) == (False, True)
    assert DRAWN in attached or 'id="packed"' in attached
    assert f"{asked}-report.html" in said


@pytest.mark.slow
def test_without_the_renderer_the_map_is_drawn_in_the_page(
    towton: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    for mail in letters(towton).values():
        assert "image/png" not in [part.get_content_type() for part in mail.walk()]
        page, *attached = [
            p.get_content() for p in mail.walk() if p.get_content_type() == "text/html"
        ]
        assert DRAWN in page
        assert all(DRAWN in one or 'id="packed"' in one for one in attached)
        assert "cid:" not in page


@pytest.mark.slow
def test_a_person_sends_it_and_no_machine(towton: Table) -> None:
    """RFC 3834, 5 marks what a machine sends; Date, From and Message-ID are the mail program's."""
    for mail in letters(towton).values():
        assert set(mail.keys()) <= {
            "To", "Subject", "In-Reply-To", "References", "X-Unsent", "MIME-Version", "Content-Type",
        }  # fmt: skip
        assert mail["X-Unsent"] == "1"


@pytest.mark.slow
def test_an_address_that_is_not_sure_gets_nothing(towton: Table) -> None:
    from pbem.mail.read.header import Sender

    keys = {side: who.public.fingerprint for side, who in towton.people.items()}
    came = Book().heard("york", Sender("eve@example.org", "<1@e>"), keys["york"])
    assert letters(towton, came)["york"]["To"] is None
    of_another = Book().put("york", "ann@example.org", keys["lancaster"])
    assert letters(towton, of_another)["york"]["To"] is None
    sure = letters(towton, came.confirm("york"))["york"]
    assert sure["To"].addresses[0].addr_spec == "eve@example.org"
    assert (sure["In-Reply-To"], sure["References"]) == ("<1@e>", "<1@e>")


@pytest.mark.slow
def test_the_subject_says_whose_word_is_wanted(towton: Table) -> None:
    game = towton.look("gm")
    for reader, mail in letters(towton).items():
        assert mail["Subject"].startswith(f"{game.id}: ")
        owes = reader in game.ledger.owes_ready()
        asks = (
            sentence("mail.write.eml.READY_PLEASE")
            if owes
            else sentence("mail.write.eml.mail_of", word="orders")
        )
        assert (asks in mail["Subject"]) == (reader in asked_in(game))


@pytest.mark.slow
def test_a_subject_stands_on_one_line_and_no_line_is_too_long(towton: Table) -> None:
    game = towton.look("gm")
    for made in parcels(game, game.stories(len(game.save.entries) - 1)):
        raw = eml.mail_of(game, made, towton.book, SAVE, towton.save)
        (subject,) = re.findall(rb"^Subject: [^\r\n]+\r\n(?! )", raw, re.MULTILINE)
        assert game.id.encode() in subject
        assert max(map(len, raw.split(b"\r\n"))) <= 998
        assert b"\n" not in raw.replace(b"\r\n", b"")


def test_pbem_reads_its_own_mails_back(towton: Table) -> None:
    (asked, *_) = asked_in(towton.look(""))
    game = towton.look(asked)
    block = game.orders([any_line(game, towton.random)]).to_text()
    mail = eml.finished(eml.email_to(None, "Griffith", "york 07"), f"Grüße\n\n{block}")
    assert block.strip() in message.text_of(mail)


@pytest.mark.slow
def test_the_text_is_the_report_and_how_to_go_on(towton: Table) -> None:
    game = towton.look("gm")
    last = len(game.save.entries) - 1
    for made in parcels(game, game.stories(last, last)):
        mail = opened(eml.mail_of(game, made, towton.book, SAVE, towton.save))
        (said, *_) = [p.get_content() for p in mail.walk() if p.get_content_type() == "text/plain"]
        said, report = said.replace("\r\n", "\n"), text.text(whole(made.report)).rstrip("\n")
        count = sum(len(one.options) for one in made.report.mine)
        if made.orders and count > eml.FEW:
            assert says(
                " ".join(said.split()),
                "mail.write.eml.LISTED",
                count,
                f"{made.reader}-orders.toml",
            )
            report, _, _ = report.partition(f"\n{made.report.asked_title.upper()}\n")
        assert said.startswith(report)


@pytest.mark.slow
def test_written_mails_are_for_their_owners_eyes(towton: Table, tmp_path: Path) -> None:
    game = towton.look("gm")
    last = len(game.save.entries) - 1
    (tmp_path / SAVE).write_bytes(towton.save)
    made = parcels(game, game.stories(last, last))
    for path in eml.write_mails(game, tmp_path / "out", made, towton.book, tmp_path / SAVE):
        secret = not path.name.endswith("public.eml")
        assert bool(path.stat().st_mode & 0o044) != secret


def test_a_ruling_is_reported_to_who_owes_only_ready() -> None:
    """His choices are shown, and none of them can be tried before he has said it."""
    game = played(8).look("gm")
    story = game.rule("patch", "A slip.", 0, "", ["set lords.march.coin 5"])
    assert game.ledger.owes_ready()
    assert {one.reader for one in parcels(game, [story])} == {"york", "lancaster", "public"}


def test_only_a_flood_of_messages_is_cut() -> None:
    game = played(8).look("gm")
    report = parcel(game, game.stories(8), "york").report

    def with_messages(count: int) -> Context:
        says = tuple(Passage("", "x" * 1990) for _ in range(count))
        return replace(report, entries=(EntryStory(8, "york", "say", says),))

    assert eml.cut(with_messages(10), SAVE) == with_messages(10)
    for count, left in ((20, 1000), (50, 400)):
        (entry,) = eml.cut(with_messages(count), SAVE).entries
        assert {passage.text[: left + 1] for passage in entry.passages} == {"x" * left + " "}
        assert all(f"{SAVE} --entry 8" in passage.text for passage in entry.passages)


@pytest.mark.slow
def test_a_talkative_table_fills_no_mailbox() -> None:
    """Between two questions there is room for 200 kB of words, which stand in an email three times."""
    pytest.importorskip("resvg_py")
    table = Table("plantagenet", "Ib", {})
    (asked, *_) = asked_in(table.look(""))
    first = len(table.look("").save.entries)
    for n in range(25):
        table.take({"say": table.look(asked).say("say", 0, f"{n} " + "日本" * 990).to_text()})
    game = table.look("gm")
    parcels_made = parcels(game, game.stories(first, len(game.save.entries) - 1))
    sizes = {}
    for one in parcels_made:
        mail = eml.mail_of(game, one, table.book, SAVE, table.save)
        files = [part for part in opened(mail).walk() if part.get_filename() == SAVE]
        sizes[one.reader] = len(mail) - sum(len(part.as_bytes()) for part in files)
        assert f"--entry {first}" in opened(mail).get_body(("plain",)).get_content()
    assert max(sizes.values()) < 250_000, sizes


def test_a_program_stamps_an_email_and_leaves_its_body() -> None:
    row = AddressRow("ann@example.org", last="<1@example.org>")
    made = eml.finished(eml.email_to(row, "Änne", "A subject"), "Grüße\n\nX-Unsent: 1\n")
    mail = eml.stamped(
        made, "gm@example.com", "ann@example.org", "<x@example.com>", 0, "auto-generated"
    )
    read = message_from_bytes(mail, policy=default)
    assert (read["From"], read["Message-ID"]) == ("gm@example.com", "<x@example.com>")
    assert read["Date"].datetime.year == 1970
    assert read["Auto-Submitted"] == "auto-generated"
    assert (read["In-Reply-To"], read["X-Unsent"]) == ("<1@example.org>", None)
    assert read["To"].addresses[0].addr_spec == "ann@example.org"
    assert mail.partition(b"\r\n\r\n")[2] == made.partition(b"\r\n\r\n")[2]
    bare = eml.finished(eml.email_to(None, "", "A subject"), "Hello")
    mail = eml.stamped(bare, "gm@example.com", "bob@example.org", "<y@example.com>", 0, "")
    read = message_from_bytes(mail, policy=default)
    assert (read["To"], read["Auto-Submitted"]) == ("bob@example.org", None)
