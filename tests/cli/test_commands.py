"""The command line as people use it: help, exit codes, strange files and folders."""

from __future__ import annotations

import base64
import json
import quopri
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli import VERBS
from pbem.gm.game import Game
from pbem.home.sent import with_ready
from pbem.mail.read.message import text_of
from pbem.protocol.bodies import Mailed
from tests.moderator.people import Post, invited, seated
from tests.says import Pattern, says, sentence, worded

from .console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, seated().save)


def test_help_names_every_verb(console: Console) -> None:
    done = console.type("ann", "--help")
    assert done.code == 0
    assert all(verb in done.out for verb in VERBS)
    for verb in VERBS:
        told = console.type("ann", verb, "--help")
        assert told.code == 0, told.err
        assert told.out.startswith("Usage:")
        assert all(len(line) <= 96 for line in told.out.splitlines())
    rows = [" ".join(line.split()) for line in done.out.splitlines()]
    for verb, line in VERBS.items():
        assert f"{verb} {line}" in rows, "it fits one line of 80 columns"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("check", ""),
        ("patch", ""),
        ("lock", "identity lock"),
        ("verfy", "verify"),
        ("shwo", "show"),
    ],
)
def test_a_wrong_command_gets_one_good_suggestion_or_none(
    console: Console, typed: str, meant: str
) -> None:
    done = console.type("ann", typed)
    assert done.code == 2
    advice = (
        sentence("cli.Verbs.resolve_command", meant, word="mean")
        if meant
        else sentence("cli.Verbs.resolve_command", word="help")
    )
    assert done.said.endswith(sentence("cli.Verbs.resolve_command", typed, advice, word="command"))


@pytest.mark.parametrize("typed", ["gmae.toml", "."])
def test_where_no_save_is_named_the_one_that_is_there_is(console: Console, typed: str) -> None:
    done = console.type("ann", "show", typed)
    assert done.code == 2
    assert done.said.endswith(
        sentence(
            "cli.person.SavePath.convert",
            ...,
            ...,
            sentence("cli.person.SavePath.convert", "game.toml", word="mean"),
            word="name",
        )
    )


def test_where_no_file_is_typed_a_save_of_this_folder_is_named(console: Console) -> None:
    done = console.type("ann", "show")
    assert done.code == 2
    assert says(done.said, "cli.person.SavePath.get_missing_message", "game.toml")


def test_join_refuses_a_side_that_there_is_not_before_it_says_anything(console: Console) -> None:
    console.save.write_bytes(invited().dumps())
    done = console.type("ann", "join", "game.toml", "--as", "yrok")
    assert (done.code, done.out) == (2, "")
    assert says(done.said, "errors.UnknownSide", "yrok")


def test_an_option_for_all_commands_is_said_to_go_before_the_command(console: Console) -> None:
    done = console.type("ann", "map", "game.toml", "--plain")
    assert done.code == 2
    right = worded("cli.Verbs.invoke", "--plain", Pattern(r".+ --plain map"), word="before")
    assert re.search(f"{right}$", done.said)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["show"],
        ["show", "nothing.toml"],
        ["show", "."],
        ["show", "game.toml", "--no-such-option"],
        ["apply", "game.toml", "inbox/nothing.txt"],
        ["orders", "game.toml", "nothing.toml"],
        ["orders", "game.toml", "--revision", "x"],
        ["orders", "game.toml", "--line", "ready", "-o", "no/such/folder/mail.txt"],
        ["orders", "game.toml", "--line", "ready", "-o", "inbox"],
        ["join"],
        ["join", "game.toml"],
        ["identity", "fly"],
        ["report", "game.toml", "--format", "smoke"],
        ["report", "game.toml", "--entry", "999"],
        ["report", "game.toml", "--entry", "-1"],
        ["new", "plantagenet", "towton", "--york", "ann.crd", "-o", "new.toml"],
        ["new", "plantagenet", "towton", "--nonce", "xyz", "-o", "new.toml"],
        ["new", "plantagenet", "towton", "--nonce", "00", "-o", "new.toml"],
    ],
    ids=" ".join,
)
def test_mistakes_end_with_2_and_a_sentence(console: Console, words: list[str]) -> None:
    before = console.files()
    for who in ("gm", "ann"):
        done = console.type(who, *words)
        assert done.code == 2, done
        assert done.said
        assert "Traceback" not in done.err
    assert console.files() == before


def test_an_interrupt_is_no_bug(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Game:
        raise KeyboardInterrupt

    monkeypatch.setattr("pbem.cli.person.open_save", interrupted)
    done = console.type("ann", "show", "game.toml")
    assert (done.code, done.said) == (130, "Stopped.")


def test_a_bug_is_called_a_bug(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Game:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("pbem.cli.person.open_save", broken)
    done = console.type("ann", "show", "game.toml")
    assert done.code == 1
    assert says(done.err, "cli.BUG")
    assert says(done.err, "cli.BUG")
    assert "Traceback" not in done.err
    (report,) = console.folder.glob("people/ann/bugs/*.txt")
    assert str(report) in "".join(done.err.split())
    assert "ZeroDivisionError: oops" in report.read_text("utf-8")
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert console.type("ann", "show", "game.toml").code == 1
    assert len(list(report.parent.iterdir())) == 1, "the same again is no other report"


def test_a_bug_is_written_down_in_the_home_that_was_typed(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Game:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("pbem.cli.person.open_save", broken)
    home = console.folder / "people" / "ann"
    done = console.type("nobody", "--home", home, "show", "game.toml")
    assert done.code == 1
    assert len(list((home / "bugs").glob("*.txt"))) == 1
    assert not (console.folder / "people" / "nobody").exists()


def test_a_passphrase_that_nobody_can_be_asked_for(console: Console) -> None:
    console.home("careful", seated().look("york").identity, "correct horse")  # type: ignore[arg-type]
    done = console.type("careful", "orders", "game.toml", PBEM_PASSPHRASE="")
    assert done.code == 2
    assert done.said == ("Refused: " + sentence("errors.Locked", "PBEM_PASSPHRASE"))


def test_the_home_folder_is_a_file(console: Console) -> None:
    path = console.file("home", "not a folder")
    for words in (["show", "game.toml"], ["identity", "new", "--name", "X", "--no-passphrase"]):
        done = console.type("ann", *words, PBEM_HOME=path)
        assert done.code == 2, done
        assert "home" in done.said


def test_a_damaged_identity(console: Console) -> None:
    for content in ("", "root = 1", "\0", "version = 1\nkdf = 'argon2id'\n"):
        (console.folder / "people" / "ann" / "identity.toml").write_text(content)
        done = console.type("ann", "orders", "game.toml")
        assert done.code == 2, done
        assert "Traceback" not in done.err


def test_damaged_pins(console: Console) -> None:
    assert console.type("ann", "show", "game.toml").code == 0
    (pin,) = (console.folder / "people" / "ann" / "pins").glob("*.toml")
    pin.write_text("gm = 7")
    done = console.type("ann", "show", "game.toml")
    assert done.code == 2
    assert pin.name in done.said.replace(" ", "")


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe\x00", b"x" * 100000, b"[game]\n"])
def test_a_save_that_is_none(console: Console, content: bytes) -> None:
    console.save.write_bytes(content)
    for verb in ("show", "verify", "orders", "legal", "report"):
        done = console.type("ann", verb, "game.toml")
        assert done.code == 2, done


def test_everything_else_ends_with_0(console: Console) -> None:
    for words in (
        ["show", "game.toml"],
        ["show", "game.toml", "--as", "public"],
        ["legal", "game.toml"],
        ["report", "game.toml"],
        ["report", "game.toml", "--format", "markdown", "-o", "report.md"],
        ["report", "game.toml", "-o", "report.html"],
        ["verify", "game.toml"],
        ["identity", "show"],
        ["orders", "game.toml"],
        ["orders", "game.toml", "--line", "ready", "--check"],
        ["orders", "game.toml", "--line", "ready"],
    ):
        done = console.type("ann", *words)
        assert done.code == 0, (words, done)
    assert console.save.with_name("report.html").read_text("utf-8").startswith("<!doctype html>")


def test_legal_json_is_for_programs(console: Console) -> None:
    data = json.loads(console.type("ann", "legal", "game.toml", "--json").out)["question"]
    assert (data["side"], data["kind"]) == ("york", "ready")
    assert [choice["line"] for choice in data["choices"]] == ["ready"]


def test_a_printed_orders_file_comes_back(console: Console) -> None:
    """What `orders` prints, filled in by an editor of any kind, is taken."""
    printed = console.type("ann", "orders", "game.toml", "--blank").out
    text = printed.replace("'''\n'''", "'''\nREADY\n'''")
    for raw in (
        text.encode(),
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
    ):
        done = console.type("ann", "orders", "game.toml", console.file("my.toml", raw))
        assert done.code == 0, done.err


def test_who_has_nothing_to_decide_gets_the_email_without_a_question(console: Console) -> None:
    done = console.type("ann", "orders", "game.toml")
    assert done.code == 0, done.err
    assert says(done.said, "reports.sentences.READY_WRITTEN")
    mail = f"{Game.loads(seated().save).id}-york-01.txt"
    assert console.type("gm", "apply", "game.toml", mail).code == 0


def test_whatever_is_sent_next_carries_it_once(console: Console) -> None:
    """The same number each time, so that it counts with the first email that comes."""
    said = console.type(
        "ann", "dispute", "game.toml", "--entry", "2", "--text", "No.", "-o", "a.txt"
    )
    assert said.code == 0, said.err
    assert says(said.said, "cli.player_says.WITH_READY")
    assert console.type("ann", "say", "game.toml", "Well.", "-o", "b.txt").code == 0
    blocks = [
        (console.folder / name).read_text("utf-8").partition("BEGIN PBEM2 READY")[2]
        for name in ("a.txt", "b.txt")
    ]
    assert blocks[0] == blocks[1] != ""
    done = console.type("gm", "apply", "game.toml", "b.txt")
    assert done.code == 0, done.err
    assert not Game.loads(console.save.read_bytes()).ledger.owes_ready()
    late = console.type("gm", "apply", "game.toml", "a.txt")
    assert late.code == 0, "what is in the log already is no reason to refuse the rest"
    steps = [entry.body.step for entry in Game.loads(console.save.read_bytes()).save.entries]
    kinds = [type(s.order.body).__name__ for s in steps if isinstance(s, Mailed)]
    assert kinds == ["Say", "Ready", "Dispute"]


def test_a_take_back_does_not_carry_what_would_end_it(console: Console) -> None:
    post = seated()
    sent = with_ready(post.look("york"), post.look("york").say("draw", 0))
    assert len(sent.envelopes) == 1


def test_a_mail_made_is_a_mail_taken(console: Console) -> None:
    """The file that `orders` writes, as it is, and what came of it."""
    assert console.type("ann", "orders", "game.toml", "--line", "ready").code == 0
    mail = f"{Game.loads(seated().save).id}-york-01.txt"
    done = console.type("gm", "apply", "game.toml", mail)
    assert done.code == 0, done.err
    again = console.type("gm", "apply", "game.toml", mail)
    assert again.code == 0
    assert says(again.out, "cli.receipts.tell", word="taken")
    assert (console.folder / "game.toml.bak").read_bytes() == seated().save


def test_one_refused_mail_does_not_stop_the_others(console: Console) -> None:
    good = console.mail(seated().sent("york", "ready"), "good.txt")
    bad = console.mail("hello", "bad.txt")
    done = console.type("gm", "apply", "game.toml", bad, good)
    assert done.code == 2
    assert "good.txt: entry 3" in done.out
    assert says(done.said, "cli.receipts.tell", word="left")
    assert "bad.txt:" in done.said
    assert len(Game.loads(console.save.read_bytes()).save.entries) == 4


ORDER = seated().sent("york", "ready")
HEAD = b"From: Ann <ann@example.org>\nTo: gm@example.org\nSubject: my orders\nMIME-Version: 1.0\n"


def quoted(text: str) -> bytes:
    return quopri.encodestring(text.encode())


MAILS = {
    "bare": ORDER.encode(),
    "byte order mark": b"\xef\xbb\xbf" + ORDER.encode(),
    "carriage returns": ORDER.replace("\n", "\r\n").encode(),
    "plain eml": HEAD + b"\n" + ORDER.encode(),
    "eml from Windows": (HEAD + b"\n" + ORDER.encode()).replace(b"\n", b"\r\n"),
    "quoted printable": HEAD
    + b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    + quoted(f"Hello,\nhere are my orders – good luck!\n\n{ORDER}\nAnn"),
    "base64": HEAD
    + b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    + base64.encodebytes(ORDER.encode()),
    "html only": HEAD
    + b"Content-Type: text/html; charset=utf-8\n\n<html><body><p>Hello</p><pre>"
    + ORDER.replace("\n", "<br>").replace("+", "&#43;").encode()
    + b"</pre></body></html>",
    "plain and html": HEAD
    + b"Content-Type: multipart/alternative; boundary=q\n\n--q\nContent-Type: text/plain\n\n"
    + ORDER.encode()
    + b"\n--q\nContent-Type: text/html\n\n<pre>"
    + ORDER.encode()
    + b"</pre>\n--q--\n",
    "attached": HEAD
    + b"Content-Type: multipart/mixed; boundary=q\n\n--q\nContent-Type: text/plain\n\nSee below.\n"
    + b"--q\nContent-Type: text/plain; name=york-01.txt\nContent-Disposition: attachment\n"
    + b"Content-Transfer-Encoding: base64\n\n"
    + base64.encodebytes(ORDER.encode())
    + b"--q--\n",
    "attached as a file": HEAD
    + b"Content-Type: multipart/mixed; boundary=q\n\n"
    + b"--q\nContent-Type: application/octet-stream; name=york-01.txt\n"
    + b"Content-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n"
    + base64.encodebytes(ORDER.encode())
    + b"--q--\n",
    "8 bit without a charset": HEAD + b"\n" + f"Grüße\u00a0\n{ORDER}".encode(),
    "latin-1": HEAD
    + b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n"
    + f"Grüße\u00a0\n{ORDER}".encode("latin-1"),
    "unknown charset": HEAD + b"Content-Type: text/plain; charset=klingon\n\n" + ORDER.encode(),
    "a reply": HEAD + b"\n" + "".join(f"> {line}\n" for line in ORDER.splitlines()).encode(),
    "a whole mail of ours": f"To: GM\nSubject: x\n\nOrders 1 of york.\n\n{ORDER}".encode(),
}


@pytest.mark.parametrize("name", MAILS)
def test_mails_of_all_kinds(name: str) -> None:
    post = Post(seated().save)
    (receipt,) = post.take({"mail": text_of(MAILS[name])})
    assert receipt.error is None, receipt.error


def test_help_is_quick() -> None:
    """`pbem --help` loads neither templates nor cryptography."""
    code = (
        "import sys; sys.argv = ['pbem', '--help']\n"
        "from pbem.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({m.partition('.')[0] for m in sys.modules} & {'jinja2', 'cryptography'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_output_that_nobody_reads_to_the_end(console: Console) -> None:
    """`pbem report | head -1` is quiet."""
    command = f"{sys.executable} -m pbem report {console.save} --as public | head -1"
    if not (Path(sys.modules["pbem"].__file__ or "").parent / "__main__.py").exists():
        command = command.replace("-m pbem", "-c 'from pbem.cli import main; main()'")
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        env={"PBEM_HOME": str(console.folder / "people" / "ann"), "PATH": "/usr/bin:/bin"}
        | {"PYTHONPATH": str(Path(sys.modules["pbem"].__file__ or "").parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0


def test_a_process_ends_with_the_code_of_its_command_and_says_all_of_it() -> None:
    """Nothing is taken apart at the end, so what was printed has to be out before."""
    code = (
        "import atexit, sys; from pbem import cli\n"
        "def run():\n    atexit.register(print, 'closed')\n    print('said', end=' ')\n    sys.exit({code})\n"
        "cli.main = run; cli.typed()"
    )
    for number, text in ((0, "None"), (3, "3"), (1, "'a word'")):
        done = subprocess.run(
            [sys.executable, "-c", code.format(code=text)], capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (number, "said closed\n")
        assert done.stderr.strip() == ("a word" if number == 1 else "")
