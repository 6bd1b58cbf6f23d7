"""What somebody tired does wrong, and the sentence that gets him on: what it is, and what to do instead."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.cli.console import Console
from tests.cli.refusals.cases import asked
from tests.moderator.people import ANN, BOB, GM, Post, seated
from tests.says import says, sentence


@pytest.fixture(scope="module")
def table() -> Post:
    return asked()


@pytest.fixture
def console(tmp_path: Path, table: Post) -> Console:
    return Console(tmp_path, table.save)


NOT_SEALED = sentence("protocol.armour.UNSEALED")


def blank(console: Console) -> str:
    """An orders file of the side that is asked."""
    who = "ann" if "york" in asked().asked() else "bob"
    assert console.type(who, "orders", "game.toml", "--blank", "-o", "my.toml").code == 0
    return (console.folder / "my.toml").read_text("utf-8")


@pytest.mark.parametrize("how", ["bare", "attached"])
def test_an_orders_file_was_mailed_as_it_is(console: Console, how: str) -> None:
    text: str | bytes = blank(console)
    if how == "attached":
        mail = EmailMessage()
        mail["From"], mail["Subject"] = "ann@example.org", "my orders"
        mail.set_content("Here they are.")
        mail.add_attachment(str(text).encode(), "application", "octet-stream", filename="my.toml")
        text = mail.as_bytes()
    before = console.save.read_bytes()
    done = console.type("gm", "apply", "game.toml", console.mail(text))
    assert done.code == 2
    assert f"refused. This is {NOT_SEALED}" in done.said
    assert console.save.read_bytes() == before


def test_a_file_is_called_what_it_is_where_a_save_is_wanted(console: Console) -> None:
    blank(console)
    console.type("ann", "report", "game.toml", "-o", "report.txt")
    console.file("ann.card", ANN.card())
    for name, what in (("my.toml", NOT_SEALED), ("report.txt", "it is a report"),
                       ("ann.card", ("it is " + sentence("protocol.armour.CALLED", word="public")))):  # fmt: skip
        done = console.type("ann", "show", name)
        assert (done.code, what in done.said) == (2, True), done.said


def test_an_orders_file_of_the_other_side(console: Console) -> None:
    blank(console)
    who, side, other = (
        ("bob", "lancaster", "york") if "york" in asked().asked() else ("ann", "york", "lancaster")
    )
    done = console.type(who, "orders", "game.toml", "my.toml")
    assert done.code == 2
    assert says(done.said, "errors.WrongSide", other, side)


def test_the_gm_wants_to_order(console: Console) -> None:
    done = console.type("gm", "orders", "game.toml")
    assert done.code == 2
    assert says(done.said, "proof.seatless.no_seat", word="applies")
    assert f"({GM.name}," in done.said
    assert says(done.said, "errors.NotInThisGame")


def test_a_mail_is_given_twice(console: Console, table: Post) -> None:
    (side,) = table.asked()
    line = table.look(side).legal()[0].line
    mail = console.mail(table.sent(side, line))
    assert console.type("gm", "apply", "game.toml", mail).code == 0
    again = console.type("gm", "apply", "game.toml", mail)
    assert (again.code, says(again.out, "cli.receipts.tell", word="taken")) == (0, True)


def test_one_card_for_both_seats(console: Console) -> None:
    for name, who in (("ann.card", ANN), ("bob.card", BOB)):
        console.file(name, who.card())
    new = ("new", "plantagenet", "towton", "-o", "new.toml", "--york", "ann.card", "--lancaster")
    done = console.type("gm", *new, "ann.card")
    assert (done.code, says(done.said, "cli.new.invitations", word="seats")) == (2, True)
    assert console.type("gm", *new, "bob.card").code == 0


@pytest.mark.parametrize(
    ("typed", "meant"), [("oders", "orders"), ("re", "resign or report"), ("qqqq", "--help lists")]
)
def test_a_command_is_mistyped(console: Console, typed: str, meant: str) -> None:
    done = console.type("ann", typed, "game.toml")
    assert done.code == 2
    assert says(done.said, "cli.Verbs.resolve_command", typed, word="command")
    assert meant in done.said


def test_an_older_save_says_what_to_do(console: Console) -> None:
    console.type("ann", "show", "game.toml")
    console.file("old.toml", seated().save)
    done = console.type("ann", "show", "old.toml")
    assert done.code == 2
    assert says(done.said, "errors.ShorterHistory")
