"""Notes of a player: where they belong, for himself alone, and given away after the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.console import Console
from tests.cli.refusals.cases import asked
from tests.says import says, sentence


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, asked().save)


def over() -> bytes:
    game = asked().look("gm")
    game.rule("result", "Time is up.", side="york")
    return game.dumps()


def notes_file(console: Console, who: str) -> Path:
    (found,) = (console.folder / "people" / who / "pins").glob("*.notes")
    return found


def test_a_note_is_kept_listed_and_taken_away(console: Console) -> None:
    assert "No notes" in console.type("ann", "note", "game.toml").out
    done = console.type("ann", "note", "game.toml", "He holds Warwick back.\nWhy?")
    assert says(done.out, "cli.note.command", 3, 1, word="Noted")
    console.type("ann", "note", "game.toml", "Flank here", "--about", "york", "--entry", "1")
    listed = console.type("ann", "note", "game.toml").out.splitlines()
    assert listed == [
        "  1  entry 3: He holds Warwick back. Why?",
        "  2  entry 1: york: Flank here",
    ]
    assert "Taken away: He holds" in console.type("ann", "note", "game.toml", "--remove", "1").out
    assert len(console.type("ann", "note", "game.toml").out.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("x", "--entry", "99"), sentence("home.notebook.trouble", ..., 3, word="last")),
        (("--entry", "1"), sentence("cli.note.command", word="go")),
        (("x", "--remove", "1"), sentence("cli.note.command", word="these")),
        (("--remove", "1"), sentence("cli.note.command", 1, word="There")),
        (("--export", "mine.notes"), sentence("cli.note._give_away", word="only")),
        (("x" * 4001,), "at most 4000 characters"),
    ],
)
def test_what_cannot_be_is_said(console: Console, words: tuple[str, ...], said: str) -> None:
    done = console.type("ann", "note", "game.toml", *words)
    assert done.code == 2
    assert said in done.said
    assert not list((console.folder / "people" / "ann" / "pins").glob("*.notes"))


def test_they_are_shown_where_they_belong(console: Console) -> None:
    console.type("ann", "note", "game.toml", "<b>Here</b> it turned", "--entry", "2")
    plain = console.type("ann", "replay", "game.toml", "--notes").out
    steps = plain.split("\n\n")
    assert sum("Note: <b>Here</b> it turned" in step for step in steps) == 1
    assert "it turned" not in console.type("ann", "replay", "game.toml").out
    console.type("ann", "replay", "game.toml", "--notes", "-o", "page.html")
    page = (console.folder / "page.html").read_text()
    assert "it turned" in page
    assert "<b>Here" not in page


def test_nothing_that_leaves_the_machine_hangs_on_them(console: Console, tmp_path: Path) -> None:
    """Two worlds that differ in notes only."""
    (tmp_path / "other").mkdir()
    other = Console(tmp_path / "other", asked().save)
    console.type("ann", "note", "game.toml", "a secret thought")
    for verb in ("show", "report", "legal", "stats", "verify", "orders --draft", "replay"):
        here, there = (one.type("ann", *verb.split(), "game.toml") for one in (console, other))
        assert (here.code, here.out, here.err) == (there.code, there.out, there.err)
    assert console.save.read_bytes() == other.save.read_bytes()
    apart = {
        path.name
        for path in console.folder.rglob("*")
        if path.is_file() and b"secret thought" in path.read_bytes()
    }
    assert apart == {notes_file(console, "ann").name}


def test_after_the_end_they_are_given_away_with_a_name(tmp_path: Path) -> None:
    console = Console(tmp_path, over())
    console.type("ann", "note", "game.toml", "I should have marched", "--entry", "2")
    done = console.type("ann", "note", "game.toml", "--export", "ann.notes")
    assert says(done.out, "cli.note._give_away", "ann.notes", word="notes-of")
    told = console.type("bob", "replay", "game.toml", "--notes-of", "ann.notes").out
    assert "Note: Anne: I should have marched" in told


@pytest.mark.parametrize(
    "text", ["no notes", "{}", "[" * 5000, '[{"entry":1}]', '[{"entry":1,"text":"x","more":1}]']
)
def test_a_file_that_is_none_is_refused(console: Console, text: str) -> None:
    done = console.type("ann", "replay", "game.toml", "--notes-of", console.file("bad", text))
    assert done.code == 2
    assert says(done.said, "home.notebook.load", word="file")


def test_control_characters_of_others_do_not_reach_the_terminal(console: Console) -> None:
    path = console.file("bad", '[{"entry":2,"text":"a\\u001b[2Jb\\nfake line"}]')
    out = console.type("ann", "replay", "game.toml", "--notes-of", path).out
    assert "\x1b" not in out
    assert "\nfake line" not in out
