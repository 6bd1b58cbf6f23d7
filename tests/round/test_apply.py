"""One round of a GM as a value: what was applied, refused, written and left to the GM. Nothing is printed or asked."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

import pbem.round
from pbem.errors import Truncated
from pbem.home import computer
from pbem.mail import addresses
from pbem.protocol.armour import FORMAT
from pbem.round import apply, entries, reports
from pbem.round.pile import Pile
from pbem.round.reports import Reports
from tests.moderator.people import GM, Post, accept, invited, seated

JUNK = f"-----BEGIN {FORMAT} ORDER-----\nQQ=="
FOLDER = Path(pbem.round.__file__).parent


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return seated()


def rounds(post: Post, folder: Path, pile: Pile, finished: bool = True) -> apply.Round:
    file = folder / "game.toml"
    file.write_bytes(post.save)
    with (
        computer.sitting_as(folder / "gm"),
        entries.game_to_moderate(file, lambda: GM, lambda told: None) as game,
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
    made = rounds(post, tmp_path, pile_of(york=post.sent("york", "ready"), junk=JUNK))
    assert [one.name for one in made.refused] == ["junk"]
    assert isinstance(made.refused[0].error, Truncated)
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
    pile = pile_of(york=post.sent("york", "ready"), junk=JUNK)
    full = OSError(28, "No space left on device")
    with mock.patch.object(reports, "written_parcels", side_effect=full):
        made = rounds(post, tmp_path, pile)
    assert made.unfinished is not None
    assert "No space left on device" in str(made.unfinished)
    assert [one.entry for one in made.receipts if one.error is None] == [made.stories[0].n]


HEAD = "From: Ann <{address}>\nTo: gm@example.com\nMessage-ID: <{id}@example.org>\n{more}\n"


def email(post: Post, address: str, text: str, id: str = "1", more: str = "") -> str:
    return HEAD.format(address=address, id=id, more=more) + text


def learned(folder: Path) -> dict[str, str]:
    books = [addresses.read(path) for path in (folder / "gm" / "addresses").glob("*.toml")]
    return {side: row.address for book in books for side, row in book.rows.items()}


def test_only_a_first_taking_teaches_an_address(post: Post, tmp_path: Path) -> None:
    """Whoever has the save can copy an order out of the log and send it under any name."""
    text = post.sent("york", "ready")
    rounds(post, tmp_path, pile_of(york=text))
    file = tmp_path / "game.toml"
    with (
        computer.sitting_as(tmp_path / "gm"),
        entries.game_to_moderate(file, lambda: GM, lambda told: None) as game,
    ):
        pile = pile_of(copy=email(post, "eve@example.org", text))
        made = apply.begin(game, file, pile, Reports(outbox=tmp_path / "out"))
        assert [one.again for one in made.receipts] == [True]
        assert made.doubtful == []
    assert not list((tmp_path / "gm").glob("addresses/*"))


@pytest.mark.parametrize(
    ("more", "address"), [("", "ann@example.org"), ("List-Id: <club.example.org>\n", "")]
)
def test_a_list_teaches_no_address(post: Post, tmp_path: Path, more: str, address: str) -> None:
    new = Post(invited().dumps())
    text = email(new, "ann@example.org", accept(new.save, "york").to_text(), more=more)
    rounds(new, tmp_path, pile_of(york=text))
    assert learned(tmp_path) == ({"york": address} if address else {})


def test_a_program_gets_no_answer(post: Post, tmp_path: Path) -> None:
    broken = post.sent("york", "ready")[:-40]
    by_hand = email(post, "ann@example.org", broken)
    by_program = email(post, "ann@example.org", broken, more="Auto-Submitted: auto-generated\n")
    made = rounds(post, tmp_path, pile_of(person=by_hand, program=by_program))
    assert sorted(one.name for one in made.refused) == ["person", "program"]
    assert [one.receipt.name for one in made.returned] == ["person"]


def test_a_kill_before_the_emails_are_kept_leaves_the_reports_to_be_written_again(
    post: Post, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    file.write_bytes(post.save)
    told: list[int] = []

    def killed(made: apply.Round) -> None:
        assert made.written.reports
        told.append(computer.last_reported_entry(made.game))
        raise KeyboardInterrupt

    def round_of(pile: Pile, keep: Callable[[apply.Round], None]) -> apply.Round:
        with (
            computer.sitting_as(tmp_path / "gm"),
            entries.game_to_moderate(file, lambda: GM, lambda told: None) as game,
        ):
            made = apply.begin(game, file, pile, Reports())
            apply.finish(made, keep)
            return made

    with pytest.raises(KeyboardInterrupt):
        round_of(pile_of(york=post.sent("york", "ready")), killed)
    again = round_of(Pile(), lambda made: told.append(computer.last_reported_entry(made.game)))
    assert again.stories == []
    assert again.written.reports, "of the entry before the kill"
    assert told == [told[0]] * 2
    assert round_of(Pile(), lambda made: None).written.reports == []
