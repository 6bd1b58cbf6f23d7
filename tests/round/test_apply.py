"""One round of a GM as a value: what was applied, refused, written and left to the GM. Nothing is printed or asked."""

from __future__ import annotations

import ast
from pathlib import Path
from unittest import mock

import pytest

import pbem.round
from pbem.errors import NoBlock
from pbem.home import here
from pbem.round import apply, entries, reports
from pbem.round.pile import Pile
from pbem.round.reports import Reports
from tests.moderator.people import GM, Post, seated

FOLDER = Path(pbem.round.__file__).parent


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return seated()


def rounds(post: Post, folder: Path, pile: Pile, finished: bool = True) -> apply.Round:
    file = folder / "game.toml"
    file.write_bytes(post.save)
    with (
        here.sitting_as(folder / "gm"),
        entries.moderated(file, lambda: GM, lambda told: None) as game,
    ):
        made = apply.begin(game, file, pile, Reports())
        if finished:
            apply.finish(made)
        return made


def pile_of(**mails: str) -> Pile:
    pile = Pile()
    for name, text in mails.items():
        pile.add(name, text.encode())
    return pile


def test_nothing_in_it_prints_or_asks() -> None:
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "input"), path
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert "click" not in ast.unparse(node), path


def test_a_round_says_what_became_of_each_mail(
    post: Post, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = rounds(post, tmp_path, pile_of(york=post.sent("york", "ready"), junk="Hello!"))
    assert [one.name for one in made.refused] == ["junk"]
    assert isinstance(made.refused[0].error, NoBlock)
    assert len(made.stories) == 1
    assert [one.receipt.name for one in made.returned] == ["junk"]
    assert made.written.reports
    assert made.unfinished is None
    assert (made.claims, made.doubtful, made.clock, made.robots) == ([], [], "", [])
    assert capsys.readouterr() == ("", "")


def test_before_it_is_finished_nothing_is_sent(post: Post, tmp_path: Path) -> None:
    made = rounds(post, tmp_path, pile_of(york=post.sent("york", "ready")), finished=False)
    assert len(made.stories) == 1
    assert not (tmp_path / "reports").exists()


def test_what_cannot_be_written_is_in_the_round_with_all_that_was_done(
    post: Post, tmp_path: Path
) -> None:
    pile = pile_of(york=post.sent("york", "ready"), junk="Hello!")
    full = OSError(28, "No space left on device")
    with mock.patch.object(reports, "write_reports", side_effect=full):
        made = rounds(post, tmp_path, pile)
    assert made.unfinished is not None
    assert "No space left on device" in str(made.unfinished)
    assert [one.entry for one in made.receipts if one.error is None] == [made.stories[0].n]
