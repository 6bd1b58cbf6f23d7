"""`pbem say`, `pbem draw`, `pbem resign`: words of players, through the mail, into log and reports."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pbem.gm.game import Game
from pbem.protocol.bodies import MOST_TEXT
from tests.moderator.people import any_line, played
from tests.says import says, sentence, worded

from .console import Console, Done


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, played(6).save)


def mailed(console: Console, who: str, *words: str) -> Done:
    """A word, written and applied."""
    done = console.type(who, *words, "-o", "word.txt")
    assert done.code == 0, done.err
    return console.type("gm", "apply", "game.toml", "word.txt")


def here(console: Console) -> Game:
    return Game.loads(console.save.read_bytes())


def reports(console: Console) -> list[str]:
    last = len(here(console).save.entries) - 1
    texts = (console.folder / "reports").glob(f"*-{last:03}-*.txt")
    return [" ".join(path.read_text(encoding="utf-8").split()) for path in texts]


def test_a_word_stands_in_the_log_and_in_everybodys_report(console: Console) -> None:
    done = mailed(console, "ann", "say", "game.toml", "Well marched,\nBob <b>!")
    assert done.code == 0, done.err
    told = reports(console)
    assert len(told) == 3
    assert all("York says: Well marched, Bob <b>!" in text for text in told)
    pages = [p.read_text(encoding="utf-8") for p in (console.folder / "reports").glob("*.html")]
    assert all("Bob &lt;b&gt;!" in page and "Bob <b>" not in page for page in pages)
    assert console.type("bob", "verify", "game.toml").code == 0


def test_a_word_is_bounded_and_not_empty(console: Console) -> None:
    done = console.type("ann", "say", "game.toml", "x" * (MOST_TEXT + 1))
    assert done.code == 2
    assert f"at most {MOST_TEXT} characters" in done.said
    assert says(console.type("ann", "say", "game.toml", "  ").said, "ledger.cases.says._can_say")
    assert console.type("eve", "say", "game.toml", "Hello").code == 2
    assert not list(console.folder.glob("*-say-*"))


def test_words_of_one_evening_are_all_kept(console: Console) -> None:
    names = []
    words = ("Well marched!", "Well marched!\n\nI mean it.", "And now Wells.")
    for text in words:
        done = console.type("ann", "say", "game.toml", text)
        assert done.code == 0, done.err
        written = {path.name for path in console.folder.glob("*-say-*")} - {*names}
        assert len(written) == 1
        assert all(name in done.said for name in names), "every file that is still there is named"
        names += written
        assert names[-1] in done.said
    assert console.type("gm", "apply", "game.toml", *names).code == 0
    told = [" ".join(f"York says: {text}".split()) for text in words]
    assert all(any(one in text for one in told) for text in reports(console))
    bodies = [entry.body.step.order.body for entry in here(console).save.entries[-3:]]  # type: ignore[union-attr]
    assert {body.text for body in bodies} == {" ".join(text.split()) for text in words}


def test_the_same_words_again_are_one_email(console: Console) -> None:
    for _ in range(2):
        assert "earlier" not in console.type("ann", "say", "game.toml", "Well marched!").said
    assert len(list(console.folder.glob("*-say-*"))) == 1


def test_a_word_moves_nothing(console: Console) -> None:
    before = here(console)
    mailed(console, "ann", "say", "game.toml", "Good evening.")
    after = here(console)
    assert after.ledger.askings == before.ledger.askings
    assert after.view("public").position == before.view("public").position


def test_a_draw_is_offered_and_accepted(console: Console) -> None:
    assert mailed(console, "ann", "draw", "game.toml").code == 0
    entry = len(here(console).save.entries) - 1
    waits = sentence("ledger.cases.unsettled._draws", "York", entry, "Lancaster")
    assert all(waits in text for text in reports(console))
    told = console.type("bob", "draw", "game.toml", "-o", "look.txt").said
    assert says(told, "cli.draw.command", entry, word="offered")
    assert mailed(console, "bob", "draw", "game.toml").code == 0
    result = here(console).result
    assert result is not None
    assert result.reason == sentence("ledger.cases.says._offer_draw", word="sides")
    assert result.winners == ()
    assert "over, a draw: all sides agree" in " ".join(console.type("eve", "list", ".").out.split())
    assert console.type("eve", "verify", "game.toml").code == 0


@pytest.mark.slow
def test_nobody_accepts_what_only_they_offer(console: Console) -> None:
    mailed(console, "ann", "draw", "game.toml")
    again = console.type("ann", "draw", "game.toml", "-o", "again.txt").said
    assert says(again, "cli.draw.command", word="You offer")
    assert console.type("gm", "apply", "game.toml", "again.txt").code == 0
    assert here(console).result is None


@pytest.mark.slow
def test_an_offer_is_gone_when_the_game_goes_on(console: Console) -> None:
    mailed(console, "ann", "draw", "game.toml")
    post = played(6)
    post.save = console.save.read_bytes()
    side = post.asked()[0]
    who = {"york": "ann", "lancaster": "bob"}[side]
    before = here(console).ledger.askings
    while here(console).ledger.askings == before:
        line = any_line(post.look(side), post.random)
        assert mailed(console, who, "orders", "game.toml", "--line", line).code == 0
        post.save = console.save.read_bytes()
    assert says(console.type("bob", "draw", "game.toml").said, "cli.draw.command", word="You offer")


def test_an_offer_that_comes_with_an_order_is_told_to_be_gone(console: Console) -> None:
    post = played(6)
    side = post.asked()[0]
    who, other = {"york": ("ann", "bob"), "lancaster": ("bob", "ann")}[side]
    told = console.type(who, "draw", "game.toml", "-o", "draw.txt").said
    assert says(told, "web.seat.speaking.WAIT")
    assert "wait for" not in console.type(other, "draw", "game.toml", "-o", "other.txt").said
    line = any_line(post.look(side), post.random)
    assert console.type(who, "orders", "game.toml", "--line", line, "-o", "o.txt").code == 0
    offered = len(here(console).save.entries)
    assert console.type("gm", "apply", "game.toml", "o.txt", "draw.txt").code == 0
    gone = sentence("ledger.draft.Draft.lapse", offered, word="draw")
    assert all(gone in text for text in reports(console))
    assert console.type("eve", "verify", "game.toml").code == 0


def test_resigning_needs_a_yes(console: Console) -> None:
    done = console.type("ann", "resign", "game.toml", "-o", "word.txt")
    assert done.code == 2
    assert says(
        done.said,
        "cli.resign.command",
        worded("home.words.lost", ..., ..., "lancaster"),
        word="add",
    )
    assert not (console.folder / "word.txt").exists()
    with (
        mock.patch("pbem.cli.resign.at_terminal", return_value=True),
        mock.patch("click.confirm", return_value=False),
    ):
        assert console.type("ann", "resign", "game.toml", "-o", "word.txt").code != 0
    assert not (console.folder / "word.txt").exists()


def test_who_resigns_has_lost(console: Console) -> None:
    words = ("resign", "game.toml", "--yes")
    assert mailed(console, "ann", *words).code == 0
    result = here(console).result
    assert result is not None
    assert (result.winners, result.reason) == (("lancaster",), "york resigns")
    assert "over, Lancaster wins: york resigns" in " ".join(
        console.type("eve", "list", ".").out.split()
    )
    assert all("York resigns. lancaster wins." in text for text in reports(console))
    assert console.type("bob", "verify", "game.toml").code == 0
    again = console.type("bob", "resign", "game.toml", "--yes")
    assert again.code == 2
    assert says(again.said, "ledger.cases.says._can_give_up")
