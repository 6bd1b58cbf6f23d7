"""Small things that decide an evening: what is said to somebody without a terminal, a seat or a passphrase."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli import person
from pbem.errors import BadPassphrase
from pbem.gm.game import Game
from tests.cli.console import Console
from tests.cli.refusals.cases import asked
from tests.moderator.people import ANN, invited, seated
from tests.says import says, sentence


def test_edit_without_a_terminal_says_so(tmp_path: Path) -> None:
    console = Console(tmp_path, seated().save)
    done = console.type("ann", "orders", "game.toml", "--edit")
    assert done.code == 2
    assert says(done.said, "cli.orders.NO_EDITOR")
    assert says(done.said, "cli.orders.NO_EDITOR")


def test_identity_show_asks_for_no_passphrase(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.home("locked", ANN, "a passphrase")
    done = console.type("locked", "identity", "show")
    assert done.code == 0
    assert done.out == ANN.card()


def test_identity_show_says_where_there_is_none(tmp_path: Path) -> None:
    done = Console(tmp_path).type("nobody", "identity", "show")
    assert done.code == 2
    assert "identity new" in done.said


def test_an_empty_passphrase_is_explained(tmp_path: Path) -> None:
    console = Console(tmp_path)
    done = console.type("new", "identity", "new", "--name", "Ann", PBEM_PASSPHRASE="")
    assert done.code == 0
    assert says(done.said, "cli.identity.UNPROTECTED")
    done = console.type("safe", "identity", "new", "--name", "Ann", PBEM_PASSPHRASE="a long one")
    assert not says(done.said, "cli.identity.UNPROTECTED")


def test_a_refused_mail_leaves_a_text_to_send_back(tmp_path: Path) -> None:
    post = asked()
    console = Console(tmp_path, post.save)
    mail = post.sent("york", post.look("york").legal()[0].line)[:200]
    done = console.type("gm", "apply", "game.toml", console.mail(mail))
    assert done.code == 2
    (back,) = (tmp_path / "reports").glob("*-refused-*.txt")
    assert says(done.said, "cli.receipts.tell_returned", back.relative_to(tmp_path), word="Mail")
    text = " ".join(back.read_text("utf-8").split())
    assert says(text, "round.refusals.words", f" to {post.look().title}", word="refused")


def test_a_machine_gets_no_answer(tmp_path: Path) -> None:
    console = Console(tmp_path, seated().save)
    bounce = "From: MAILER-DAEMON@example.org\nSubject: Undelivered\nAuto-Submitted: auto-replied\n\nAway."
    done = console.type("gm", "apply", "game.toml", console.mail(bounce))
    assert done.code == 2
    assert not list(tmp_path.glob("reports/*-refused-*"))


def test_who_has_joined_is_told_so_and_not_that_he_has_not(tmp_path: Path) -> None:
    console = Console(tmp_path, invited().dumps())
    before = console.type("ann", "orders", "game.toml", "--line", "ready").said
    assert "pbem join game.toml --as york" in before
    assert console.type("ann", "join", "game.toml", "--as", "york").code == 0
    after = console.type("ann", "orders", "game.toml", "--line", "ready").said
    assert says(after, "errors.NotSeatedYet", "york")
    assert "pbem join" not in after


def test_who_may_not_sit_anywhere_is_not_sent_to_join(tmp_path: Path) -> None:
    console = Console(tmp_path, invited().dumps())
    said = console.type("eve", "orders", "game.toml", "--line", "ready").said
    assert says(said, "errors.NotInThisGame")
    assert Game.loads(console.save.read_bytes()).ledger.seats == {}


def typing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *passphrases: str) -> list[str]:
    """Somebody at a terminal; the passphrases that are still to be typed."""
    console, waiting = Console(tmp_path), list(passphrases)
    console.home("locked", ANN, "a passphrase")
    monkeypatch.setenv("PBEM_HOME", str(console.folder / "people" / "locked"))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.prompt", lambda *_, **__: waiting.pop(0))
    return waiting


@pytest.mark.slow
def test_a_mistyped_passphrase_is_typed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = typing(monkeypatch, tmp_path, "a pasphrase", "A passphrase", "a passphrase", "more")
    assert person.load_identity() == ANN
    assert waiting == ["more"]
    told = capsys.readouterr().err.splitlines()
    assert told == [
        sentence("cli.person._asked_for", n, word="passphrase")
        for n in ("2 times more", "once more")
    ]


@pytest.mark.slow
def test_after_three_slips_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = typing(monkeypatch, tmp_path, "one", "two", "three", "a passphrase")
    with pytest.raises(BadPassphrase):
        person.load_identity()
    assert waiting == ["a passphrase"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("orders", "game.toml"), "Type `pbem --home {home} join game.toml --as york`"),
        (("note", "game.toml", "--remove", "3"), "`pbem --home {home} note game.toml` lists them"),
        (("orders", "game.toml", "--edit"), "pbem --home {home} orders GAME.toml --blank"),
    ],
    ids=lambda words: " ".join(words[:1]) if isinstance(words, tuple) else "",
)
def test_a_hint_names_the_home_that_was_typed(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    save = invited().dumps() if words[1:] == ("game.toml",) else seated().save
    console = Console(tmp_path, save)
    home = str(tmp_path / "people" / "ann")
    done = console.type("bob", "--home", home, *words)
    assert done.code == 2
    assert told.format(home=home) in done.said
