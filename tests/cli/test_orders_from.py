"""`pbem orders --from`: lines that somebody mailed to himself are told and gone on with, never sealed unseen."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pbem.drawing.ink import UNPRINTABLE
from tests.cli.console import Console, Done
from tests.mail.test_lines import block
from tests.moderator.people import Post, asked_in, seated
from tests.says import says, sentence


def asked(folder: Path) -> tuple[Console, Post, str, str]:
    """A console where a side Musters: the console, the game, the side and a line of its menu."""
    post = seated(seed=1)
    while not any(request.kind == "muster" for request in post.look().requests):
        post.turn()
    (side, *_) = asked_in(post.look())
    line = next(o.line for o in post.look(side).legal() if o.line.endswith(": troops"))
    return Console(folder, post.save), post, side, line


def mail(
    console: Console,
    post: Post,
    side: str,
    *items: tuple[str, str],
    other: dict[str, str] | None = None,
) -> str:
    """The path of a mail with these lines, addressed as they should be but for `other`."""
    game = post.look(side)
    head = {"game": game.id, "side": side, "answers": game.request().id} | (other or {})
    return console.mail(f"Subject: lines\n\nMy lines:\n\n{block((*head.items(), *items))}\n")


def who(side: str) -> str:
    return {"york": "ann", "lancaster": "bob"}[side]


def taken(console: Console, side: str, path: str, *options: str) -> Done:
    return console.type(who(side), "orders", "game.toml", "--from", path, *options)


def test_where_nobody_looks_the_lines_are_told_and_nothing_is_sealed(tmp_path: Path) -> None:
    console, post, side, line = asked(tmp_path)
    before = console.files()
    path = mail(console, post, side, ("order", line), ("on flee", "stand"))
    done = taken(console, side, path)
    assert done.code == 0, done.err
    assert line in done.said
    assert "on flee: stand" in done.said
    assert says(done.said, "cli.orders.UNSEEN")
    checked = taken(console, side, path, "--check")
    assert checked.code == 0
    assert says(checked.said, "cli.orders.LEGAL")
    files = console.files()
    files.pop("inbox/mail.txt")
    assert files == before


def test_at_a_terminal_one_goes_on_with_them(tmp_path: Path) -> None:
    console, post, side, line = asked(tmp_path)
    path = mail(console, post, side, ("order", line), ("order", line))
    other = next(o.line for o in post.look(side).legal() if o.line.endswith(": carts"))
    typed = ["undo", other, "send", "n", "send", "y"]
    with (
        mock.patch("pbem.cli.orders.at_terminal", return_value=True),
        mock.patch("pbem.cli.orders_guided.read_line", side_effect=lambda *asked: typed.pop(0)),
    ):
        done = taken(console, side, path, "-o", "sealed.txt")
    assert done.code == 0, done.err
    assert f"taken back: {line}" in done.out
    (receipt,) = post.take({"sealed": (tmp_path / "sealed.txt").read_text("utf-8")})
    assert receipt.error is None


@pytest.mark.parametrize(
    ("other", "word"),
    [
        ({"game": "bosworth-1485-00000000"}, "bosworth-1485-00000000"),
        ({"side": "nobody"}, sentence("errors.WrongSide", "nobody")),
        ({"answers": "levy-1"}, "They answer `levy-1`"),
    ],
)
def test_lines_for_another_game_side_or_question_are_refused(
    other: dict[str, str], word: str, tmp_path: Path
) -> None:
    console, post, side, line = asked(tmp_path)
    done = taken(console, side, mail(console, post, side, ("order", line), other=other))
    assert done.code == 2
    assert word in done.said


def test_what_is_illegal_or_no_policy_is_refused_with_the_line(tmp_path: Path) -> None:
    console, post, side, _ = asked(tmp_path)
    done = taken(console, side, mail(console, post, side, ("order", "march: fly moon")))
    assert done.code == 2
    assert "march: fly moon" in done.said
    done = taken(console, side, mail(console, post, side, ("on dinner", "beef")))
    assert done.code == 2
    assert "dinner" in done.said


def test_a_mail_without_lines_and_two_sources_at_once_are_refused(tmp_path: Path) -> None:
    console, post, side, line = asked(tmp_path)
    done = taken(console, side, console.mail("Subject: hello\n\nNo lines here.\n", "no.txt"))
    assert done.code == 2
    assert says(done.said, "mail.read.lines.NOTHING")
    path = mail(console, post, side, ("order", line))
    done = taken(console, side, path, "--line", line)
    assert done.code == 2
    assert says(done.said, "cli.orders.ONE_SOURCE")


def test_a_mail_cannot_speak_to_the_terminal(tmp_path: Path) -> None:
    """Escapes colour, clear and name a terminal; in a mail they are refused, in an orders file never shown."""
    console, post, side, line = asked(tmp_path)
    for other in ({"game": "x\x1b[2J\x07"}, {"answers": "muster\x9b2J-5"}, {}):
        path = mail(console, post, side, ("order", f"{line}\x1b]0;mine\x07"), other=other)
        done = taken(console, side, path)
        assert done.code == 2
        assert says(done.said, "mail.read.lines._orders", word="printed")
        assert not UNPRINTABLE.compiled.search(done.said)
    head = 'game = "x\\u001b[2J\\u0007"\nside = "york"\nanswers = "levy-1"\n'
    file = console.file("mine.toml", f"{head}orders = '''done'''\n")
    done = console.type(who(side), "orders", "game.toml", file)
    assert done.code == 2
    assert "[2J" in done.said
    assert not UNPRINTABLE.compiled.search(done.said)


def test_what_was_typed_wrong_is_told_without_control_characters(tmp_path: Path) -> None:
    done = Console(tmp_path).type("ann", "sh\x1b[2Jow\x07")
    assert done.code == 2
    assert says(done.said, "cli.Verbs.resolve_command", word="command")
    assert not UNPRINTABLE.compiled.search(done.said)
