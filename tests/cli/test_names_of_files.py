"""File names that are no text, or that a terminal would obey: an email program may choose them, from a subject."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from pbem.gm.game import Game
from tests.moderator.people import GM, Post, seated

from .console import Console

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there is a name any bytes")

ADDRESSED = "From: Eve <eve@example.org>\nTo: gm@example.org\nSubject: x\n\n"
NAMES = [b"no text \xff\xe9.txt", b"\x1b[2J\x07\xe2\x80\xae.txt", b"two\nlines.txt"]


def named(name: bytes, folder: Path) -> Path:
    return Path(os.fsdecode(os.fsencode(folder) + b"/" + name))


def pile(console: Console, post: Post, name: bytes) -> list[Path]:
    """A refused email with and without a sender, an order, and two more to be refused: all with such names."""
    order, word = (
        post.sent("york", "ready"),
        post.look("lancaster").say("say", 0, "Hello.").to_text(),
    )
    broken = order.replace("eyJ", "fyJ", 1)
    texts = [broken, f"{ADDRESSED}{broken}", order, word, f"\n{broken}"]
    paths = [named(b"%d-" % n + name, console.folder / "inbox") for n, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


@pytest.mark.parametrize("name", NAMES)
def test_an_email_is_answered_whatever_its_file_is_called(tmp_path: Path, name: bytes) -> None:
    post = seated()
    console = Console(tmp_path, post.save)
    done = console.type("gm", "apply", "game.toml", *pile(console, post, name))
    assert done.code == 2, done.err
    assert "bug" not in done.err
    assert len(Game.loads(console.save.read_bytes(), GM).save.entries) == 5
    assert len(list((tmp_path / "reports").glob("*-refused-*.txt"))) == 3
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", done.out + done.err)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_and_into_an_outbox(tmp_path: Path, name: bytes) -> None:
    """The outbox, which is remembered, has such a name too."""
    post = seated()
    console = Console(tmp_path, post.save)
    outbox = named(name, tmp_path)
    first, *others = pile(console, post, name)
    assert console.type("gm", "apply", "game.toml", first, "--outbox", outbox).code == 2
    assert console.type("gm", "apply", "game.toml", *others).code == 2
    assert len(list(outbox.glob("*-refused-*.eml"))) == 1
    assert len(list((tmp_path / "reports").glob("*-refused-*.txt"))) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_save_and_its_folder_may_be_called_so(tmp_path: Path, name: bytes) -> None:
    post = seated()
    console = Console(tmp_path, post.save)
    folder = named(name, tmp_path)
    folder.mkdir()
    save = console.save.rename(named(name.replace(b".txt", b".toml"), folder))
    emails = pile(console, post, name)
    done = console.type("gm", "apply", save, *emails)
    assert done.code == 2, done.err
    assert len(Game.loads(save.read_bytes(), GM).save.entries) == 5
    assert len(list((folder / "reports").glob("*-refused-*.txt"))) == 3
    done = console.type("gm", "apply", folder, *emails)
    assert done.code == 2, done.err
    assert "bug" not in done.err
    for who, words in (("ann", ("orders", save, "--line", "march")), ("eve", ("verify", save))):
        done = console.type(who, *words)
        assert "bug" not in done.err, done.err
