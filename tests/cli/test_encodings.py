"""Files in the encodings that shells write, and terminals that have few letters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.gm.game import Game
from pbem.protocol.keys import Identity
from tests.cli.console import Console
from tests.moderator.people import BOB, GM, NONCE, Post, seated
from tests.says import says

ZOE = Identity(bytes([21]) * 32, "Zoë Łącka")
ROOT = Path(__file__).parents[2]
POWERSHELL = ("utf-16-le", "utf-16-be", "utf-8")


def redirected(text: str, encoding: str) -> bytes:
    """As PowerShell's `>` writes what it read: a byte order mark, and lines that end in CR LF."""
    return ("\ufeff" + text.replace("\n", "\r\n")).encode(encoding)


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """Zoë plays York; both are asked whether they are ready."""
    post = Post(Game.new(GM, "plantagenet", "Ib", {}, None, NONCE).dumps())
    for side, who in (("york", ZOE), ("lancaster", BOB)):
        mail = Game.loads(post.save, who).join(side).to_text()
        (receipt,) = post.take({side: mail})
        assert receipt.error is None
    console = Console(tmp_path, post.save)
    console.home("zoe", ZOE)
    return console


@pytest.mark.parametrize("encoding", POWERSHELL)
def test_what_powershell_redirected_is_read(tmp_path: Path, encoding: str) -> None:
    """An orders file, by all commands that take one; a card; an identity; data of one's own."""
    console = Console(tmp_path, seated().save)
    text = console.type("ann", "orders", "game.toml", "--blank").out.replace(
        "'''\n'''", "'''\nREADY\n'''"
    )
    orders = console.file("my.toml", redirected(text, encoding))
    for words in (["orders", "game.toml", orders, "--check"], ["orders", "game.toml", orders]):
        done = console.type("ann", *words)
        assert done.code == 0, done.err
    card = console.file(
        "ann.card", redirected(console.type("ann", "identity", "show").out, encoding)
    )
    done = console.type("gm", "new", "plantagenet", "towton", "--york", card, "-o", "new.toml")
    assert done.code == 0, done.err
    assert "york: Anne SHA256:" in done.out
    home = console.folder / "people" / "ann" / "identity.toml"
    home.write_bytes(redirected(home.read_text("utf-8"), encoding))
    assert console.type("ann", "legal", "game.toml").code == 0
    (console.folder / "data").mkdir()
    nobles = (ROOT / "rules_data/warriors/nobles.toml").read_text("utf-8")
    console.file("data/nobles.toml", redirected(nobles, encoding))
    words = ["new", "warriors", "standard_1455", "--data", "data", "-o", "own.toml"]
    done = console.type("gm", *words)
    assert done.code == 0, done.err


@pytest.mark.parametrize("encoding", POWERSHELL)
def test_a_slip_in_such_a_file_is_told_with_its_line(tmp_path: Path, encoding: str) -> None:
    console = Console(tmp_path, seated().save)
    text = console.type("ann", "orders", "game.toml", "--blank").out.replace(
        "'''\nready\n'''", "'''\nREDY\n'''"
    )
    number = text.splitlines().index("REDY") + 1
    orders = console.file("my.toml", redirected(text, encoding))
    for more in ([], ["--check"]):
        done = console.type("ann", "orders", "game.toml", orders, *more)
        assert done.code == 2
        assert f"line {number}, column 1" in done.said


def test_half_a_letter_of_utf_16_is_refused(tmp_path: Path) -> None:
    console = Console(tmp_path, seated().save)
    orders = console.file("my.toml", redirected("orders = ''", "utf-16-le")[:-1])
    for more in ([], ["--check"]):
        done = console.type("ann", "orders", "game.toml", orders, *more)
        assert done.code == 2
        assert says(done.said, "mail.read.orders_file.read")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "name"), [("cp1252", "Zoë ??cka"), ("cp850", "Zoë ??cka"), ("ascii", "Zo? ??cka")]
)
def test_letters_that_a_terminal_lacks_are_replaced(
    console: Console, encoding: str, name: str
) -> None:
    """Names, and the small charts of `show`; on standard error as on standard output."""
    for verb in ("verify", "report", "show", "stats"):
        since = ("--since", "1") if verb == "report" else ()
        done = typed(console, encoding, verb, "game.toml", *since)
        assert done.returncode == 0, done.stderr
        said = done.stdout.decode(encoding)
        assert name in said or verb not in ("verify", "report")
    asked = typed(console, encoding, "adjudicate", "game.toml")
    assert asked.returncode == 2
    assert asked.stderr.decode(encoding)


def test_o_keeps_every_letter_whatever_the_terminal_lacks(console: Console) -> None:
    done = typed(console, "ascii", "verify", "game.toml", "-o", "verdict.txt")
    assert done.returncode == 0, done.stderr
    assert "york: Zoë Łącka, " in (console.folder / "verdict.txt").read_text("utf-8")


def typed(console: Console, encoding: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """One command in a process of its own, whose output goes out in that encoding."""
    setting = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    home = {"PBEM_HOME": str(console.folder / "people" / "eve"), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", "from pbem.cli import main; main()", *words],
        cwd=console.folder,
        env={**os.environ, **setting, **home},
        capture_output=True,
        check=False,
    )
