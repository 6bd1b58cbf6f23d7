"""PROTOCOL.md, rule 4: a refusal is signed, its author's client checks it; and what burnt orders would have rolled."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import GameBusy
from pbem.gm.game import Game
from pbem.home import computer
from pbem.home import sent as home_sent
from pbem.mail.read import message
from pbem.protocol import bodies, envelope, lock
from pbem.protocol.bodies import Order
from tests.moderator.people import GM, Post, seated
from tests.moderator.writer import lenient, opened
from tests.says import says, sentence

from .console import Console

SAVE = "game.toml"


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, seated().ready().save)


def post_of(console: Console) -> Post:
    return Post(console.save.read_bytes())


def sent(console: Console, out: str = "mail.txt") -> bodies.Envelope:
    """Anne's order as her client wrote and kept it."""
    line = post_of(console).look("york").legal()[0].line
    done = console.type("ann", "orders", SAVE, "--line", line, "-o", out)
    assert done.code == 0, done.err
    return envelope.from_text(message.read(console.folder / out), "ORDER")


def refusals(console: Console) -> list[Path]:
    return sorted((console.folder / "reports").glob("*-refused-*.txt"))


def refused(console: Console, order: bodies.Envelope, why: str, words: str) -> str:
    """A refusal as a GM may write it."""
    body = bodies.Refusal(
        v=bodies.VERSION,
        game=order.body.game,
        order=envelope.digest(order),
        head=Game.loads(console.save.read_bytes()).head,
        why=why,
        words=words,
    )
    return console.file("refusal.txt", envelope.to_text(envelope.sign_refusal(GM, body)))


def test_a_refused_order_comes_back_with_a_signed_refusal(console: Console) -> None:
    bad = console.mail(lenient(post_of(console), "york", "fly to the moon"), "bad.txt")
    assert console.type("gm", "apply", SAVE, bad).code == 2
    (path,) = refusals(console)
    signed = envelope.read_refusal(message.read(path))
    envelope.verify(signed, GM.public)
    assert signed.body.order == envelope.digest(
        opened((console.folder / "inbox/bad.txt").read_text())
    )
    assert "fly to the moon" in signed.body.words


@pytest.mark.slow
def test_a_right_refusal_is_called_right(console: Console) -> None:
    """Written for a question that a ruling has put again since."""
    sent(console)
    words = ("--patch", "set lord warwick coin 3", "--reason", "Paid twice.")
    assert console.type("gm", "rule", SAVE, *words).code == 0
    post = post_of(console)
    for side in post.look().ledger.owes_ready():
        who = {"york": "ann", "lancaster": "bob"}[side]
        assert console.type(who, "orders", SAVE, "--line", "ready", "-o", f"{who}.txt").code == 0
        assert console.type("gm", "apply", SAVE, f"{who}.txt").code == 0
    assert console.type("gm", "apply", SAVE, "mail.txt").code == 2
    (path,) = refusals(console)
    done = console.type("ann", "verify", SAVE, "--refusal", str(path))
    assert done.code == 0, done
    assert says(done.out, "cli.verify_refusal.check_refusal")


def test_an_unjust_refusal_is_caught_by_its_author(console: Console) -> None:
    """The GM dislikes the dice of a legal order, and calls it illegal."""
    path = refused(console, sent(console), "IllegalOrder", "That is not possible.")
    done = console.type("ann", "verify", SAVE, "--refusal", path)
    assert done.code == 2
    assert says(done.out, "cli.verify_refusal.ADVICE")


def test_who_did_not_write_it_cannot_judge_it(console: Console) -> None:
    path = refused(console, sent(console), "IllegalOrder", "That is not possible.")
    for who in ("bob", "eve"):
        assert console.type(who, "verify", SAVE, "--refusal", path).code == 2


def test_what_was_sent_is_kept_for_its_owner_alone(console: Console) -> None:
    order = sent(console)
    folder = console.folder / "people" / "ann" / "pins" / "sent" / order.body.game
    (path,) = folder.iterdir()
    assert path.stat().st_mode & 0o77 == 0
    assert envelope.from_text(path.read_bytes(), "ORDER") == order


def test_of_orders_kept_here_only_those_that_no_entry_holds_are_read(console: Console) -> None:
    """A player who verifies a long game has a file for each of his orders."""
    sent(console)
    assert console.type("ann", "verify", SAVE).code == 0
    assert console.type("gm", "apply", SAVE, "mail.txt").code == 0
    with mock.patch("pbem.home.sent.envelope.from_text", side_effect=AssertionError):
        assert console.type("ann", "verify", SAVE).code == 0


def test_a_burnt_order_is_remembered(console: Console) -> None:
    """The GM lost the mail, and ruled: what it would have rolled is told."""
    order = sent(console)
    assert isinstance(order.body, Order)
    words = ("--patch", "set lord warwick coin 3", "--reason", "Paid twice.")
    assert console.type("gm", "rule", SAVE, *words).code == 0
    told = " ".join(console.type("ann", "verify", SAVE).out.split())
    burnt = sentence("home.verify_sentences.burnt_words", order.body.question, 1, word="order")
    assert burnt in told
    assert says(told, "home.verify_sentences.burnt_words", ..., ..., "nothing", word="It")
    post = post_of(console)
    post.ready()
    post.take({"next": post.sent("york", post.look("york").legal()[0].line)})
    console.save.write_bytes(post.save)
    told = " ".join(console.type("ann", "verify", SAVE).out.split())
    assert burnt in told
    assert says(told, "home.verify_sentences.burnt_words", ..., ..., "nothing", word="It")
    assert "never taken" not in console.type("bob", "verify", SAVE).out
    assert "never taken" not in console.type("ann", "verify", SAVE, "--public").out


def test_a_file_made_while_nothing_is_asked_says_so(console: Console) -> None:
    (side,) = post_of(console).look().ledger.turn_of()
    asked, other = ("ann", "bob") if side == "york" else ("bob", "ann")
    for who, asks in ((asked, False), (other, True)):
        done = console.type(who, "orders", SAVE, "--blank", "-o", f"{who}.toml")
        assert done.code == 0
        assert says(done.said, "cli.orders.command", word="nothing") is asks


def test_a_revision_after_the_order_was_applied_is_told_which_one_counts(console: Console) -> None:
    post = post_of(console)
    (side,) = post.look().ledger.turn_of()
    line = post.look(side).legal()[0].line
    first, second = post.sent(side, line), post.sent(side, line, revision=2)
    assert console.type("gm", "apply", SAVE, console.mail(first, "1.txt")).code == 0
    done = console.type("gm", "apply", SAVE, console.mail(second, "2.txt"))
    assert done.code == 2
    assert says(done.said, "ledger.orders.check_answer", 2, word="revision")


def test_two_programs_never_keep_two_orders_of_one_revision(console: Console) -> None:
    """The page and a command have both looked at what was sent; only one of them may sign the next."""
    seat = post_of(console).look("york")
    lines = [option.line for option in seat.legal()[:2]]
    first, second = (seat.orders([line]) for line in lines)
    home = console.folder / "people" / "ann"
    with computer.sitting_as(home):
        kept = home_sent.keep_youngest(seat, first)
        with pytest.raises(GameBusy):
            home_sent.keep_youngest(seat, second)
        assert list(home_sent.folder(seat).iterdir()) == [kept]
        after = home_sent.before(seat)
        again = seat.orders([lines[1]], after.revision + 1, head=after.head)
        home_sent.keep_youngest(seat, again)
        assert home_sent.before(seat).revision == 2


def test_an_order_waits_for_the_program_that_keeps_one(console: Console) -> None:
    seat = post_of(console).look("york")
    letter = seat.orders([seat.legal()[0].line])
    home = console.folder / "people" / "ann"
    with computer.sitting_as(home), mock.patch("pbem.home.sent.PATIENCE", 0):
        beside = home_sent.folder(seat).with_suffix(".lock")
        beside.parent.mkdir(parents=True)
        held = lock.hold(beside)
        with pytest.raises(GameBusy):
            home_sent.keep_youngest(seat, letter)
        lock.let_go(held)
        assert home_sent.keep_youngest(seat, letter).is_file()
