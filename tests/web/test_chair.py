"""The GM's chair: it writes what the command line writes, signs nothing unseen, and shows no more than that does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from html import escape
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import NotOnThisPage, NotTheGm
from pbem.home import here
from pbem.moderator.cases import time
from pbem.web.chair import Chair
from pbem.web.chair_parts import chair
from tests.cli.console import Console
from tests.moderator.people import ANN, GM, Post, any_line, asked_in, played, seated
from tests.moderator.writer import lenient
from tests.web.tables import GAMES, Table
from tests.web.worlds import two_worlds, unhashed

DAY = time.day("2026-11-23")


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with mock.patch.dict(os.environ, {here.NOW: str(DAY)}):
        yield Console(tmp_path, seated().save)


def chair_at(console: Console) -> Chair:
    """The GM's page in a home of his own; as long as the test lasts he sits here."""
    os.environ[here.FOLDER] = str(console.folder / "people" / "gm")
    return chair(console.save, GM)


@pytest.fixture(autouse=True)
def nobody_sits_here_afterwards() -> Iterator[None]:
    with mock.patch.dict(os.environ):
        yield


def pile(post: Post) -> dict[str, str]:
    """What both players and somebody who is garbled have mailed."""
    mails = {f"{side}.txt": post.sent(side, "ready") for side in post.look().ledger.owes_ready()}
    told = post.look("york").say("say", 0, "Well met").to_text()
    doubt = post.look("lancaster").say("dispute", 2, "Not so, by 3.1").to_text()
    return {**mails, "word.txt": told, "doubt.txt": doubt, "bad.txt": "no block at all"}


def test_the_desk_and_the_command_line_write_the_same(tmp_path: Path) -> None:
    """The same mails, then the same acts, at the same time: the saves agree byte for byte."""
    tables = []
    for name in ("typed", "clicked"):
        (tmp_path / name).mkdir()
        tables.append(Console(tmp_path / name, seated().save))
    typed, clicked = tables
    mails = pile(seated())
    acts = [
        (("rule", "--house", "No phones.", "--reason", "They ring."),
         {"kind": "house", "house": "No phones.", "reason": "They ring."}),
        (("clock", "--deadline", "7d", "--grace", "3d"),
         {"kind": "terms", "deadline": "7d", "grace": "3d"}),
        (("clock", "--extend", "york", "12h", "--reason", "Ill."),
         {"kind": "extend", "side": "york", "span": "12h", "reason": "Ill."}),
        (("rule", "--uphold", "2", "--reason", "It is right."),
         {"kind": "uphold", "entry": "2", "reason": "It is right."}),
        (("rule", "--void", "4", "--reason", "Too early."),
         {"kind": "void", "entry": "4", "reason": "Too early."}),
    ]  # fmt: skip
    with mock.patch.dict(os.environ, {here.NOW: str(DAY)}):
        names = [typed.mail(text, name) for name, text in mails.items()]
        assert typed.type("gm", "apply", "game.toml", *names).code == 2
        page = chair_at(clicked)
        page.whole()
        for name, text in mails.items():
            page.drop(name, text.encode())
        page.act("take", {})
        assert typed.save.read_bytes() == clicked.save.read_bytes()
        for (verb, *options), words in acts:
            done = typed.type("gm", verb, "game.toml", *options)
            assert done.code == 0, done
            page.act("look", words)
            page.act("sign", {})
            assert typed.save.read_bytes() == clicked.save.read_bytes(), verb
    folders = [one.folder / "reports" for one in tables]
    reports = [
        {path.name for path in one.iterdir() if "-refused-" not in path.name} for one in folders
    ]
    assert reports[0] == reports[1]


def test_each_mail_has_its_receipt_and_a_refusal_its_answer(console: Console) -> None:
    page = chair_at(console)
    page.whole()
    post = seated()
    for name, text in pile(post).items():
        answer = page.drop(name, text.encode())
    assert "york: ready" in answer.parts["mails"]
    entries = len(page.game.save.entries)
    assert entries == len(post.look().save.entries), "nothing is taken by a look at it"
    answer = page.act("take", {"outbox": "yes"})
    assert answer.said.startswith(f"{len(pile(post)) - 1} of {len(pile(post))} taken.")
    html = answer.parts["taken"]
    assert "Text to send back" in html
    assert "Your mail was refused, and nothing was changed" in html
    assert "Not so, by 3.1" in answer.parts["cases"]
    assert "york disputes" in answer.parts["cases"] or "lancaster disputes" in answer.parts["cases"]
    mails = {path.name for path in (console.folder / "outbox").iterdir()}
    assert any(name.endswith("-york.eml") for name in mails)
    for name in mails:
        assert name in answer.parts["handout"] or name in html
        assert page.download(name).content == (console.folder / "outbox" / name).read_bytes()


def test_a_mail_that_was_dropped_twice_is_taken_once(console: Console) -> None:
    page = chair_at(console)
    page.drop("a.txt", b"one")
    assert "already" in page.drop("a.txt", b"one").said
    page.drop("a.txt", b"two")
    assert list(page.pile) == ["a.txt", "a.txt (2)"]
    page.act("leave", {"name": "a.txt"})
    assert list(page.pile) == ["a.txt (2)"]


def test_nothing_is_signed_unseen(console: Console) -> None:
    page = chair_at(console)
    before = console.save.read_bytes()
    with pytest.raises(NotOnThisPage):
        page.act("sign", {})
    words = {"kind": "house", "house": "No phones.", "reason": "They ring."}
    answer = page.act("look", words)
    assert "No phones." in answer.parts["preview"]
    assert console.save.read_bytes() == before
    page.act("refrain", {})
    with pytest.raises(NotOnThisPage):
        page.act("sign", {})
    page.act("look", words)
    done = console.type("gm", "rule", "game.toml", "--house", "No dogs.", "--reason", "They bark.")
    assert done.code == 0
    with pytest.raises(NotOnThisPage, match="gone on"):
        page.act("sign", {})
    assert "No dogs." in page.whole(), "what another program wrote is there"


def test_a_preview_tells_what_a_ruling_changes(tmp_path: Path) -> None:
    console = Console(tmp_path, played(20).save)
    page = chair_at(console)
    first = len(page.game.save.entries) - 3
    answer = page.act("look", {"kind": "void", "entry": str(first), "reason": "A wrong die."})
    preview = page.preview
    assert preview is not None
    assert f"the game stands as it did after entry {first - 1}" in answer.parts["preview"]
    page.act("sign", {})
    again = chair_at(console)
    assert again.game.now == preview.after


def test_only_its_gm_has_the_chair(console: Console) -> None:
    os.environ[here.FOLDER] = str(console.folder / "people" / "ann")
    with pytest.raises(NotTheGm):
        chair(console.save, ANN)


def test_the_page_is_the_same_whatever_a_side_keeps_to_itself(tmp_path: Path) -> None:
    """Two worlds with different Plans; the GM could read both, and sees neither before he asks for a report."""
    pages = []
    for n, post in enumerate(two_worlds()):
        (tmp_path / str(n)).mkdir()
        page = chair_at(Console(tmp_path / str(n), post.save))
        answer = page.act("look", {"kind": "uphold", "entry": "3", "reason": "It is right."})
        pages.append((unhashed(page.whole()), unhashed(answer.parts["preview"])))
    assert pages[0] == pages[1]


def test_a_report_of_a_side_is_shown_when_it_is_asked_for(console: Console) -> None:
    page = chair_at(console)
    for name, text in pile(seated()).items():
        page.drop(name, text.encode())
    page.act("take", {})
    report = next(path for path in page.files() if path.name.endswith("-york.txt"))
    shown = page.act("show", {"name": report.name}).parts["sheet"]
    assert escape(report.read_text("utf-8").splitlines()[0]) in shown
    for elsewhere in ("../people/gm/identity.toml", "identity.toml"):
        with pytest.raises(NotOnThisPage):
            page.act("show", {"name": elsewhere})
        with pytest.raises(NotOnThisPage):
            page.download(elsewhere)


def test_a_page_that_is_opened_later_still_has_what_was_written(console: Console) -> None:
    page = chair_at(console)
    for name, text in pile(seated()).items():
        page.drop(name, text.encode())
    page.act("take", {"outbox": "yes"})
    names = {path.name for path in page.written.mails}
    assert names == {path.name for path in chair_at(console).written.mails} != set()


def test_a_mail_is_refused_where_wrong_and_left_with_its_words(console: Console) -> None:
    console.save.write_bytes(seated().ready().save)
    page = chair_at(console)
    bad = lenient(Post(console.save.read_bytes()), "york", "fly to the moon")
    page.drop("bad.txt", bad.encode())
    html = page.act("take", {}).parts["taken"]
    assert "pbem verify game.toml --refusal" in html, "the GM's signed word goes with it"


@pytest.mark.parametrize(("rules", "scenario"), GAMES)
def test_every_game_has_a_chair(tmp_path: Path, rules: str, scenario: str) -> None:
    """No game needs code of its own: mails are taken, and to go back is shown before it is signed."""
    table = Table(tmp_path, rules, scenario).play(2)
    home = tmp_path / "gm"
    home.mkdir()
    (home / "game.toml").write_bytes(table.save)
    os.environ[here.FOLDER] = str(home)
    page = chair(home / "game.toml", GM)
    assert page.game.title.replace("'", "&#39;") in page.whole()
    for side in asked_in(table.look()):
        game = table.look(side)
        page.drop(f"{side}.txt", game.orders([any_line(game, table.random)]).to_text().encode())
    page.act("take", {})
    assert all(one.ok for one in page.taken), page.taken
    last = len(page.game.save.entries) - 1
    answer = page.act("look", {"kind": "void", "entry": str(last), "reason": "A wrong die."})
    assert "void; the game stands as it did" in answer.parts["preview"]
    assert "Signed" in page.act("sign", {}).said
