"""Orders that are written and not sent: they outlive the program, and what cannot be sent any more is named."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from pbem.gm.game import Game
from pbem.home import computer, drafts
from pbem.player.orders import Orders
from tests.moderator.people import Post, any_line, played, seated
from tests.says import says

from .machine import is_private, kills


@pytest.fixture
def post(home: Path) -> Post:
    return played(6)


@pytest.fixture
def game(post: Post) -> Game:
    """Through the eyes of a side that is asked."""
    return post.look(next(iter(post.look().ledger.askings)))


@pytest.fixture
def line(post: Post, game: Game) -> str:
    return any_line(game, post.random)


def test_what_is_written_is_there_again(game: Game, line: str) -> None:
    assert drafts.kept_draft(game) == (Orders(), "")
    orders = Orders((line,), {}, {"default": "ask"})
    path = drafts.keep(game, orders)
    assert path == drafts.path_of(game)
    assert path.parent == computer.pins().folder / "drafts"
    assert is_private(path)
    assert drafts.kept_draft(game) == (orders, "")
    assert drafts.keep(game, Orders()) is None
    assert not path.exists()
    assert drafts.keep(game, Orders()) is None


def test_the_same_again_is_not_written(
    game: Game, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drafts.keep(game, Orders((line,)))
    monkeypatch.setattr(drafts, "replace_file", None)
    assert drafts.keep(game, Orders((line,))) == path


@pytest.mark.parametrize("garbled", [b"", b"\xff", b"{}", b'{"answers": 1}', b"[" * 100_000])
def test_a_damaged_draft_is_left_where_it_is(game: Game, line: str, garbled: bytes) -> None:
    path = drafts.keep(game, Orders((line,)))
    assert path is not None
    path.write_bytes(garbled)
    assert drafts.kept_draft(game) == (Orders(), drafts.DAMAGED.format(path=path))
    assert path.read_bytes() == garbled


def test_a_draft_that_cannot_be_opened_is_left_out(game: Game) -> None:
    drafts.path_of(game).mkdir(parents=True)
    assert drafts.kept_draft(game)[0] == Orders()
    assert says(drafts.kept_draft(game)[1], "home.drafts.DAMAGED")


def test_a_draft_for_an_earlier_question_is_dropped(game: Game, line: str) -> None:
    path = drafts.keep(game, Orders((line,)))
    assert path is not None
    draft = msgspec.json.decode(path.read_bytes(), type=drafts.Draft)
    other = replace(draft, answers="another-9", kind="another")
    path.write_bytes(msgspec.json.encode(other))
    assert drafts.kept_draft(game) == (Orders(), drafts.STALE.format(lines=line))
    assert not path.exists()
    assert drafts.kept_draft(game) == (Orders(), "")


def test_a_draft_that_was_carried_out_before_a_kill_is_not_called_dropped(
    post: Post, game: Game, line: str
) -> None:
    """Robots had the orders, and the program ended before it forgot the draft."""
    path = drafts.keep(game, Orders((line,)))
    assert path is not None
    post.take({game.side: post.sent(game.side, line)})
    later = post.look(game.side)
    assert later.last_order() > game.last_order()
    assert drafts.kept_draft(later) == (Orders(), drafts.SENT.format(lines=line))
    assert not path.exists()


def test_of_lines_all_up_to_the_first_that_is_not_possible_stand(game: Game, line: str) -> None:
    drafts.keep(game, Orders((line, "nobody: fly")))
    left, why = drafts.kept_draft(game)
    assert left == Orders((line,))
    assert "nobody: fly" in why
    assert line not in why
    assert drafts.kept_draft(game) == (left, ""), "the rest is gone"


def test_scripts_and_policies_fall_alone(game: Game, line: str) -> None:
    drafts.keep(game, Orders((line,), {"3": "if (("}, {"no kind": "pass"}))
    left, why = drafts.kept_draft(game)
    assert left == Orders((line,))
    assert says(why, "home.drafts.summary", 3)
    assert "policies" in why


def test_lines_for_ready_are_for_ready(home: Path) -> None:
    post = seated()
    (side, *_) = post.look().ledger.owes_ready()
    game = post.look(side)
    drafts.keep(game, Orders(("ready",)))
    assert drafts.kept_draft(game) == (Orders(("ready",)), "")


def test_a_kill_leaves_the_old_draft_or_the_new(
    game: Game, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = Orders(reactions={"default": "ask"}), Orders((line,))
    drafts.keep(game, old)
    for _ in kills(monkeypatch, lambda: drafts.keep(game, new)):
        assert drafts.kept_draft(game) in ((old, ""), (new, ""))
        drafts.keep(game, old)
    assert drafts.kept_draft(game) == (new, "")
